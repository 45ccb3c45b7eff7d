import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readRetentionSeconds, readStoreSettings } from '../../src/store/settings.ts'

describe('store settings', () => {
  it.each([
    { name: 'nothing', env: {}, want: { kind: 'none' } },
    { name: 'empty variables', env: { BERTH_TABLE: '', BERTH_STORE: '' }, want: { kind: 'none' } },
    { name: 'the memory store', env: { BERTH_STORE: 'memory' }, want: { kind: 'memory' } },
    {
      name: 'a table, and the rest left to the SDK',
      env: { BERTH_TABLE: 'berth' },
      want: { kind: 'dynamodb', dynamodb: { table: 'berth' } },
    },
    {
      name: 'a table with everything that a Worker needs',
      env: {
        BERTH_TABLE: 'berth',
        AWS_REGION: 'eu-central-1',
        AWS_ENDPOINT_URL_DYNAMODB: 'https://ddb.test',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'key',
        AWS_SESSION_TOKEN: 'session',
      },
      want: {
        kind: 'dynamodb',
        dynamodb: {
          table: 'berth',
          region: 'eu-central-1',
          endpoint: 'https://ddb.test',
          credentials: { accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'session' },
        },
      },
    },
  ])('read $name', ({ env, want }) => {
    expect(readStoreSettings(env)).toEqual({ ok: true, value: want })
  })

  it.each([
    { env: { BERTH_STORE: 'redis' }, says: 'BERTH_STORE' },
    { env: { BERTH_STORE: 'memory', BERTH_TABLE: 'berth' }, says: 'exclude each other' },
    { env: { BERTH_TABLE: 'a b' }, says: 'BERTH_TABLE' },
    { env: { BERTH_TABLE: 'ab' }, says: 'BERTH_TABLE' },
    { env: { BERTH_TABLE: 'berth', AWS_ENDPOINT_URL_DYNAMODB: 'x' }, says: 'AWS_ENDPOINT_URL' },
    { env: { BERTH_TABLE: 'berth', AWS_ACCESS_KEY_ID: 'id' }, says: 'AWS_SECRET_ACCESS_KEY' },
    { env: { BERTH_AUDIT_RETENTION_DAYS: '0' }, says: 'BERTH_AUDIT_RETENTION_DAYS' },
    { env: { BERTH_AUDIT_RETENTION_DAYS: '1.5' }, says: 'BERTH_AUDIT_RETENTION_DAYS' },
  ])('refuse $env when the app starts', ({ env, says }) => {
    expect(() => createApp({ env })).toThrow(TypeError)
    expect(() => createApp({ env })).toThrow(says)
  })

  it('keep audit records for ever unless told otherwise', () => {
    expect(readRetentionSeconds({})).toEqual({ ok: true, value: null })
    const days = { BERTH_AUDIT_RETENTION_DAYS: '30' }
    expect(readRetentionSeconds(days)).toEqual({ ok: true, value: 2_592_000 })
  })
})

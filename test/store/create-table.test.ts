import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../../src/result.ts'
import { createDynamodbStore } from '../../src/store/dynamodb/store.ts'

import { startDynalite } from './backends/dynalite-server.ts'
import { localSettings } from './backends/dynamodb-backend.ts'
import { testRuntime } from './test-runtime.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

describe('berth store create-table', () => {
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
  })
  afterAll(() => dynalite.stop())

  const command = (table: string, word = 'create-table') =>
    run(process.execPath, [MAIN, 'store', word], {
      env: {
        BERTH_TABLE: table,
        AWS_ENDPOINT_URL_DYNAMODB: dynalite.endpoint,
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
      },
    })

  it('makes a table that the store can use, and leaves one that exists as it is', async () => {
    expect((await command('made-here')).stdout).toContain('table made-here was created')
    const settings = { ...localSettings(dynalite.endpoint), table: 'made-here' }
    const store = createDynamodbStore(settings, testRuntime())
    const item = { pk: 'a', sk: 'b', version: 1, body: '' }
    expect(await store.put(item, 'absent')).toEqual(ok(null))
    expect((await command('made-here')).stdout).toContain('exists already')
    expect(await store.get(item)).toEqual(ok(item))
  })

  it('refuses other words, and an environment that names no table', async () => {
    await expect(command('made-here', 'drop-table')).rejects.toThrow(
      'there is no store command drop-table',
    )
    await expect(command('')).rejects.toThrow('BERTH_TABLE names no table')
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDynamodbStore } from '../../src/store/dynamodb/store.ts'
import { platformRuntime } from '../../src/store/runtime.ts'
import { startDynalite } from '../store/backends/dynalite-server.ts'
import { localSettings } from '../store/backends/dynamodb-backend.ts'
import { makeLog, recordMany } from '../store/contracts/audit-fixtures.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The command as an operator runs it, from the table to the check of an export. */
describe('berth store', () => {
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let env: Record<string, string>
  const folder = mkdtempSync(join(tmpdir(), 'berth-store-'))
  beforeAll(async () => {
    dynalite = await startDynalite()
    env = {
      BERTH_TABLE: 'berth-test',
      AWS_ENDPOINT_URL_DYNAMODB: dynalite.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    }
    await berth('create-table')
  })
  afterAll(() => dynalite.stop())

  const berth = (...words: string[]): Promise<Run> =>
    new Promise((resolve) => {
      execFile(process.execPath, [MAIN, 'store', ...words], { env }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      })
    })
  const fileOf = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  it('makes keys, adopts a log, exports it, erases in it, and checks the export offline', async () => {
    const store = createDynamodbStore(localSettings(dynalite.endpoint), platformRuntime)
    await recordMany(makeLog(store, platformRuntime, 'prod'), 5)

    const made = (await berth('create-key', 'berth.test')).stdout.split('\n')
    const [, secret = '', , , key = ''] = made
    env = { ...env, BERTH_AUDIT_KEY: secret }
    expect((await berth('erase', 'prod', '1', '--reason', 'x')).stderr).toContain('is not signed')
    expect((await berth('adopt', 'prod')).stdout).toContain('now signed, at 5 records')
    expect((await berth('adopt', 'prod')).stderr).toContain('signed already')
    const checkpoint = fileOf('note.txt', (await berth('checkpoint', 'prod')).stdout)
    expect((await berth('erase', 'prod', '2', '--reason', 'asked for')).stdout).toBe(
      'record 2 erased; record 6 says so\n',
    )

    const exported = (await berth('export', 'prod')).stdout
    const file = fileOf('log.ndjson.gz', gzipSync(exported))
    const good = await berth('verify', file, '--key', key, '--checkpoint', checkpoint)
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^audit log of prod: 6 records, 6 of them here\n {2}1 with their content erased[\s\S]*signature good[\s\S]*\nintact\n$/,
      ),
    ])
    const forged = fileOf('forged.ndjson', exported.replace('"node":"node-a"', '"node":"node-b"'))
    const bad = await berth('verify', forged)
    expect([bad.code, bad.stdout]).toEqual([
      1,
      expect.stringContaining('WRONG: Record 1: its content is not what was recorded.'),
    ])
  }, 60_000)

  it.each([
    { words: [], says: 'a command is needed; see berth store --help' },
    { words: ['verfy'], says: 'there is no store command verfy; did you mean verify?' },
    { words: ['create-key', 'a b'], says: 'berth store create-key NAME' },
    { words: ['verify'], says: 'needs one FILE' },
    { words: ['verify', 'no-such-file'], says: 'no-such-file: there is no such file' },
    { words: ['verify', 'x', '--key', 'y'], says: '--key does not read name+hash+key' },
    { words: ['verify', 'x', '--record', 'y'], says: '--record y does not read' },
    { words: ['export'], says: 'berth store export CLUSTER' },
    { words: ['export', '..'], says: 'CLUSTER must be' },
    { words: ['checkpoint', 'no-such-cluster'], says: 'no-such-cluster has no audit log' },
    { words: ['erase', 'prod', '1'], says: '--reason TEXT' },
    { words: ['adopt', 'a', 'b'], says: 'berth store adopt CLUSTER' },
  ])('refuses $words', async ({ words, says }) => {
    const { code, stderr } = await berth(...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  })
})

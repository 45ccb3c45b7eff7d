import { beforeAll, describe, expect, it } from 'vitest'
import {
  createSigner,
  signerText,
  verifierOf,
} from '../../../src/store/audit/checkpoints/note-keys.ts'
import { isSignedBy } from '../../../src/store/audit/checkpoints/signed-note.ts'
import { leafHash, parseHash } from '../../../src/store/audit/merkle/hash.ts'
import { isConsistent, isIncluded } from '../../../src/store/audit/merkle/proof.ts'
import { createMemoryStore } from '../../../src/store/memory.ts'
import { makeLog, record, recordMany } from '../../store/contracts/audit-fixtures.ts'
import { testRuntime } from '../../store/test-runtime.ts'
import { readProblem } from '../client.ts'
import { makeStoreClient, type StoreClient } from './store-client.ts'

const LOG = '/v1/clusters/prod/preemptions'

describe('evidence of /v1/clusters/{cluster}/preemptions', () => {
  let client: StoreClient
  let signer: Awaited<ReturnType<typeof createSigner>>
  /** Some 300 records: enough for full tiles of the tree, and a rest. */
  beforeAll(async () => {
    signer = await createSigner('berth.test')
    const store = createMemoryStore()
    const log = makeLog(store, testRuntime(), 'prod', { keys: { signer, verifiers: [] } })
    await recordMany(log, 299)
    await record(log, 'd-300')
    client = makeStoreClient({ store, env: { BERTH_AUDIT_KEY: signerText(signer) } })
  })

  const get = async (path: string) => (await client.as('auditor', 'GET', `${LOG}${path}`)).json()
  const hash = (text: unknown) => parseHash(String(text)) ?? new Uint8Array(0)
  const tree = (of: unknown) => {
    const { sequence, root } = of as { sequence: number; root: string }
    return { size: sequence, root: hash(root) }
  }

  it('is a checkpoint that bears the signature of the key', async () => {
    const { sequence, note } = (await get('/checkpoint')) as { sequence: number; note: string }
    const verifier = await verifierOf(signer)
    expect(sequence).toBe(300)
    expect(note).toMatch(
      /^berth\/prod\n300\n\S+\nrecord sha256:[0-9a-f]{64}\n\n— berth\.test \S+\n$/,
    )
    expect(verifier !== null && (await isSignedBy(note, [verifier]))).toBe(true)
  })

  it.each([
    [0, 300],
    [1, 300],
    [255, 300],
    [256, 300],
    [257, 299],
    [300, 300],
    [3, 7],
  ])('proves that %i records are the beginning of %i', async (from, to) => {
    const answer = (await get(`/consistency?from=${from}&to=${to}`)) as Record<string, unknown>
    const proof = (answer['proof'] as string[]).map(hash)
    expect(isConsistent(tree(answer['from']), tree(answer['to']), proof)).toBe(true)
  })

  it.each([1, 2, 255, 256, 257, 299, 300])(
    'proves that record %i is in the log',
    async (sequence) => {
      const answer = (await get(`/d-${sequence}/proof`)) as Record<string, unknown>
      const proof = (answer['proof'] as string[]).map(hash)
      const leaf = leafHash(hash(answer['hash']))
      expect(isIncluded(leaf, sequence - 1, tree(answer['checkpoint']), proof)).toBe(true)
    },
  )

  it('is an export in lines of JSON', async () => {
    const response = await client.as('auditor', 'GET', `${LOG}/export?from=299`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await response.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
      'export',
      'preemption',
      'preemption',
      'checkpoint',
    ])
  })

  it('is told whether a record that was noted is still there', async () => {
    const { hash: noted } = (await get('/d-7')) as { hash: string }
    const other = `sha256:${'0'.repeat(64)}`
    expect(await get(`/verify?sequence=7&hash=${noted}`)).toMatchObject({ status: 'intact' })
    expect(await get(`/verify?sequence=7&hash=${other}`)).toMatchObject({
      status: 'broken',
      fault: { kind: 'noted', sequence: 7 },
    })
  })

  it.each(['/checkpoint', '/consistency?from=1', '/export', '/d-1/proof'])(
    'is nothing for tenants: %s',
    async (path) => {
      expect((await client.as('tenant', 'GET', `${LOG}${path}`)).status).toBe(403)
      expect((await client.as('dev-admin', 'GET', `${LOG}${path}`)).status).toBe(403)
      expect((await client.as('decider', 'GET', `${LOG}${path}`)).status).toBe(403)
    },
  )

  it.each([
    ['/consistency?from=301', 404],
    ['/consistency?from=9&to=8', 404],
    ['/consistency', 422],
    ['/consistency?from=x', 422],
    ['/export?from=0', 422],
    ['/verify?sequence=1', 422],
    ['/verify?sequence=1&hash=x', 422],
    ['/d-999/proof', 404],
  ])('answers %s with %i', async (path, status) => {
    const problem = await readProblem(await client.as('auditor', 'GET', `${LOG}${path}`))
    expect(problem).toMatchObject({ status })
  })

  it.each(['checkpoint', 'export'])('is 404 for a cluster that has no log: %s', async (what) => {
    const path = `/v1/clusters/none/preemptions/${what}`
    expect((await client.as('auditor', 'GET', path)).status).toBe(404)
  })
})

import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppOptions, createApp } from '../../src/app.ts'
import { adoptLog } from '../../src/store/audit/checkpoints/adopt.ts'
import { NO_KEYS } from '../../src/store/audit/checkpoints/audit-keys.ts'
import { keepCheckpoints } from '../../src/store/audit/checkpoints/keep-checkpoints.ts'
import { createSigner } from '../../src/store/audit/checkpoints/note-keys.ts'
import { createAuditLogs } from '../../src/store/audit/logs.ts'
import { eraseContents } from '../../src/store/audit/records/erase.ts'
import { auditDecisions } from '../../src/store/audit/records/preemptions.ts'
import { createClient, createDynamodbStore } from '../../src/store/dynamodb/store.ts'
import { createTable } from '../../src/store/dynamodb/table.ts'
import type { StorePort } from '../../src/store/port.ts'
import { platformRuntime } from '../../src/store/runtime.ts'
import { startDynalite } from './backends/dynalite-server.ts'
import { localSettings } from './backends/dynamodb-backend.ts'
import { type FaultProxy, startFaultProxy } from './backends/fault-proxy.ts'
import {
  makeLog,
  makeProposal,
  makeRequest,
  record,
  recordUntilDone,
} from './contracts/audit-fixtures.ts'
import { allows, readPolicy } from './iam-policy.ts'

const TABLE = 'berth'
const TOKENS = [{ token: 'admin-0123456789abcdef', name: 'ann', roles: ['admin'] }]
/** Their records are more than views and tiles wait for, so these are written too. */
const PODS = 300

/** The policies of docs/iam as the table's gate: what one does not allow is refused. */
describe('the policy', () => {
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let proxy: FaultProxy
  beforeAll(async () => {
    dynalite = await startDynalite()
    proxy = await startFaultProxy(dynalite.endpoint)
    const direct = settingsOf(dynalite.endpoint)
    await createTable(createClient(direct), TABLE)
  })
  afterAll(async () => {
    await proxy.stop()
    await dynalite.stop()
  })

  const settingsOf = (endpoint: string) => ({ ...localSettings(endpoint), table: TABLE })
  const connect = () => createDynamodbStore(settingsOf(proxy.endpoint), platformRuntime)

  /** Lets a policy decide from now on; gives what it allowed and what it did not. */
  const enforce = (name: string) => {
    const policy = readPolicy(name)
    const told = { allowed: new Set<string>(), denied: new Set<string>() }
    proxy.decide = (operation, _call, body) => {
      const isAllowed = allows(policy, operation, body)
      told[isAllowed ? 'allowed' : 'denied'].add(`dynamodb:${operation}`)
      return isAllowed ? 'pass' : 'deny'
    }
    const actions = policy.Statement.flatMap(({ Action }) => Action)
    return { ...told, actions: new Set(actions) }
  }

  /** The routes of a process of its own. */
  const serve = (store: StorePort, over: AppOptions = {}) => {
    const app = createApp({ store, env: { BERTH_TOKENS: JSON.stringify(TOKENS) }, ...over })
    const headers = {
      authorization: `Bearer ${TOKENS[0]?.token}`,
      'content-type': 'application/json',
    }
    return async (method: string, path: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const { status } = await app.request(`/v1/clusters/${path}`, init)
      return `${method} ${path}: ${status}`
    }
  }

  /** Everything that writes, with two processes at once. */
  const writeAll = async (cluster: string) => {
    const logs = [connect(), connect()].map((store) => makeLog(store, platformRuntime, cluster))
    const racing = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => {
      const log = logs[id % logs.length] ?? makeLog(connect(), platformRuntime, cluster)
      return recordUntilDone(log.runtime, () => record(log, `d-${id}`))
    })
    await Promise.all(racing)
    const [log] = logs
    if (log === undefined) throw new Error('there are two')
    const proposals = Array.from({ length: PODS }, (_, index) => makeProposal({ index }))
    const many = makeRequest({ decisionId: 'd-many', podCount: PODS })
    expect(await auditDecisions(log, many, proposals)).toMatchObject({ failure: null })
    const [victim] = makeProposal().victims
    if (victim === undefined) throw new Error('there is one')
    const victims = Array.from({ length: 2000 }, (_, index) => ({
      ...victim,
      name: `job-${index}`,
    }))
    expect(await record(log, 'd-large', { victims })).toMatchObject({ status: 'recorded' })
    const erasure = { sequences: [3], reason: 'asked for', caller: 'olga' }
    expect(await eraseContents(log, erasure)).toMatchObject({ ok: true })
    const ask = serve(connect())
    const classes = `${cluster}/priorityclasses`
    const outcome = { outcome: 'executed' }
    expect([
      await ask('PUT', `${classes}/high`, { value: 1000 }),
      await ask('DELETE', `${classes}/high`),
      await ask('POST', `${cluster}/preemptions/d-1/outcome`, outcome),
    ]).toEqual([
      `PUT ${classes}/high: 201`,
      `DELETE ${classes}/high: 204`,
      `POST ${cluster}/preemptions/d-1/outcome: 201`,
    ])
    const signer = await createSigner('berth.test')
    expect(await adoptLog({ ...log, keys: { signer, verifiers: [] } })).toMatchObject({ ok: true })
  }

  /** Everything that reads. */
  const readAll = async (cluster: string) => {
    const ask = serve(connect())
    const log = `${cluster}/preemptions`
    const paths = [
      `${cluster}/priorityclasses`,
      `${cluster}/priorityclasses/system-node-critical`,
      `${log}?victimNamespace=batch&limit=10`,
      `${log}?node=node-a&preemptor=shop/web-1`,
      `${log}/d-1`,
      `${log}/d-large`,
      `${log}/d-1/proof`,
      `${log}/verify`,
      `${log}/checkpoint`,
      `${log}/consistency?from=7&to=280`,
      `${log}/export`,
    ]
    const told = await Promise.all(paths.map((path) => ask('GET', path)))
    expect(told).toEqual(paths.map((path) => `GET ${path}: 200`))
  }

  it('set-up is enough to make the table, and no more', async () => {
    const { allowed, denied, actions } = enforce('set-up')
    await proxied(async (client) => {
      expect((await createTable(client, TABLE)).made).toBe('created')
    })
    expect([...denied]).toEqual([])
    expect(allowed).toEqual(actions)
  })

  /** A client of an empty DynamoDB behind the same gate. */
  async function proxied(use: (client: ReturnType<typeof createClient>) => Promise<void>) {
    const empty = await startDynalite()
    const gate = await startFaultProxy(empty.endpoint)
    gate.decide = (...call) => proxy.decide(...call)
    const client = createClient(settingsOf(gate.endpoint))
    await use(client)
    client.destroy()
    await gate.stop()
    await empty.stop()
  }

  it('run is enough for all that Berth does, and no more', { timeout: 60_000 }, async () => {
    const { allowed, denied, actions } = enforce('run')
    await writeAll('all')
    await readAll('all')
    expect([...denied]).toEqual([])
    expect(allowed).toEqual(actions)
  })

  it('run-one-cluster is enough for one cluster, and for no other', {
    timeout: 60_000,
  }, async () => {
    const { allowed, denied, actions } = enforce('run-one-cluster')
    await writeAll('prod')
    await readAll('prod')
    expect([...denied]).toEqual([])
    expect(allowed).toEqual(actions)
    const ask = serve(connect())
    for (const path of ['all/priorityclasses', 'all/preemptions', 'all/preemptions/verify']) {
      expect(await ask('GET', path)).toBe(`GET ${path}: 503`)
    }
    expect(await ask('PUT', 'prod-2/priorityclasses/high', { value: 1 })).toContain(': 503')
  })

  it('read is enough for all that reads, and writes nothing', async () => {
    const { allowed, denied, actions } = enforce('read')
    await readAll('all')
    expect([...denied]).toEqual([])
    expect(allowed).toEqual(actions)
    const ask = serve(connect())
    expect(await ask('PUT', 'all/priorityclasses/high', { value: 1 })).toContain(': 503')
    expect([...denied]).toEqual(['dynamodb:PutItem'])
  })

  it('keep-checkpoints is enough to keep them, and reads no claim, class or view', async () => {
    const { allowed, denied, actions } = enforce('keep-checkpoints')
    const store = connect()
    const settings = { retentionSeconds: null, keys: NO_KEYS, callsMax: 1000, isShared: false }
    const logs = createAuditLogs(store, platformRuntime, settings)
    const keep = { putOnce: async (_: string, text: string) => text, firstBehind: async () => null }
    const kept = await keepCheckpoints(store, logs, keep)
    expect(kept).toMatchObject({
      ok: true,
      value: expect.arrayContaining([expect.objectContaining({ cluster: 'all', status: 'kept' })]),
    })
    expect([...denied]).toEqual([])
    expect(allowed).toEqual(actions)
    expect(await serve(connect())('GET', 'all/priorityclasses')).toContain(': 503')
  })

  it('is one of those that are tested here', () => {
    const tested = ['keep-checkpoints', 'read', 'run', 'run-one-cluster', 'set-up']
    const names = readdirSync(new URL('../../docs/iam', import.meta.url))
    expect(new Set(names)).toEqual(new Set(tested.map((name) => `${name}.json`)))
  })
})

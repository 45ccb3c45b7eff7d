import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import type { NoteSigner } from '../../src/store/audit/checkpoints/note-keys.ts'
import { writeViews } from '../../src/store/audit/lookup/write-views.ts'
import { reportOutcome } from '../../src/store/audit/records/outcome.ts'
import { toAttributes } from '../../src/store/dynamodb/item.ts'
import { createClient, createDynamodbStore } from '../../src/store/dynamodb/store.ts'
import type { ItemKey, StoredItem, StorePort } from '../../src/store/port.ts'
import { putPriorityClass } from '../../src/store/priority-classes/classes.ts'
import { platformRuntime } from '../../src/store/runtime.ts'
import type { DynamodbSettings } from '../../src/store/settings.ts'
import type { Backend } from '../store/backends/backend.ts'
import { makeLog, record, recordMany } from '../store/contracts/audit-fixtures.ts'
import {
  FORGED_APPEND,
  REWRITTEN_WHOLE,
  TAMPERINGS,
  type Tampering,
  tableOf,
} from '../store/tamperings.ts'
import { TOKEN } from './load.ts'
import type { Served } from './processes.ts'

const CLUSTER = 'tampered'

/** Does to a log whatever anybody thought of, one after another, and asks a server what is wrong. */
export async function tamperWith(
  server: Served | undefined,
  settings: DynamodbSettings,
  signer: NoteSigner,
): Promise<{ told: { name: string; outcome: string }[]; problems: string[] }> {
  if (server === undefined) throw new Error('there is no server to ask')
  const store = createDynamodbStore(settings, platformRuntime)
  const log = makeLog(store, platformRuntime, CLUSTER, { keys: { signer, verifiers: [] } })
  await recordMany(log, 300)
  const report = { outcome: 'executed', reason: null, caller: 'ann', requestId: 'r' } as const
  await reportOutcome(log, 'd-5', report)
  const writer = { log, caller: 'will', requestId: 'r' }
  await putPriorityClass(writer, 'high', { value: 1000 }, { kind: 'any' })
  await writeViews(log, 1000)
  await record(log, 'd-last')

  const told: { name: string; outcome: string }[] = []
  const problems: string[] = []
  const before = await verify(server)
  if (before !== 'intact') problems.push(`before any tampering it is ${before}`)
  for (const tampering of [...TAMPERINGS, FORGED_APPEND, REWRITTEN_WHOLE]) {
    const undone = undoable(settings, store)
    await tampering.tamper(tableOf(undone.backend, log))
    const outcome = await verify(server)
    await undone.undo()
    told.push({ name: tampering.name, outcome })
    if (!isAsExpected(tampering, outcome)) problems.push(`${tampering.name}: ${outcome}`)
  }
  const after = await verify(server)
  if (after !== 'intact') problems.push(`once all is undone it is ${after}`)
  return { told, problems }
}

/** A signature is looked at first, and covers what the checkpoint says. */
function isAsExpected({ found }: Tampering, outcome: string): boolean {
  if (found === null) return outcome === 'intact'
  return found.includes(outcome) || outcome === 'checkpoint'
}

interface Report {
  readonly status: string
  readonly fault: { readonly kind: string } | null
  readonly nextCursor: string | null
}

/** `intact`, or what is wrong, however many requests that takes. */
async function verify({ url }: Served): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const path = `${url}/v1/clusters/${CLUSTER}/preemptions/verify`
  for (let cursor = ''; ; ) {
    const answer = await fetch(`${path}${cursor}`, { headers })
    const { fault, status, nextCursor } = (await answer.json()) as Report
    if (nextCursor === null || !answer.ok) return fault?.kind ?? status
    cursor = `?cursor=${nextCursor}`
  }
}

/** The hands of an intruder that can put everything back. */
function undoable(settings: DynamodbSettings, store: StorePort) {
  const client = createClient(settings)
  const { table } = settings
  const original = new Map<string, { key: ItemKey; item: StoredItem | null }>()
  const keep = async (key: ItemKey) => {
    const name = `${key.pk} ${key.sk}`
    if (original.has(name)) return
    const item = await store.get(key)
    if (!item.ok) throw new Error(item.error.cause)
    original.set(name, { key, item: item.value })
  }
  const put = (item: StoredItem) =>
    client.send(new PutItemCommand({ TableName: table, Item: toAttributes(item, 'intruder') }))
  const take = ({ pk, sk }: ItemKey) =>
    client.send(new DeleteItemCommand({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } }))
  const backend: Backend = {
    name: 'table',
    connect: () => store,
    async overwrite(item) {
      await keep(item)
      await put(item)
    },
    async remove(key) {
      await keep(key)
      await take(key)
    },
    async close() {},
  }
  return {
    backend,
    async undo() {
      for (const { key, item } of original.values()) await (item === null ? take(key) : put(item))
      client.destroy()
    },
  }
}

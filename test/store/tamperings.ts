import { digestOfText } from '../../src/digest.ts'
import { checkpointItem } from '../../src/store/audit/checkpoints/checkpoint.ts'
import {
  batchKey,
  chainPartition,
  checkpointKey,
  claimKey,
  namespacePartition,
  sequenceKey,
  tileKey,
  viewProgressKey,
} from '../../src/store/audit/keys.ts'
import type { AuditLog } from '../../src/store/audit/log.ts'
import { appendLeaves, EMPTY_RANGE } from '../../src/store/audit/merkle/compact-range.ts'
import { TILE_WIDTH } from '../../src/store/audit/merkle/tiles.ts'
import { treeOf } from '../../src/store/audit/merkle/tree.ts'
import { contentOf } from '../../src/store/audit/records/content.ts'
import { type AuditRecord, endOf, leafOf } from '../../src/store/audit/records/record.ts'
import { toBase64 } from '../../src/store/base64.ts'
import { canonicalJson } from '../../src/store/canonical-json.ts'
import type { ItemKey, StoredItem } from '../../src/store/port.ts'
import type { Backend } from './backends/backend.ts'

/** The table in the hands of somebody with every right on it, and no key. */
export interface Table {
  readonly cluster: string
  get(key: ItemKey): Promise<StoredItem>
  put(item: StoredItem): Promise<void>
  take(key: ItemKey): Promise<void>
  /** The batches of the chain, oldest first. */
  batches(): Promise<StoredItem[]>
  /** Changes the records of a batch, and nothing else of it. */
  edit(first: number, change: (record: AuditRecord) => AuditRecord): Promise<void>
  /** Changes records from one on and gives each the hashes of what it says now. */
  rewrite(from: number, change: (record: AuditRecord) => AuditRecord): Promise<void>
}

/** What somebody does, and by what verification must tell it; null: nobody can, and why. */
export interface Tampering {
  readonly name: string
  readonly found: readonly string[] | null
  readonly why?: string
  readonly tamper: (table: Table) => Promise<void>
}

/**
 * Every way to tamper with a log of about 300 records (one segment with views and tiles, and a tail)
 * with an outcome and PriorityClasses, that anybody thought of. Record 5 has an outcome.
 */
export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'the newest record is altered by one put',
    found: ['altered'],
    tamper: async (table) => {
      const last = await newest(table)
      await table.edit(Number(last.sk), (record) => withCaller(record, 'mallory'))
    },
  },
  {
    name: 'the newest record is rewritten with its hashes',
    found: ['altered'],
    tamper: async (table) => {
      const last = await newest(table)
      await table.rewrite(Number(last.sk), (record) => withCaller(record, 'mallory'))
    },
  },
  {
    name: 'records are rewritten with their hashes up to the end',
    found: ['altered'],
    tamper: (table) => table.rewrite(290, (record) => withCaller(record, 'mallory')),
  },
  {
    name: 'an old record is rewritten, and all after it',
    found: ['tree'],
    tamper: (table) => table.rewrite(3, (record) => withCaller(record, 'mallory')),
  },
  {
    name: 'a header is altered',
    found: ['altered'],
    tamper: (table) => table.edit(7, (record) => ({ ...record, time: '2020-01-01T00:00:00.000Z' })),
  },
  {
    name: 'a content is exchanged',
    found: ['altered'],
    tamper: (table) => table.edit(9, (record) => withCaller(record, 'mallory')),
  },
  {
    name: 'a content is taken away without a word',
    found: ['altered'],
    tamper: (table) => table.edit(9, (record) => ({ ...record, content: null })),
  },
  {
    name: 'a content is taken away, with a record named that says nothing of it',
    found: ['altered'],
    tamper: (table) => table.edit(9, (record) => ({ ...record, content: null, erasedBy: 8 })),
  },
  {
    name: 'a record in the middle is taken away',
    found: ['missing'],
    tamper: (table) => table.take(batchKey(table.cluster, 12)),
  },
  {
    name: 'records are taken away and what follows pretends that they expired',
    found: ['tree'],
    tamper: async (table) => {
      for (const first of [3, 4, 5, 6]) await table.take(batchKey(table.cluster, first))
      await table.rewrite(7, (record) => ({
        ...record,
        previous: { ...record.previous, expiries: [[6, '2020-01-01T00:00:00.000Z']] },
      }))
    },
  },
  {
    name: 'the tail is cut off',
    found: ['missing'],
    tamper: (table) => cutTail(table, 3),
  },
  {
    name: 'the tail is cut off and the checkpoint taken away',
    found: ['checkpoint'],
    tamper: async (table) => {
      await cutTail(table, 3)
      await table.take(checkpointKey(table.cluster))
    },
  },
  {
    name: 'all but the first record are taken away, checkpoint included',
    found: ['checkpoint'],
    tamper: async (table) => {
      for (const { pk, sk } of (await table.batches()).slice(1)) await table.take({ pk, sk })
      await table.take(checkpointKey(table.cluster))
    },
  },
  {
    name: 'the checkpoint is garbled',
    found: ['checkpoint'],
    tamper: async (table) => {
      const item = await table.get(checkpointKey(table.cluster))
      await table.put({ ...item, body: item.body.replace('"size"', '"sice"') })
    },
  },
  {
    name: 'the checkpoint says a smaller size',
    found: ['checkpoint'],
    tamper: async (table) => {
      const item = await table.get(checkpointKey(table.cluster))
      const body = JSON.parse(item.body)
      await table.put({ ...item, body: canonicalJson({ ...body, size: body.size - 9 }) })
    },
  },
  {
    name: 'the checkpoint knows another hash',
    found: ['altered'],
    tamper: async (table) => {
      const item = await table.get(checkpointKey(table.cluster))
      const body = JSON.parse(item.body)
      const hash = `sha256:${'5'.repeat(64)}`
      await table.put({ ...item, body: canonicalJson({ ...body, hash }) })
    },
  },
  {
    name: 'the claim of a preemption is taken away: nobody finds it, and it could be recorded again',
    found: ['claim'],
    tamper: async (table) => table.take(await claimOf(table, 20)),
  },
  {
    name: 'a claim is redirected to where the record is not',
    found: ['claim'],
    tamper: async (table) => {
      const item = await table.get(await claimOf(table, 20))
      await table.put({ ...item, body: canonicalJson({ after: [200] }) })
    },
  },
  {
    name: 'a claim is garbled',
    found: ['claim'],
    tamper: async (table) => {
      const item = await table.get(await claimOf(table, 20))
      await table.put({ ...item, body: 'after: 19' })
    },
  },
  {
    name: 'the claim of an outcome is taken away: another outcome could be reported',
    found: ['claim'],
    tamper: async (table) => {
      const { id } = await recordAt(table, 5)
      await table.take(claimKey(table.cluster, `outcome/${id}`))
    },
  },
  {
    name: 'an outcome is exchanged',
    found: ['altered'],
    tamper: async (table) => {
      const outcome = await findKind(table, 'outcome')
      await table.edit(outcome.sequence, (record) => withContent(record, { outcome: 'failed' }))
    },
  },
  {
    name: 'a view is taken away',
    found: ['view'],
    tamper: (table) => table.take(viewKey(table)),
  },
  {
    name: 'a view leaves out a record',
    found: ['view'],
    tamper: async (table) => {
      const item = await table.get(viewKey(table))
      await table.put({ ...item, body: JSON.stringify(JSON.parse(item.body).slice(1)) })
    },
  },
  {
    name: 'views are said to be written that are not',
    found: ['view'],
    tamper: async (table) => {
      const item = await table.get(viewProgressKey(table.cluster))
      await table.put({ ...item, version: item.version + 1_000_000 })
    },
  },
  {
    name: 'views are said not to be written',
    found: null,
    why: 'readers then look at the records themselves: it costs time, and hides nothing',
    tamper: (table) => table.take(viewProgressKey(table.cluster)),
  },
  {
    name: 'a tile of the tree is taken away',
    found: ['tree'],
    tamper: (table) => table.take(tileKey(table.cluster, 0, 0)),
  },
  {
    name: 'a tile of the tree holds another hash',
    found: ['tree'],
    tamper: async (table) => {
      const item = await table.get(tileKey(table.cluster, 0, 0))
      const body = `${item.body.startsWith('A') ? 'B' : 'A'}${item.body.slice(1)}`
      await table.put({ ...item, body })
    },
  },
  {
    name: 'a record is put in the place of another',
    found: ['altered'],
    tamper: async (table) => {
      const other = await table.get(batchKey(table.cluster, 30))
      await table.put({ ...other, sk: sequenceKey(31) })
    },
  },
  {
    name: 'a record is repeated behind the end',
    found: ['altered'],
    tamper: async (table) => {
      const last = await newest(table)
      await table.put({ ...last, sk: sequenceKey(Number(last.sk) + 1) })
    },
  },
  {
    name: 'something that is no record stands behind the end',
    found: ['altered'],
    tamper: async (table) => {
      const last = await newest(table)
      await table.put({ ...last, sk: sequenceKey(Number(last.sk) + 1), body: 'x' })
    },
  },
  {
    name: 'two records stand behind the checkpoint',
    found: ['checkpoint'],
    tamper: async (table) => {
      const item = await table.get(checkpointKey(table.cluster))
      await appendForged(table, 2)
      await table.put(item)
    },
  },
  {
    name: 'a PriorityClass is changed behind the log',
    found: ['classes'],
    tamper: async (table) => {
      const item = await table.get({ pk: `priority-classes/${table.cluster}`, sk: 'set' })
      await table.put({ ...item, body: item.body.replace('"value":1000', '"value":9000') })
    },
  },
  {
    name: 'a batch that cannot be read takes the place of one',
    found: ['altered'],
    tamper: async (table) => {
      const item = await table.get(batchKey(table.cluster, 40))
      await table.put({ ...item, body: '{"format":1,"note":null,"records":[]}' })
    },
  },
]

/** One forged batch behind the checkpoint: found where checkpoints are signed, else taken for real. */
export const FORGED_APPEND: Tampering = {
  name: 'a record is appended as Berth would',
  found: ['checkpoint'],
  tamper: (table) => appendForged(table, 1),
}

/** Everything is rewritten, checkpoint and tree included: found where checkpoints are signed. */
export const REWRITTEN_WHOLE: Tampering = {
  name: 'everything from a record on is rewritten, checkpoint and tree included',
  found: ['checkpoint'],
  tamper: async (table) => {
    await table.rewrite(280, (record) => withCaller(record, 'mallory'))
    const records: AuditRecord[] = (await table.batches()).flatMap(
      ({ body }) => JSON.parse(body).records,
    )
    const last = records.at(-1)
    if (last === undefined) throw new Error('the log is empty')
    const leaves = records.map(leafOf)
    for (let at = 0; at < leaves.length; at += TILE_WIDTH) {
      const hashes = leaves.slice(at, at + TILE_WIDTH)
      const body = toBase64(new Uint8Array(hashes.flatMap((hash) => [...hash])))
      const key = tileKey(table.cluster, 0, at / TILE_WIDTH)
      await table.put({ ...key, version: hashes.length, body })
    }
    const tree = treeOf(appendLeaves(EMPTY_RANGE, leaves), [])
    await table.put(checkpointItem(table.cluster, { end: endOf(last), tree, note: null }))
  },
}

export function tableOf(backend: Backend, { store, cluster }: AuditLog): Table {
  const get = async (key: ItemKey) => {
    const item = await store.get(key)
    if (!item.ok || item.value === null) throw new Error(`nothing at ${key.pk} ${key.sk}`)
    return item.value
  }
  const batches = async () => {
    const items = await store.query({ pk: chainPartition(cluster), limit: 100_000 })
    return items.ok ? [...items.value] : []
  }
  const table: Table = {
    cluster,
    get,
    put: (item) => backend.overwrite(item),
    take: (key) => backend.remove(key),
    batches,
    async edit(first, change) {
      const item = await get(batchKey(cluster, first))
      const body = JSON.parse(item.body)
      await backend.overwrite({
        ...item,
        body: JSON.stringify({ ...body, records: body.records.map(change) }),
      })
    },
    async rewrite(from, change) {
      let previousHash: string | null = null
      for (const item of await batches()) {
        if (Number(item.sk) < from) continue
        const body = JSON.parse(item.body)
        const records = body.records.map((record: AuditRecord) => {
          const forged = rehash(change(record), previousHash)
          previousHash = forged.hash
          return forged
        })
        await backend.overwrite({ ...item, body: JSON.stringify({ ...body, records }) })
      }
    },
  }
  return table
}

function rehash(record: AuditRecord, previousHash: string | null): AuditRecord {
  const { hash: _, content, parts, erasedBy, ...header } = record
  const previous = { ...header.previous, ...(previousHash && { hash: previousHash }) }
  const contentHash = digestOfText(canonicalJson(content))
  const unhashed = { ...header, previous, contentHash }
  return { ...unhashed, content, hash: digestOfText(canonicalJson(unhashed)) }
}

function withContent(record: AuditRecord, more: object): AuditRecord {
  const content = record.content as object // of a record that Berth wrote
  return { ...record, content: { ...content, ...more } }
}

function withCaller(record: AuditRecord, caller: string): AuditRecord {
  return withContent(record, { caller })
}

async function newest(table: Table): Promise<StoredItem> {
  const item = (await table.batches()).at(-1)
  if (item === undefined) throw new Error('the log is empty')
  return item
}

async function cutTail(table: Table, count: number): Promise<void> {
  for (const { pk, sk } of (await table.batches()).slice(-count)) await table.take({ pk, sk })
}

async function recordAt(table: Table, sequence: number): Promise<AuditRecord> {
  const [record] = JSON.parse((await table.get(batchKey(table.cluster, sequence))).body).records
  return record
}

async function findKind(table: Table, kind: string): Promise<AuditRecord> {
  for (const item of await table.batches()) {
    const found = JSON.parse(item.body).records.find((one: AuditRecord) => one.kind === kind)
    if (found !== undefined) return found
  }
  throw new Error(`there is no ${kind}`)
}

async function claimOf(table: Table, sequence: number): Promise<ItemKey> {
  const { kind, id } = await recordAt(table, sequence)
  return claimKey(table.cluster, `${kind}/${id}`)
}

function viewKey({ cluster }: Table): ItemKey {
  return { pk: namespacePartition(cluster, 'batch'), sk: sequenceKey(0) }
}

async function appendForged(table: Table, count: number): Promise<void> {
  for (let times = 0; times < count; times++) {
    const last = await newest(table)
    const body = JSON.parse(last.body)
    const record: AuditRecord = body.records.at(-1)
    const sequence = record.sequence + 1
    const { expiries } = record.previous
    const previous = {
      hash: record.hash,
      expiries: [...expiries.slice(1), [record.sequence, null]],
    }
    const said = contentOf(record, 'preemption') ?? {}
    const forged = rehash(
      {
        ...record,
        sequence,
        id: `forged-${times}`,
        previous,
        content: { ...said, caller: 'mallory' },
      } as AuditRecord, // its parts come from one
      null,
    )
    const claim = claimKey(table.cluster, `preemption/${forged.id}`)
    const after = canonicalJson({ after: [sequence - 1] })
    await table.put({ ...claim, version: 1, body: after })
    await table.put({
      ...last,
      sk: sequenceKey(sequence),
      body: JSON.stringify({ ...body, records: [forged] }),
    })
  }
}

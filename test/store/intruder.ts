import { digestOfText } from '../../src/digest.ts'
import { batchKey } from '../../src/store/audit/keys.ts'
import type { AuditLog } from '../../src/store/audit/log.ts'
import { canonicalJson } from '../../src/store/canonical-json.ts'
import type { Backend } from './backends/backend.ts'

/** A record as text on its way through an intruder's hands. */
interface Loose {
  readonly sequence: number
  readonly hash: string
  readonly previous: { readonly hash: string }
  readonly content: Record<string, unknown>
}

interface Body {
  readonly records: readonly Loose[]
}

/**
 * Somebody who writes to the table round the project. The logs of these tests have one record in
 * each item, so records are told by their number.
 */
export function intruderOf(backend: Backend, { store, cluster }: AuditLog) {
  const itemOf = async (sequence: number) => {
    const item = await store.get(batchKey(cluster, sequence))
    if (!item.ok || item.value === null) throw new Error(`no record ${sequence}`)
    return item.value
  }
  const edit = async (sequence: number, change: (body: string) => string) => {
    const item = await itemOf(sequence)
    await backend.overwrite({ ...item, body: change(item.body) })
  }
  const read = async (sequence: number) => (await itemOf(sequence)).body
  /** Changes a record and gives it the hashes of what it says now, as a careful intruder would. */
  const rewrite = async (
    sequence: number,
    added: Record<string, unknown> = {},
    previousHash?: string,
  ) => {
    const { records, ...rest }: Body = JSON.parse(await read(sequence))
    const [record] = records
    if (record === undefined) throw new Error(`no record ${sequence}`)
    const { hash: _, content: said, ...header } = record
    const content = { ...said, caller: 'mallory', ...added }
    const previous = { ...header.previous, ...(previousHash && { hash: previousHash }) }
    const contentHash = digestOfText(canonicalJson(content))
    const forged = { ...header, ...added, previous, contentHash }
    const hash = digestOfText(canonicalJson(forged))
    await edit(sequence, () => JSON.stringify({ ...rest, records: [{ ...forged, content, hash }] }))
    return hash
  }
  return {
    read,
    edit,
    rewrite,
    take: (sequence: number) => backend.remove(batchKey(cluster, sequence)),
    /** Rewrites a record and all after it, so that they fit one another again. */
    async rewriteFrom(first: number) {
      let hash = await rewrite(first)
      for (let sequence = first + 1; ; sequence++) {
        const item = await store.get(batchKey(cluster, sequence))
        if (!item.ok || item.value === null) return hash
        hash = await rewrite(sequence, {}, hash)
      }
    },
  }
}

import { digestOfText } from '../../../digest.ts'
import { bucketPartition, namespacePartition } from '../keys.ts'
import { contentOf } from '../records/content.ts'
import type { AuditRecord } from '../records/record.ts'

/**
 * Ways to find preemptions other than by number. Views are written for so many records at a time,
 * once all of them are there: until then readers look at the records themselves, so that a view may
 * lag, and its writing be taken up by anybody where somebody stopped.
 */
export const SEGMENT = 256

/** A way to look for preemptions. */
export type View =
  | { readonly by: 'namespace'; readonly namespace: string }
  | { readonly by: 'node'; readonly node: string }
  | { readonly by: 'preemptor'; readonly namespace: string; readonly name: string }

/** A few partitions instead of one for each name: one item a segment and bucket. */
const BUCKETS = 16

/** A record that a view leads to, and in a bucket which name it is of. */
export type Entry = readonly [sequence: number, print: string]

/** Where a view's entries are. */
export interface ViewPlace {
  readonly pk: string
  /** Only entries with this are the view's; the others share its bucket. */
  readonly print: string
}

export function placeOf(cluster: string, view: View): ViewPlace {
  if (view.by === 'namespace') return { pk: namespacePartition(cluster, view.namespace), print: '' }
  const name = view.by === 'node' ? view.node : `${view.namespace}/${view.name}`
  const digest = digestOfText(name).slice('sha256:'.length)
  const bucket = Number.parseInt(digest.slice(0, 8), 16) % BUCKETS
  const by = view.by === 'node' ? 'by-node' : 'by-preemptor'
  return { pk: bucketPartition(cluster, by, bucket), print: digest.slice(8, 16) }
}

/** Every view in which a record appears; outcomes are found through their preemption. */
function viewsOf(record: AuditRecord): View[] {
  const content = contentOf(record, 'preemption')
  if (content === null) return []
  const { node, preemptor, victims } = content
  const namespaces = new Set(victims.map((victim) => victim.namespace))
  return [
    ...Array.from(namespaces, (namespace): View => ({ by: 'namespace', namespace })),
    { by: 'node', node },
    { by: 'preemptor', namespace: preemptor.namespace, name: preemptor.name },
  ]
}

/** All entries of some records by partition, partitions and entries in a fixed order. */
export function entriesOf(
  cluster: string,
  records: readonly AuditRecord[],
): ReadonlyMap<string, readonly Entry[]> {
  const entries = new Map<string, Entry[]>()
  for (const record of records) {
    for (const { pk, print } of viewsOf(record).map((view) => placeOf(cluster, view))) {
      const known = entries.get(pk)
      if (known === undefined) entries.set(pk, [[record.sequence, print]])
      else known.push([record.sequence, print])
    }
  }
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function segmentOf(sequence: number): number {
  return Math.floor((sequence - 1) / SEGMENT)
}

/** The entries of a view's item; none where it cannot be read. */
export function parseEntries(body: string): readonly Entry[] {
  try {
    const parsed: unknown = JSON.parse(body)
    return Array.isArray(parsed) ? parsed.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string'
}

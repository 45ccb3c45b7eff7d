import { sha256OfText } from '../digest.ts'
import type { AuditRecord } from './audit-record.ts'
import type { ItemKey } from './port.ts'

/**
 * Where the audit log keeps what. The chain is one partition a cluster, sorted by sequence number;
 * a view (victim namespace, node, preemptor) is a partition of numbers only, since records exist
 * once; a claim says under which number an id was recorded; the checkpoint is the chain's end.
 */
const SEQUENCE_DIGITS = 16

/** Sort keys compare as text, so numbers are padded. */
export function sequenceKey(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0')
}

export function chainPartition(cluster: string): string {
  return `audit/${cluster}/chain`
}

export function recordKey(cluster: string, sequence: number): ItemKey {
  return { pk: chainPartition(cluster), sk: sequenceKey(sequence) }
}

export function checkpointKey(cluster: string): ItemKey {
  return { pk: `audit/${cluster}/checkpoint`, sk: 'end' }
}

/** What must not happen twice: the recording of a preemption, and of its outcome. */
export async function claimKey(
  cluster: string,
  { kind, id }: Pick<AuditRecord, 'kind' | 'id'>,
): Promise<ItemKey> {
  return { pk: `audit/${cluster}/${kind}/${await segment(id)}`, sk: 'claim' }
}

/** A way to find preemptions other than by number. */
export type View =
  | { readonly by: 'namespace'; readonly namespace: string }
  | { readonly by: 'node'; readonly node: string }
  | { readonly by: 'preemptor'; readonly namespace: string; readonly name: string }

export async function viewPartition(cluster: string, view: View): Promise<string> {
  switch (view.by) {
    case 'namespace':
      return `audit/${cluster}/by-namespace/${await segment(view.namespace)}`
    case 'node':
      return `audit/${cluster}/by-node/${await segment(view.node)}`
    case 'preemptor':
      return `audit/${cluster}/by-preemptor/${await segment(`${view.namespace} ${view.name}`)}`
  }
}

/** Every view in which a record appears; outcomes are found through their preemption. */
export function viewsOf(record: AuditRecord): View[] {
  if (record.kind !== 'preemption') return []
  const { node, preemptor, victims } = record
  const namespaces = new Set(victims.map((victim) => victim.namespace))
  return [
    ...Array.from(namespaces, (namespace): View => ({ by: 'namespace', namespace })),
    { by: 'node', node },
    { by: 'preemptor', namespace: preemptor.namespace, name: preemptor.name },
  ]
}

// A caller's dump may hold any text as a name; in a key only Kubernetes' own alphabet is plain.
async function segment(name: string): Promise<string> {
  return /^[a-z0-9. -]{1,510}$/.test(name) ? name : sha256OfText(name)
}

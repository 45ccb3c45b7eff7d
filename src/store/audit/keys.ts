import { digestOfText } from '../../digest.ts'
import type { ItemKey } from '../port.ts'

/**
 * Where the audit log keeps what. All partitions of a cluster start with its name, so a policy on
 * leading keys can give one cluster to one role.
 */
const SEQUENCE_DIGITS = 16

/** Sort keys compare as text, so numbers are padded. */
export function sequenceKey(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0')
}

/** The chain: batches of records by the number of their first. */
export function chainPartition(cluster: string): string {
  return `audit/${cluster}/log`
}

export function batchKey(cluster: string, first: number): ItemKey {
  return { pk: chainPartition(cluster), sk: sequenceKey(first) }
}

/** The chain's end, apart from the chain. */
export function checkpointKey(cluster: string): ItemKey {
  return { pk: `audit/${cluster}/checkpoint`, sk: 'end' }
}

/** All clusters that have a log. */
export const CLUSTERS_PARTITION = 'audit-clusters'

/** Hashes of the tree, 256 of one level an item. */
export function tileKey(cluster: string, level: number, index: number): ItemKey {
  return { pk: `audit/${cluster}/tiles/${level}`, sk: sequenceKey(index) }
}

/** A content too large for the chain, by its hash. */
export function contentPartition(cluster: string, contentHash: string): string {
  return `audit/${cluster}/content/${contentHash}`
}

/** Offers to whoever appends next behind record `size`. */
export function inboxPartition(cluster: string, size: number): string {
  return `audit/${cluster}/inbox/${sequenceKey(size)}`
}

/** How far views are written. */
export function viewProgressKey(cluster: string): ItemKey {
  return { pk: `audit/${cluster}/views`, sk: 'progress' }
}

/** A claim tells from where on to look for records of a key. */
export function claimKey(cluster: string, name: string): ItemKey {
  return { pk: `audit/${cluster}/claim/${segment(name)}`, sk: 'claim' }
}

export function namespacePartition(cluster: string, namespace: string): string {
  return `audit/${cluster}/by-namespace/${segment(namespace)}`
}

/** Nodes and preemptors share few partitions: what is in them tells which is which. */
export function bucketPartition(
  cluster: string,
  by: 'by-node' | 'by-preemptor',
  bucket: number,
): string {
  return `audit/${cluster}/${by}/${bucket}`
}

// A caller's dump may hold any text as a name; in a key only Kubernetes' own alphabet is plain.
function segment(name: string): string {
  return /^[a-z0-9./~ -]{1,510}$/.test(name) ? name : digestOfText(name)
}

import type { SnapshotPatch } from '../snapshot/patch.ts'
import { type ReadOptions, type ReadResult, readCluster } from '../snapshot/read.ts'
import type { FoundSnapshot } from '../snapshots/snapshot-library.ts'

/** A kept snapshot, for requests that name it. */
export type NamedSnapshot = Pick<FoundSnapshot, 'clusters'>

export interface PodsRequest {
  readonly snapshot: unknown
  readonly pods: readonly unknown[]
  readonly patch?: SnapshotPatch | undefined
}

/** `giveBack` is to be called once the cluster is used no more; null: it is nobody else's. */
export type ReadOrBorrowed = ReadResult & { readonly giveBack: (() => void) | null }

/** The cluster of a request: one that is ready where it names a kept snapshot, else read now. */
export function readOrBorrow(
  request: PodsRequest,
  options: ReadOptions,
  named: NamedSnapshot | null,
): ReadOrBorrowed {
  const isAsKept = named !== null && request.patch === undefined
  const borrowed = isAsKept ? named.clusters.borrow(request.snapshot, request.pods, options) : null
  if (borrowed === null) return { ...readCluster(request, options), giveBack: null }
  return { ok: true, editor: null, ...borrowed }
}

import { ok, type Result } from '../../result.ts'
import type { BuiltCluster } from '../../snapshot/builder.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { SnapshotPatch } from '../../snapshot/patch.ts'
import { type ReadOptions, readCluster } from '../../snapshot/read.ts'
import type { FoundSnapshot } from '../../snapshots/snapshot-library.ts'

/** A kept snapshot, for requests that name it. */
export type NamedSnapshot = Pick<FoundSnapshot, 'clusters'>

export interface PodsRequest {
  readonly snapshot: unknown
  readonly pods: readonly unknown[]
  readonly patch?: SnapshotPatch | undefined
}

export interface ReadOrBorrowed extends Pick<BuiltCluster, 'cluster' | 'pods'> {
  /** To be called once the cluster is used no more; null: it is nobody else's. */
  readonly giveBack: (() => void) | null
}

/** The cluster of a request: one that is ready where it names a kept snapshot, else read now. */
export function readOrBorrow(
  request: PodsRequest,
  options: ReadOptions,
  named: NamedSnapshot | null,
): Result<ReadOrBorrowed, readonly Issue[]> {
  const { snapshot, pods, patch } = request
  const borrowed = named?.clusters.borrow(snapshot, pods, options, patch) ?? null
  if (borrowed !== null) return ok(borrowed)
  const read = readCluster(request, options)
  return read.ok ? ok({ ...read.value, giveBack: null }) : read
}

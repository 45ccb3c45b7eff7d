import { ok, type Result } from '../../result.ts'
import type { BuiltCluster } from '../../snapshot/builder.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { SnapshotPatch } from '../../snapshot/patch.ts'
import {
  type EditableCluster,
  type ReadOptions,
  readCluster,
  readEditableCluster,
} from '../../snapshot/read.ts'
import type { FoundSnapshot } from '../../snapshots/snapshot-library.ts'

/** A kept snapshot, for requests that name it. */
export type NamedSnapshot = Pick<FoundSnapshot, 'clusters'>

export interface PodsRequest {
  readonly snapshot: unknown
  readonly pods: readonly unknown[]
  readonly patch?: SnapshotPatch | undefined
}

/**
 * Reads the clusters of one request: lent ones, that are ready, where it names a kept snapshot, else
 * read now. What is lent is the request's own until all is given back.
 */
export class ClusterReader {
  private readonly named: NamedSnapshot | null
  private readonly lent: (() => void)[] = []

  constructor(named: NamedSnapshot | null) {
    this.named = named
  }

  read(request: PodsRequest, options: ReadOptions): Result<BuiltCluster, readonly Issue[]> {
    return this.borrow(request, options) ?? readCluster(request, options)
  }

  /** One that the request edits further. */
  readEditable(
    request: PodsRequest,
    options: ReadOptions,
  ): Result<EditableCluster, readonly Issue[]> {
    return this.borrow(request, options) ?? readEditableCluster(request, options)
  }

  /** No cluster of this request is used any more. */
  giveBack(): void {
    for (const giveBack of this.lent.splice(0)) giveBack()
  }

  private borrow(
    { snapshot, pods, patch }: PodsRequest,
    options: ReadOptions,
  ): Result<EditableCluster, never> | null {
    const borrowed = this.named?.clusters.borrow(snapshot, pods, options, patch) ?? null
    if (borrowed === null) return null
    this.lent.push(borrowed.giveBack)
    return ok(borrowed)
  }
}

/** For requests that bring their snapshots. */
export const READ_ANEW: ClusterReader = new ClusterReader(null)

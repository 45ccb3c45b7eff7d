import { ok } from '../result.ts'
import type { Cluster } from '../snapshot/cluster.ts'
import type { ClusterEditor } from '../snapshot/edits/cluster-editor.ts'
import { ROOT } from '../snapshot/json/json-path.ts'
import type { SnapshotPatch } from '../snapshot/patch.ts'
import { type EditableCluster, type ReadOptions, readEditableCluster } from '../snapshot/read.ts'
import type { ObjectChanges } from '../snapshot/snapshot-objects.ts'

/** A cluster that is one request's until it gives it back; then all is as it was. */
export interface BorrowedCluster extends EditableCluster {
  readonly giveBack: () => void
}

interface Ready {
  readonly key: string
  readonly cluster: Cluster
  readonly editor: ClusterEditor
  /** Times that it was lent. */
  lent: number
}

/** Kept at a time: ways to read a cluster, and requests that read it at the same time. */
const READY_MAX = 2
/** What pods were once is not forgotten, so that after so many requests a cluster is read anew. */
const LENT_MAX = 20_000

/** The clusters that the objects of one kept snapshot were read to, by how they were read. */
export class ReadyClusters {
  private readonly ready: Ready[] = []

  /**
   * A cluster with these edits and pods to decide, ready or read now of `snapshot`, which is the objects as
   * the request found them; null where something is wrong with either, as whoever reads all anew will say.
   */
  borrow(
    snapshot: unknown,
    pods: readonly unknown[],
    options: ReadOptions,
    patch?: SnapshotPatch,
  ): BorrowedCluster | null {
    const key = keyOf(options)
    const ready = this.take(key) ?? readNow(key, snapshot, options)
    if (ready === null) return null
    const { cluster, editor } = ready
    const undo = cluster.savepoint()
    const edited = patch === undefined ? ok(null) : editor.apply(patch)
    const taken = edited.ok ? editor.takePods(pods, ROOT.at('pods')) : edited
    const giveBack = () => {
      undo()
      ready.lent++
      if (this.ready.length < READY_MAX && ready.lent < LENT_MAX) this.ready.push(ready)
    }
    if (taken.ok) return { cluster, editor, pods: taken.value, giveBack }
    giveBack()
    return null
  }

  /** The objects have changed: clusters that are ready change too, others are not taken back. */
  followed(changes: ObjectChanges): ReadyClusters {
    const next = new ReadyClusters()
    for (const one of this.ready.splice(0)) {
      const edited = one.editor.apply({ path: ROOT, ...changes })
      if (edited.ok) next.ready.push(one)
    }
    return next
  }

  private take(key: string): Ready | null {
    const at = this.ready.findLastIndex((one) => one.key === key)
    if (at >= 0) return this.ready.splice(at, 1)[0] ?? null
    // The one that was not asked for longest makes room.
    if (this.ready.length === READY_MAX) this.ready.shift()
    return null
  }
}

function readNow(key: string, snapshot: unknown, options: ReadOptions): Ready | null {
  const read = readEditableCluster({ snapshot, pods: [] }, options)
  if (!read.ok) return null
  const { cluster, editor } = read.value
  return { key, cluster, editor, lent: 0 }
}

/** What is not said and what is said to be as usual are the same. */
function keyOf({
  storedPriorityClasses = [],
  lacksStoredClasses = false,
  ...options
}: ReadOptions) {
  const given = Object.entries({ ...options, storedPriorityClasses, lacksStoredClasses })
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
}

import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { FilterState, RankedFilter } from '../filter/filter-state.ts'
import { ownFilter } from '../filter/watched-filter.ts'
import { NodeRows } from '../framework/node-list.ts'
import type { NodeFilter } from '../framework/plugin.ts'
import { FITS, type StatusTable } from '../framework/status-table.ts'

/**
 * What one node's verdict would be with other pods on it, for one pod's decision. Everything is put
 * back by what `begin` returns; meanwhile nothing else may look at the node.
 */
export class DryRun {
  private readonly cluster: Cluster
  private readonly filters: readonly RankedFilter[]
  private readonly statuses: StatusTable
  private readonly everywhere: number
  private readonly scratch: Int32Array
  private readonly single = new NodeRows(1)
  /** Those whose verdict depends on what runs. */
  private readonly dynamic: readonly RankedFilter[]
  /** Those that keep numbers of pods. */
  private readonly counting: readonly NodeFilter[]
  private node = -1
  /** The others let the pod on the node. */
  private passesStatic = false

  constructor(
    cluster: Cluster,
    pass: FilterState,
    filters: readonly RankedFilter[] = pass.active(),
  ) {
    this.cluster = cluster
    this.filters = filters
    this.dynamic = filters.filter(({ filter }) => filter.dependsOn !== 'static')
    this.counting = filters.map(({ filter }) => filter).filter(countsPods)
    this.statuses = pass.statuses
    this.everywhere = pass.everywhere
    this.scratch = new Int32Array(cluster.nodes.count)
  }

  begin(node: number): () => void {
    this.node = node
    this.passesStatic = false
    this.single.clear()
    this.single.push(node)
    return this.checkpoint()
  }

  private checkpoint(): () => void {
    const { node } = this
    const saved = this.cluster.pods.save(node)
    const undo: (() => void)[] = []
    for (const filter of this.counting) {
      const restore = filter.checkpoint?.()
      if (restore !== undefined) undo.push(restore)
    }
    return () => {
      this.cluster.pods.restore(node, saved)
      for (const restore of undo) restore()
    }
  }

  add(pod: Pod): void {
    const node = this.nodeOf(pod)
    if (node === this.node) this.cluster.pods.add(pod, node)
    for (const filter of this.counting) filter.addOrRemovePod?.(pod, node, 1)
  }

  remove(pod: Pod): void {
    const node = this.nodeOf(pod)
    if (node === this.node) this.cluster.pods.remove(pod, node)
    for (const filter of this.counting) filter.addOrRemovePod?.(pod, node, -1)
  }

  /** Pods of a group may leave other nodes, which then count with them still; nominated pods come here. */
  private nodeOf({ node }: Pod): number {
    return node < 0 ? this.node : node
  }

  /** An id of the rejection table. */
  verdict(): number {
    const { node, scratch, single, statuses } = this
    let unknown = this.everywhere
    for (const { filter } of this.passesStatic ? this.dynamic : this.filters) {
      scratch[node] = FITS
      filter.filter(single, scratch)
      if (scratch[node] === FITS) continue
      if (!statuses.isUnknown(scratch[node])) return scratch[node]
      unknown = statuses.join(unknown, scratch[node])
    }
    this.passesStatic ||= unknown === FITS
    return unknown
  }

  /**
   * Filters run with the nominated pods on the node, and if that succeeds once more without them:
   * they may not come after all (RunFilterPluginsWithNominatedPods).
   */
  verdictWith(nominated: readonly Pod[]): number {
    if (nominated.length > 0) {
      const restore = this.checkpoint()
      for (const pod of nominated) this.add(pod)
      const withThem = this.verdict()
      restore()
      const without = withThem === FITS || this.statuses.isUnknown(withThem) ? this.verdict() : FITS
      return without === FITS ? withThem : without
    }
    return this.verdict()
  }
}

function countsPods(filter: NodeFilter): boolean {
  const { addOrRemovePod, checkpoint } = ownFilter(filter)
  return addOrRemovePod !== undefined || checkpoint !== undefined
}

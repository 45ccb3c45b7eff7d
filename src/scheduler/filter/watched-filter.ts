import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Detail } from '../framework/detail.ts'
import { absentKind, type Gap, unionOfGaps } from '../framework/gap.ts'
import type { NodeList } from '../framework/node-list.ts'
import type { NodeMarks } from '../framework/node-marks.ts'
import type { DependsOn, NodeFilter, Plugin, PreFilterResult } from '../framework/plugin.ts'
import { FITS, type PluginStatuses } from '../framework/status-table.ts'

/** What a plugin prepares a filter for. */
interface Prepared {
  readonly cluster: Cluster
  readonly pod: Pod
  readonly statuses: PluginStatuses
}

/**
 * PreFilter of one plugin, on a view of the cluster of its own. Where it read a kind of which nothing
 * is known, what it says is not passed on.
 */
export function prepareFilter(
  plugin: Plugin,
  { cluster, pod, statuses }: Prepared,
): PreFilterResult {
  const view = cluster.readBy(plugin.name, 'outcome')
  const result = plugin.prepareFilter?.({ cluster: view, pod, statuses }) ?? { kind: 'skip' }
  return cluster.hasUnknownKinds ? watched(result, plugin.name, view, statuses) : result
}

function watched(
  result: PreFilterResult,
  plugin: string,
  view: Cluster,
  statuses: PluginStatuses,
): PreFilterResult {
  const kinds = view.takeUnknownKinds()
  if (result.kind === 'filter' && kinds.every((kind) => rejectsMoreWith(result.filter, kind))) {
    return { ...result, filter: new WatchedFilter(result.filter, plugin, view, statuses, kinds) }
  }
  const gaps = kinds.map((kind) => absentKind(kind, plugin))
  return gaps.length === 0 ? result : { kind: 'unknown', gaps }
}

function rejectsMoreWith(filter: NodeFilter, kind: SnapshotResource): boolean {
  return filter.rejectsMoreWith?.includes(kind) ?? false
}

const NOTHING = new Int32Array(0)

/**
 * A filter that may read kinds of which nothing is known while it judges. From then on its verdicts
 * are unknown, but for rejections that more objects of these kinds could not take back.
 */
class WatchedFilter implements NodeFilter {
  readonly dependsOn: DependsOn
  readonly followPod?: NonNullable<NodeFilter['followPod']>
  readonly placedClaims?: NonNullable<NodeFilter['placedClaims']>
  readonly allocations?: NonNullable<NodeFilter['allocations']>
  readonly filterItself: NodeFilter
  private readonly plugin: string
  private readonly view: Cluster
  private readonly statuses: PluginStatuses
  private gaps: readonly Gap[] = []
  private keepsRejections = true
  /** Verdicts before the filter, of those that override later filters'. */
  private before: Int32Array = NOTHING
  /** Something was read since the nodes to judge again were last asked for. */
  private hasNewGap = false

  constructor(
    filter: NodeFilter,
    plugin: string,
    view: Cluster,
    statuses: PluginStatuses,
    kinds: readonly SnapshotResource[],
  ) {
    this.dependsOn = filter.dependsOn
    this.filterItself = filter
    if (filter.followPod !== undefined) this.followPod = this.follower(filter.followPod)
    if (filter.placedClaims !== undefined) this.placedClaims = filter.placedClaims.bind(filter)
    if (filter.allocations !== undefined) this.allocations = filter.allocations.bind(filter)
    this.plugin = plugin
    this.view = view
    this.statuses = statuses
    this.add(kinds)
  }

  private add(kinds: readonly SnapshotResource[]): void {
    if (kinds.length === 0) return
    const found = kinds.map((kind) => absentKind(kind, this.plugin))
    const { length } = this.gaps
    this.gaps = unionOfGaps(this.gaps, found)
    this.hasNewGap ||= this.gaps.length > length
    this.keepsRejections &&= kinds.every((kind) => rejectsMoreWith(this.filterItself, kind))
  }

  private notice(): void {
    this.add(this.view.takeUnknownKinds())
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const overrides = this.dependsOn === 'cluster'
    if (overrides && this.before === NOTHING) this.before = new Int32Array(verdict.length)
    const { before } = this
    if (overrides) copy(nodes, verdict, before)
    this.filterItself.filter(nodes, verdict)
    this.notice()
    if (this.gaps.length === 0) return
    const unknown = this.statuses.unknown(...this.gaps)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const was = overrides ? before[node] : FITS
      if (verdict[node] !== was && this.keepsRejections) continue
      // What a later filter knows for certain stands.
      verdict[node] = was === FITS ? unknown : was
    }
  }

  isActive(): boolean {
    return this.gaps.length > 0 || (this.filterItself.isActive?.() ?? true)
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    this.filterItself.podChanged?.(pod, node, sign)
    this.notice()
  }

  markAffected(affected: NodeMarks): void {
    if (this.hasNewGap || this.filterItself.markAffected === undefined) affected.markAll()
    else this.filterItself.markAffected(affected)
    this.hasNewGap = false
    this.notice()
  }

  /** What nothing is known of may be another thing for another pod. */
  private follower(followPod: NonNullable<NodeFilter['followPod']>) {
    return (pod: Pod): boolean => {
      const follows = followPod.call(this.filterItself, pod)
      this.notice()
      return follows && this.gaps.length === 0
    }
  }

  follow(pod: PodSignature): void {
    this.filterItself.follow?.(pod)
    this.notice()
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    this.filterItself.addOrRemovePod?.(pod, node, sign)
    this.notice()
  }

  checkpoint(): () => void {
    return this.filterItself.checkpoint?.() ?? (() => {})
  }

  details(node: number): readonly Detail[] {
    const details = this.filterItself.details?.(node) ?? []
    // What is read to explain a verdict changes none.
    this.view.takeUnknownKinds()
    return details
  }
}

/** The plugin's own filter, for the plugin that made it. */
export function ownFilter(filter: NodeFilter): NodeFilter {
  return filter instanceof WatchedFilter ? filter.filterItself : filter
}

/** Of a plugin of which nothing can be said. */
export class UnknownFilter implements NodeFilter {
  readonly dependsOn = 'static'
  private readonly unknown: number

  constructor(unknown: number) {
    this.unknown = unknown
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    for (let index = 0; index < nodes.length; index++) verdict[nodes.at[index]] = this.unknown
  }
}

function copy(nodes: NodeList, from: Int32Array, to: Int32Array): void {
  for (let index = 0; index < nodes.length; index++) to[nodes.at[index]] = from[nodes.at[index]]
}

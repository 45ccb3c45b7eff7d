import { type Change, Changes } from './changes.ts'
import type { ControlledCluster } from './cluster/controlled-cluster.ts'
import type { ControlledNode } from './cluster/controlled-node.ts'
import type { ControlledPod } from './cluster/controlled-pod.ts'
import { Journal } from './journal.ts'
import type { ControllerFlags } from './node-lifecycle/controller-flags.ts'
import { NodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.ts'
import { NodeTainter } from './node-lifecycle/node-tainter.ts'
import { PodRemover, type Removal } from './pod-removal/pod-remover.ts'
import {
  type EvictionCause,
  type PodFate,
  TaintEvictionController,
  type TaintsSince,
} from './taint-eviction/taint-eviction-controller.ts'
import { Rank, Timeline } from './timeline.ts'

export interface ControllersInput {
  readonly cluster: ControlledCluster
  /** The start, in milliseconds since the epoch; all other times are counted from it. */
  readonly startMs: number
  readonly untilMs: number
  readonly changes: readonly Change[]
  readonly flags: ControllerFlags
  /** When the monitor has its first pass. */
  readonly firstPassMs: number
}

export interface Eviction {
  readonly pod: ControlledPod
  readonly atMs: number
  readonly cause: EvictionCause
  readonly removal: Removal
}

/** Everything that happened until the end. */
export interface ControllersRun {
  readonly evictions: readonly Eviction[]
  readonly fates: ReadonlyMap<ControlledPod, PodFate>
  readonly journal: Journal
  readonly cluster: ControlledCluster
  /** When the run gave up, since it had become too much work; null: it went to its end. */
  readonly cutOffMs: number | null
}

/** A node looked at is a unit of work, as is a pod: seconds of a processor, not minutes. */
const WORK_MAX = 2_000_000

/**
 * Both controllers, running since before the start, on a cluster to which things happen. They meet
 * only in the objects; pauses are where others may have their turn.
 */
export function* runControllers(input: ControllersInput): Generator<void, ControllersRun, void> {
  const { cluster, startMs, flags } = input
  const timeline = new Timeline()
  const journal = new Journal()
  const remover = new PodRemover(cluster, timeline)
  const evictions: Eviction[] = []
  const taintEviction = new TaintEvictionController({
    cluster,
    timeline,
    journal,
    deletePod(pod, cause) {
      if (pod.isTerminating) return // the API server has nothing to change
      const isFirst = !remover.removals.has(pod)
      const removal = remover.deletePod(pod)
      if (isFirst) evictions.push({ pod, atMs: timeline.nowMs, cause, removal })
    },
  })
  for (const node of cluster.nodes.values()) taintEviction.replay(node, historyOf(node, startMs))
  const tainter = new NodeTainter({ cluster, timeline, journal, startMs })
  const lifecycle = new NodeLifecycleController(
    { cluster, timeline, journal, flags, tainter },
    input.firstPassMs,
  )
  cluster.watch(taintEviction)
  cluster.watch(lifecycle)
  for (const node of cluster.nodes.values()) tainter.matchConditions(node)
  const changes = new Changes({ cluster, timeline, journal, remover })
  for (const change of input.changes) {
    timeline.at(change.atMs, Rank.change, () => changes.apply(change))
  }
  const cutOffMs = yield* timeline.run(input.untilMs, WORK_MAX)
  return { evictions, fates: taintEviction.fates, journal, cluster, cutOffMs }
}

/** The NoExecute taints that a node has at the start, in the order in which they must have come. */
function historyOf({ taints }: ControlledNode, startMs: number): TaintsSince[] {
  const since = (timeAdded: string | null) =>
    timeAdded === null ? 0 : Math.min(Date.parse(timeAdded) - startMs, 0)
  const noExecute = taints.filter(({ effect }) => effect === 'NoExecute')
  const instants = [...new Set(noExecute.map(({ timeAdded }) => since(timeAdded)))]
  return instants
    .sort((a, b) => a - b)
    .map((sinceMs) => ({
      sinceMs,
      taints: noExecute.filter(({ timeAdded }) => since(timeAdded) <= sinceMs),
    }))
}

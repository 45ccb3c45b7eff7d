import type { ControlledCluster, Watcher } from '../cluster/controlled-cluster.ts'
import type { ControlledNode, NodeCondition } from '../cluster/controlled-node.ts'
import type { ControlledPod } from '../cluster/controlled-pod.ts'
import { hasTaint, type TaintWithTime } from '../cluster/taint-with-time.ts'
import type { Journal } from '../journal.ts'
import { type Appointment, Rank, type Timeline } from '../timeline.ts'
import { NOT_READY, noExecute, UNREACHABLE } from './condition-taints.ts'
import type { ControllerFlags } from './controller-flags.ts'
import { NodeEvents } from './node-events.ts'
import { NodeHealths } from './node-health.ts'
import type { NodeTainter } from './node-tainter.ts'
import { ReadyCounts } from './ready-counts.ts'
import { ZoneDisruption } from './zone-disruption.ts'

export interface NodeLifecycleOptions {
  readonly cluster: ControlledCluster
  readonly timeline: Timeline
  readonly journal: Journal
  readonly flags: ControllerFlags
  readonly tainter: NodeTainter
}

/** A node as a pass of the monitor lists it: its taints may change before the pass is over. */
interface ListedNode {
  readonly node: ControlledNode
  readonly taints: readonly TaintWithTime[]
}

/** What a pass takes beside its nodes, in nodes. */
const PASS_WORK = 10

/**
 * pkg/controller/nodelifecycle of Kubernetes 1.37: a silent kubelet makes a node's conditions
 * Unknown, conditions make taints, at once without execution and by the zone's rate with it.
 * A node to which nothing happened since it was looked at fares as it did then: passes look only at
 * the others, and passes without any are skipped; the rest stay on their beat.
 */
export class NodeLifecycleController implements Watcher {
  private readonly options: NodeLifecycleOptions
  private readonly healths: NodeHealths
  private readonly zones: ZoneDisruption
  private readonly events: NodeEvents
  private readonly known = new Set<string>()
  private readonly deleted = new Set<string>()
  private readonly counts = new ReadyCounts()
  /** Nodes to look at in the next pass. */
  private readonly touched = new Set<ControlledNode>()
  /** Silent nodes whose grace is not over. */
  private readonly silent = new Set<ControlledNode>()
  private readonly firstPassMs: number
  /** Passes are counted from 0. */
  private lastBeat = -1
  private nextPass: Appointment | null = null
  private nextTainting: Appointment | null = null

  constructor(options: NodeLifecycleOptions, firstPassMs: number) {
    this.options = options
    this.firstPassMs = firstPassMs
    const { flags, cluster, journal, timeline } = options
    this.healths = new NodeHealths({
      graceMs: flags.nodeMonitorGracePeriodMs,
      startupGraceMs: flags.nodeStartupGracePeriodMs,
    })
    this.events = new NodeEvents(journal, timeline)
    this.zones = new ZoneDisruption({ flags, journal, timeline })
    for (const node of cluster.nodes.values()) {
      this.known.add(node.name)
      this.touched.add(node)
      this.healths.assumeWatched(node)
    }
    this.zones.assumeWatched(cluster.nodes.values())
    this.appointPass(timeline.nowMs)
  }

  nodeUpdated(node: ControlledNode): void {
    this.options.tainter.matchConditions(node)
    this.touched.add(node)
    this.appointPass(this.options.timeline.nowMs)
  }

  nodeDeleted(node: ControlledNode): void {
    this.touched.delete(node)
    this.silent.delete(node)
    this.deleted.add(node.name)
    this.appointPass(this.options.timeline.nowMs)
  }

  /** processPod: a pod that comes to a node known to be in trouble is not ready. */
  podAdded(pod: ControlledPod): void {
    if (!this.options.cluster.nodes.has(pod.nodeName)) return
    const ready = this.healths.lastReady(pod.nodeName)
    if (ready !== undefined && ready !== null && ready.status !== 'True')
      this.events.markPodsNotReady([pod])
  }

  podUpdated(): void {}

  /** On the beat, at or after an instant, and after the last pass. */
  private appointPass(fromMs: number): void {
    if (fromMs === Number.POSITIVE_INFINITY) return
    const { flags, timeline } = this.options
    const beat = flags.nodeMonitorPeriodMs
    const beats = Math.ceil((fromMs - this.firstPassMs) / beat)
    const atMs = this.firstPassMs + Math.max(beats, this.lastBeat + 1) * beat
    if (this.nextPass !== null && this.nextPass.atMs <= atMs) return
    this.nextPass?.cancel()
    this.nextPass = timeline.at(atMs, Rank.monitor, () => {
      this.nextPass = null
      this.lastBeat = Math.round((atMs - this.firstPassMs) / beat)
      this.pass()
    })
  }

  /** monitorNodeHealth. */
  private pass(): void {
    const { timeline, tainter } = this.options
    const listed = this.listNodes()
    timeline.addWork(PASS_WORK + listed.length)
    this.noteDeletions()
    for (const one of listed) this.noteNew(one)
    for (const one of listed) if (!tainter.isUnjudged(one.node)) this.judge(one)
    const isChanged = this.zones.update(this.counts, () => this.reachAll(listed))
    if (isChanged) for (const node of this.options.cluster.nodes.values()) this.touched.add(node)
    if (this.zones.takeProbeRestart()) this.healths.restartProbes(timeline.nowMs)
    let nextMs = this.touched.size > 0 ? timeline.nowMs : Number.POSITIVE_INFINITY
    for (const node of this.silent) nextMs = Math.min(nextMs, this.healths.dueMs(node))
    this.appointPass(nextMs)
    this.appointTainting()
  }

  /** The nodes to look at now, in the order in which the cluster has them. */
  private listNodes(): ListedNode[] {
    const { nodes } = this.options.cluster
    const { nowMs } = this.options.timeline
    for (const node of this.silent) if (this.healths.dueMs(node) <= nowMs) this.touched.add(node)
    const inOrder =
      this.touched.size > 1
        ? [...nodes.values()].filter((node) => this.touched.has(node))
        : [...this.touched]
    this.touched.clear()
    return inOrder.map((node) => ({ node, taints: node.taints }))
  }

  private noteNew({ node, taints }: ListedNode): void {
    if (this.zones.addZone(node.zone)) this.touchZone(node.zone)
    if (this.known.has(node.name)) return
    this.events.registered(node.name)
    this.known.add(node.name)
    this.reach({ node, taints }, 'the node is new to the controller')
  }

  /** A node that was made anew meanwhile was never missed. */
  private noteDeletions(): void {
    for (const name of this.deleted) {
      if (this.options.cluster.nodes.has(name) || !this.known.delete(name)) continue
      this.events.removing(name)
      this.counts.delete(name)
    }
    this.deleted.clear()
  }

  /** A zone that had lost its state has an empty queue, to which its nodes must be added anew. */
  private touchZone(zone: string): void {
    for (const node of this.options.cluster.nodes.values()) {
      if (node.zone === zone) this.touched.add(node)
    }
  }

  /** One node's health, and what follows from it. */
  private judge({ node, taints }: ListedNode): void {
    const { observed, current, posted } = this.healths.observe(node, this.options.timeline.nowMs)
    if (posted !== null) this.post(node, posted)
    if (this.healths.dueMs(node) === Number.POSITIVE_INFINITY) this.silent.delete(node)
    else this.silent.add(node)
    if (this.healths.isUnsettled(node)) this.touched.add(node)
    this.counts.set(node, current === 'True')
    if (current === null) return
    this.processTaints({ node, taints }, current)
    if (current !== 'True' && observed === 'True') {
      this.events.notReady(node.name)
      this.events.markPodsNotReady(this.options.cluster.podsOn(node.name))
    }
  }

  private post(node: ControlledNode, conditions: readonly NodeCondition[]): void {
    const { journal, timeline, cluster } = this.options
    journal.addConditions(timeline.nowMs, node, conditions, 'node-lifecycle-controller')
    node.conditions = conditions
    cluster.nodeChanged(node)
  }

  /** processTaintBaseEviction. */
  private processTaints({ node, taints }: ListedNode, status: string): void {
    if (status === 'True') return this.reach({ node, taints }, 'Ready is True')
    if (status !== 'False' && status !== 'Unknown') return
    const [own, opposite] = status === 'False' ? [NOT_READY, UNREACHABLE] : [UNREACHABLE, NOT_READY]
    if (hasTaint(taints, noExecute(opposite))) {
      return this.options.tainter.swap(node, own, opposite, `Ready is ${status}`)
    }
    this.zones.queueForTainting(node, hasTaint(taints, noExecute(own)))
  }

  /** markNodeAsReachable, which looks at the taints that the pass listed. */
  private reach({ node, taints }: ListedNode, because: string): void {
    for (const key of [UNREACHABLE, NOT_READY]) {
      if (!hasTaint(taints, noExecute(key))) continue
      this.options.tainter.remove(node, key, because)
    }
    this.zones.leaveQueue(node)
  }

  /** Nodes that the pass did not look at have the taints that they had when it began. */
  private reachAll(listed: readonly ListedNode[]): void {
    const because = 'every zone is wholly disrupted'
    const before = new Map(listed.map(({ node, taints }) => [node, taints]))
    for (const node of this.options.cluster.nodes.values()) {
      this.reach({ node, taints: before.get(node) ?? node.taints }, because)
    }
  }

  private appointTainting(): void {
    const dueMs = this.zones.nextTaintingMs()
    if (dueMs === Number.POSITIVE_INFINITY) return
    if (this.nextTainting !== null && this.nextTainting.atMs <= dueMs) return
    this.nextTainting?.cancel()
    this.nextTainting = this.options.timeline.at(dueMs, Rank.taintingPass, () => {
      this.nextTainting = null
      this.zones.serve((name, nodeZone) => this.taintNoExecute(name, nodeZone))
      this.appointTainting()
    })
  }

  /** What doNoExecuteTaintingPass does to one node. */
  private taintNoExecute(name: string, zone: string): void {
    const node = this.options.cluster.nodes.get(name)
    const status = node?.conditions.find(({ type }) => type === 'Ready')?.status
    if (node === undefined || (status !== 'False' && status !== 'Unknown')) return
    const [own, opposite] = status === 'False' ? [NOT_READY, UNREACHABLE] : [UNREACHABLE, NOT_READY]
    const because = `Ready is ${status}, and it was the node's turn in zone ${JSON.stringify(zone)}`
    this.options.tainter.swap(node, own, opposite, because)
  }
}

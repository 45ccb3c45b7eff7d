import { type CycleOptions, SchedulingCycle } from '../../scheduler/cycle.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { ProfileSet } from '../../scheduler/framework/profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'

/** One reason for which a pod found no node, over all nodes. */
export interface StuckBecause {
  readonly plugin: string
  readonly reason: string
  /** Nodes that it keeps the pod off. */
  readonly nodes: number
  /** In a sentence, with the numbers behind it. */
  readonly text: string
}

/** Where a pod came to run again. */
export interface Destination {
  readonly outcome: Decision['outcome']
  /** Row of the node, -1 for none. */
  readonly node: number
  /** The scheduler's own words where there is no node, else empty. */
  readonly message: string
  readonly because: readonly StuckBecause[]
  /** Pods that were displaced for it. */
  readonly displaced: readonly Pod[]
}

export interface MovingRules {
  readonly profiles: ProfileSet
  readonly cycle: CycleOptions
  /** What keeps a pod off the nodes; asked before anything else is decided. */
  readonly explain: (decision: Decision, cluster: Cluster) => readonly StuckBecause[]
}

/** A cluster of its own from which pods leave, to be decided anew: each on top of all that moved before. */
export class MovingPods {
  private readonly rules: MovingRules
  private cluster: Cluster
  private cycle: SchedulingCycle
  private nextIndex: number

  constructor(cluster: Cluster, rules: MovingRules) {
    this.rules = rules
    this.cluster = cluster
    this.cycle = this.newCycle()
    const indexes = cluster.pods.onNode.flatMap((pods) => pods.map(({ index }) => index))
    this.nextIndex = 1 + indexes.reduce((most, index) => Math.max(most, index), 0)
  }

  /** In the order in which they came. */
  onNode(node: number): readonly Pod[] {
    return this.cluster.pods.onNode[node] ?? []
  }

  leave(pods: ReadonlySet<Pod>): void {
    if (pods.size === 0) return
    this.cluster = this.cluster.fork(pods)
    this.cycle = this.newCycle()
  }

  /** Decides a new pod like this one, and counts it where it goes. */
  comeAgain(like: Pod): { pod: Pod; destination: Destination } {
    const pod = this.copyOf(like)
    const decision = this.cycle.decide(pod)
    const node = decision.preemption?.node ?? -1
    if (decision.outcome !== 'unschedulable' || node < 0) {
      return { pod, destination: this.settle(decision, []) }
    }
    const winner = decision.preemption?.candidates.find(({ lostBy }) => lostBy === null)
    const displaced = (winner?.victims ?? []).map((victim) => victim.pod)
    const nominated = { ...pod, nominatedNodeName: this.cluster.nodes.names[node] }
    this.leave(new Set(displaced))
    const again = this.cycle.decide(nominated)
    return { pod: nominated, destination: this.settle(again, displaced) }
  }

  private settle(decision: Decision, displaced: readonly Pod[]): Destination {
    const { outcome, node, message } = decision
    if (outcome === 'scheduled') {
      this.cycle.assume(decision)
      return { outcome, node, message: '', because: [], displaced }
    }
    const because = this.rules.explain(decision, this.cluster)
    return { outcome, node: -1, message, because, displaced }
  }

  private copyOf(pod: Pod): Pod {
    const fresh = { uid: '', node: -1, nominatedNodeName: '', startTimeMs: null }
    return { ...pod, ...fresh, deletionTimeMs: null, index: this.nextIndex++ }
  }

  private newCycle(): SchedulingCycle {
    return new SchedulingCycle(this.cluster, this.rules.profiles, this.rules.cycle)
  }
}

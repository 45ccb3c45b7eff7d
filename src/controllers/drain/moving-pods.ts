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
  readonly displaced: readonly Displaced[]
}

/** A pod that had to go for another one, and the row of the node where it was. */
export interface Displaced {
  readonly pod: Pod
  readonly from: number
}

export interface MovingRules {
  readonly profiles: ProfileSet
  readonly cycle: CycleOptions
  /** What keeps a pod off the nodes; asked before anything else is decided. */
  readonly explain: (decision: Decision, cluster: Cluster) => readonly StuckBecause[]
}

/**
 * Pods that leave their nodes, to be decided anew: each on top of all that moved before. The cluster is
 * changed; a savepoint of the caller takes it back.
 */
export class MovingPods {
  private readonly rules: MovingRules
  private readonly cluster: Cluster
  private readonly cycle: SchedulingCycle
  private nextIndex = 1

  constructor(cluster: Cluster, rules: MovingRules) {
    this.rules = rules
    this.cluster = cluster
    this.cycle = new SchedulingCycle(cluster, rules.profiles, rules.cycle)
    for (const pods of cluster.pods.onNode) {
      for (const { index } of pods) this.nextIndex = Math.max(this.nextIndex, index + 1)
    }
  }

  /** In the order in which they came. */
  onNode(node: number): readonly Pod[] {
    return this.cluster.pods.onNode[node] ?? []
  }

  leave(pod: Pod): void {
    this.cluster.remove(pod)
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
    const displaced = (winner?.victims ?? []).map((victim) => ({ pod: victim.pod, from: node }))
    const nominated = { ...pod, nominatedNodeName: this.cluster.nodes.names[node] }
    for (const victim of displaced) this.leave(victim.pod)
    const again = this.cycle.decide(nominated)
    return { pod: nominated, destination: this.settle(again, displaced) }
  }

  private settle(decision: Decision, displaced: readonly Displaced[]): Destination {
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
}

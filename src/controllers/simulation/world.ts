import { type CycleOptions, SchedulingCycle } from '../../scheduler/cycle.ts'
import type { ProfileSet } from '../../scheduler/framework/profile.ts'
import { Nominations } from '../../scheduler/nominations.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { isOnNode, type SimulatedPod } from './simulated-pod.ts'

/** A cluster at its start. */
export interface Reading {
  readonly cluster: Cluster
  /** All pods of the simulation; none is on a node. */
  readonly pods: readonly Pod[]
}

export interface WorldRules {
  readonly profiles: ProfileSet
  readonly cycle: CycleOptions
}

export interface Utilisation {
  /** Requested of what is allocatable, 0 where nothing is. */
  readonly cpu: number
  readonly memory: number
  readonly pods: number
  readonly nodes: number
}

/** The cluster of one moment: which pods are on which nodes, and who was promised one. */
export class World {
  cycle: SchedulingCycle
  private readonly rules: WorldRules
  private cluster: Cluster
  private readonly sources: readonly Pod[]
  private readonly nominated = new Map<SimulatedPod, string>()
  private cpuMilli = 0
  private memoryBytes = 0
  private podCount = 0

  constructor(rules: WorldRules, reading: Reading) {
    this.rules = rules
    // The cluster that was read stays as it is: nodes come and go there.
    this.cluster = reading.cluster.fork(new Set())
    this.sources = reading.pods
    this.cycle = this.newCycle()
  }

  get nodeNames(): readonly string[] {
    return this.cluster.nodes.names
  }

  /** The pod that was read, under a name of its own. */
  make(source: number, name: string, index: number): Pod {
    return { ...this.sources[source], name, node: -1, index: this.sources.length + index }
  }

  place(one: SimulatedPod, node: string): void {
    const row = this.cluster.nodes.rowOf.get(node) ?? -1
    this.nominated.delete(one)
    this.cycle.assume({ pod: one.pod, node: row })
    this.count(one, 1)
  }

  /** Counts a pod that ran before the simulation began, or goes on while nodes come and go. */
  keep(one: SimulatedPod): void {
    const row = this.cluster.nodes.rowOf.get(one.node)
    if (row === undefined) return
    this.cluster.assume(one.pod, row)
    this.count(one, 1)
  }

  /** It takes nothing of its node any more; of one that the snapshot lacks it never did. */
  remove(one: SimulatedPod): void {
    if (one.pod.node < 0) return
    this.cluster.remove(one.pod)
    this.count(one, -1)
  }

  promise(one: SimulatedPod, node: string): void {
    one.pod = { ...one.pod, nominatedNodeName: node }
    this.nominated.set(one, node)
    this.cycle = this.newCycle()
  }

  forget(one: SimulatedPod): void {
    if (this.nominated.delete(one)) this.cycle = this.newCycle()
  }

  /** Other nodes are there now; what runs on one that still is stays. */
  replace(cluster: Cluster, all: Iterable<SimulatedPod>): void {
    this.cluster = cluster
    this.cpuMilli = 0
    this.memoryBytes = 0
    this.podCount = 0
    for (const one of all) {
      one.pod = { ...one.pod, node: -1 }
      if (isOnNode(one)) this.keep(one)
    }
    for (const [one, node] of this.nominated) {
      if (!cluster.nodes.rowOf.has(node)) this.nominated.delete(one)
    }
    this.cycle = this.newCycle()
  }

  utilisation(): Utilisation {
    const { nodes } = this.cluster
    const shareOf = (used: number, allocatable: Float64Array) => {
      const all = allocatable.reduce((sum, amount) => sum + amount, 0)
      return all === 0 ? 0 : used / all
    }
    return {
      cpu: shareOf(this.cpuMilli, nodes.cpuMilli),
      memory: shareOf(this.memoryBytes, nodes.memoryBytes),
      pods: this.podCount,
      nodes: nodes.count,
    }
  }

  nameOf(row: number): string {
    return this.cluster.nodes.names[row] ?? ''
  }

  private count({ pod }: SimulatedPod, sign: 1 | -1): void {
    const { cpuMilli, memoryBytes } = pod.signature.taken
    this.cpuMilli += sign * cpuMilli
    this.memoryBytes += sign * memoryBytes
    this.podCount += sign
  }

  private newCycle(): SchedulingCycle {
    const nominations = new Nominations()
    for (const [one, node] of this.nominated) {
      const row = this.cluster.nodes.rowOf.get(node)
      if (row !== undefined) nominations.add(one.pod, row)
    }
    const { profiles, cycle } = this.rules
    return new SchedulingCycle(this.cluster, profiles, cycle, nominations)
  }
}

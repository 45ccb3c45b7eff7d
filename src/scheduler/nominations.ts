import type { Cluster, Pod } from '../snapshot/cluster.ts'

/** Pending pods that a preemption nominated to a node, by that node. */
export class Nominations {
  private readonly byNode = new Map<number, Pod[]>()
  private readonly nodeOf = new Map<Pod, number>()

  constructor(cluster: Cluster) {
    for (const pod of cluster.pending) {
      const node = cluster.nodes.rowOf.get(pod.nominatedNodeName)
      if (node !== undefined) this.add(pod, node)
    }
  }

  /** The same nominations as a cluster goes on where this one stands. */
  in(cluster: Cluster): Nominations {
    const copy = new Nominations(cluster)
    copy.byNode.clear()
    copy.nodeOf.clear()
    for (const [node, pods] of this.byNode) for (const pod of pods) copy.add(pod, node)
    return copy
  }

  add(pod: Pod, node: number): void {
    this.nodeOf.set(pod, node)
    const pods = this.byNode.get(node)
    if (pods === undefined) this.byNode.set(node, [pod])
    else pods.push(pod)
  }

  get isEmpty(): boolean {
    return this.byNode.size === 0
  }

  /** Row of the node that the pod is nominated to, -1 without. */
  of(pod: Pod): number {
    const node = this.nodeOf.get(pod) ?? -1
    return node >= 0 && this.onNode(node).includes(pod) ? node : -1
  }

  /** Decided pods keep no nomination. */
  remove(pod: Pod): void {
    const node = this.nodeOf.get(pod)
    if (node === undefined) return
    const others = this.onNode(node).filter((one) => one !== pod)
    if (others.length === 0) this.byNode.delete(node)
    else this.byNode.set(node, others)
  }

  onNode(node: number): readonly Pod[] {
    return this.byNode.get(node) ?? []
  }

  /** Nodes with nominated pods that this pod must make room for, and these pods. */
  *respectedBy(pod: Pod): Generator<[number, readonly Pod[]]> {
    for (const node of this.byNode.keys()) {
      const respected = this.respectedOn(node, pod)
      if (respected.length > 0) yield [node, respected]
    }
  }

  respectedOn(node: number, pod: Pod): readonly Pod[] {
    return this.onNode(node).filter(
      (other) => other.signature.priority >= pod.signature.priority && other !== pod,
    )
  }
}

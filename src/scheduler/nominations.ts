import type { Pod } from '../snapshot/pods/pod.ts'

/** Pending pods that a preemption nominated to a node, by that node. */
export class Nominations {
  private readonly byNode = new Map<number, Pod[]>()
  private readonly rowOf = new Map<Pod, number>()

  /** The same ones, to go on where these stand. */
  copy(): Nominations {
    const copy = new Nominations()
    for (const [node, pods] of this.byNode) for (const pod of pods) copy.add(pod, node)
    return copy
  }

  add(pod: Pod, node: number): void {
    this.rowOf.set(pod, node)
    const pods = this.byNode.get(node)
    if (pods === undefined) this.byNode.set(node, [pod])
    else pods.push(pod)
  }

  get isEmpty(): boolean {
    return this.byNode.size === 0
  }

  /** Which pods make room for which cannot be told: a priority was not seen. */
  isUnclear({ signature }: Pod): boolean {
    if (this.isEmpty) return false
    if (signature.isPriorityUnseen) return true
    return [...this.rowOf.keys()].some((one) => one.signature.isPriorityUnseen)
  }

  /** Row of the node that the pod is nominated to, -1 without. */
  nodeOf(pod: Pod): number {
    return this.rowOf.get(pod) ?? -1
  }

  /** Decided pods keep no nomination. */
  remove(pod: Pod): void {
    const node = this.rowOf.get(pod)
    if (node === undefined) return
    this.rowOf.delete(pod)
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

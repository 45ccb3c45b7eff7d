import type { ControlledNode } from './controlled-node.ts'
import { type ControlledPod, keyOf, type TimedToleration } from './controlled-pod.ts'
import type { TaintWithTime } from './taint-with-time.ts'

/** A controller's informers. What it is told has happened already. */
export interface Watcher {
  nodeUpdated(node: ControlledNode): void
  nodeDeleted(node: ControlledNode): void
  podAdded(pod: ControlledPod): void
  /** Its tolerations changed. */
  podUpdated(pod: ControlledPod): void
}

/**
 * The objects, and whoever watches them. Watchers are told at once, one after another: what lies
 * between a write and its notice in a real cluster is milliseconds.
 */
export class ControlledCluster {
  readonly nodes: Map<string, ControlledNode> = new Map()
  private readonly pods = new Map<string, ControlledPod>()
  private readonly podsByNode = new Map<string, Set<ControlledPod>>()
  private readonly watchers: Watcher[] = []

  watch(watcher: Watcher): void {
    this.watchers.push(watcher)
  }

  get podCount(): number {
    return this.pods.size
  }

  pod(key: string): ControlledPod | undefined {
    return this.pods.get(key)
  }

  allPods(): Iterable<ControlledPod> {
    return this.pods.values()
  }

  /** The pods of a node, also of one that is gone. */
  podsOn(nodeName: string): readonly ControlledPod[] {
    return [...(this.podsByNode.get(nodeName) ?? [])]
  }

  addNode(node: ControlledNode): void {
    this.nodes.set(node.name, node)
    for (const watcher of this.watchers) watcher.nodeUpdated(node)
  }

  /** After its fields were changed. */
  nodeChanged(node: ControlledNode): void {
    for (const watcher of this.watchers) watcher.nodeUpdated(node)
  }

  setTaints(node: ControlledNode, taints: readonly TaintWithTime[]): void {
    node.taints = taints
    this.nodeChanged(node)
  }

  deleteNode(node: ControlledNode): void {
    this.nodes.delete(node.name)
    for (const watcher of this.watchers) watcher.nodeDeleted(node)
  }

  addPod(pod: ControlledPod): void {
    this.pods.set(keyOf(pod), pod)
    const onNode = this.podsByNode.get(pod.nodeName)
    if (onNode === undefined) this.podsByNode.set(pod.nodeName, new Set([pod]))
    else onNode.add(pod)
    for (const watcher of this.watchers) watcher.podAdded(pod)
  }

  setTolerations(pod: ControlledPod, tolerations: readonly TimedToleration[]): void {
    pod.tolerations = tolerations
    for (const watcher of this.watchers) watcher.podUpdated(pod)
  }

  /** Its kubelet has confirmed that nothing of it runs, or the API server did not wait for it. */
  removePod(pod: ControlledPod): void {
    if (this.pods.get(keyOf(pod)) === pod) this.pods.delete(keyOf(pod))
    this.podsByNode.get(pod.nodeName)?.delete(pod)
  }
}

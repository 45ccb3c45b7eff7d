import type { ControlledCluster } from './cluster/controlled-cluster.ts'
import { type ControlledNode, conditionOf, type NodeCondition } from './cluster/controlled-node.ts'
import { type ControlledPod, keyOf, type TimedToleration } from './cluster/controlled-pod.ts'
import { hasTaint, isEqualTaint, type TaintWithTime } from './cluster/taint-with-time.ts'
import type { Journal } from './journal.ts'
import { kubeletCondition } from './kubelet-condition.ts'
import type { PodRemover } from './pod-removal/pod-remover.ts'
import type { Timeline } from './timeline.ts'

/** A condition as a change asks for it; what it leaves open is as a kubelet writes it. */
export interface GivenCondition {
  readonly type: string
  readonly status: string
  readonly reason: string | null
  readonly message: string | null
}

/** What somebody other than the controllers does. */
export type Change = { readonly atMs: number } & ChangeKind

type ChangeKind =
  /** The whole of spec.taints. */
  | { readonly kind: 'taints'; readonly node: string; readonly taints: readonly TaintWithTime[] }
  | { readonly kind: 'createPods'; readonly pods: readonly ControlledPod[] }
  | { readonly kind: 'createNodes'; readonly nodes: readonly ControlledNode[] }
  | {
      readonly kind: 'setTolerations'
      readonly pod: string
      readonly tolerations: readonly TimedToleration[]
    }
  | { readonly kind: 'deleteNodes'; readonly nodes: readonly string[] }
  /** The kubelets are heard of for the last time. */
  | { readonly kind: 'stop'; readonly nodes: readonly string[] }
  /** They renew their Leases again; with `ready` they post a whole status too. */
  | {
      readonly kind: 'start'
      readonly nodes: readonly string[]
      readonly ready: string | null
      readonly conditions: readonly GivenCondition[]
    }
  | {
      readonly kind: 'set'
      readonly nodes: readonly string[]
      readonly conditions: readonly GivenCondition[]
      readonly isUnschedulable: boolean | null
    }

export interface ChangeOptions {
  readonly cluster: ControlledCluster
  readonly timeline: Timeline
  readonly journal: Journal
  readonly remover: PodRemover
}

/** Does what a change asks; what it names and is gone by then is left alone, and told. */
export class Changes {
  private readonly options: ChangeOptions

  constructor(options: ChangeOptions) {
    this.options = options
  }

  apply(change: Change): void {
    const { cluster, timeline } = this.options
    switch (change.kind) {
      case 'taints':
        return this.onNodes([change.node], (node) => this.setTaints(node, change.taints))
      case 'createPods':
        for (const pod of change.pods) this.createPod(pod)
        return
      case 'createNodes':
        for (const node of change.nodes) cluster.addNode(node)
        return
      case 'setTolerations':
        return this.setTolerations(change.pod, change.tolerations)
      case 'deleteNodes':
        return this.onNodes(change.nodes, (node) => cluster.deleteNode(node))
      case 'stop':
        return this.onNodes(change.nodes, ({ kubelet }) => {
          if (!kubelet.isAlive) return
          kubelet.isAlive = false
          kubelet.lastRenewalMs = timeline.nowMs
        })
      case 'start':
        return this.onNodes(change.nodes, (node) => this.start(node, change))
      case 'set':
        return this.onNodes(change.nodes, (node) => {
          node.isUnschedulable = change.isUnschedulable ?? node.isUnschedulable
          if (change.conditions.length > 0) this.post(node, change.conditions)
        })
    }
  }

  private onNodes(names: readonly string[], act: (node: ControlledNode) => void): void {
    for (const name of names) {
      const node = this.options.cluster.nodes.get(name)
      if (node === undefined) {
        this.options.journal.notice('gone', `a change names node ${name} when it is gone`)
        continue
      }
      act(node)
      // A deleted node has nothing left to tell.
      if (this.options.cluster.nodes.has(name)) this.options.cluster.nodeChanged(node)
    }
  }

  private createPod(pod: ControlledPod): void {
    if (this.options.cluster.pod(keyOf(pod)) === undefined) return this.options.cluster.addPod(pod)
    this.options.journal.notice('exists', `pod ${keyOf(pod)} is to be created while it exists`)
  }

  private setTolerations(key: string, tolerations: readonly TimedToleration[]): void {
    const pod = this.options.cluster.pod(key)
    if (pod !== undefined) return this.options.cluster.setTolerations(pod, tolerations)
    this.options.journal.notice('gone', `a change names pod ${key} when it is gone`)
  }

  private setTaints(node: ControlledNode, taints: readonly TaintWithTime[]): void {
    const { journal, timeline } = this.options
    const because = 'asked for'
    const note = (op: 'add' | 'remove' | 'update', taint: TaintWithTime) =>
      journal.taints.push({ atMs: timeline.nowMs, node: node.name, op, taint, because })
    for (const taint of node.taints) if (!hasTaint(taints, taint)) note('remove', taint)
    for (const taint of taints) {
      if (!hasTaint(node.taints, taint)) note('add', taint)
      else if (!node.taints.some((one) => isEqualTaint(one, taint))) note('update', taint)
    }
    node.taints = taints
  }

  private start(
    node: ControlledNode,
    { ready, conditions }: { ready: string | null; conditions: readonly GivenCondition[] },
  ): void {
    node.kubelet = { isAlive: true, hasLease: true, lastRenewalMs: null }
    if (ready !== null || conditions.length > 0) {
      const given = [...conditions]
      const isGiven = (type: string) => given.some((one) => one.type === type)
      const own = { reason: null, message: null }
      if (ready !== null && !isGiven('Ready'))
        given.unshift({ type: 'Ready', status: ready, ...own })
      for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure']) {
        if (!isGiven(type)) given.push({ type, status: 'False', ...own })
      }
      this.post(node, given)
    }
    this.options.remover.kubeletStarted(node.name)
  }

  /** A kubelet's whole status: the conditions given change, the heartbeat is of all. */
  private post(node: ControlledNode, given: readonly GivenCondition[]): void {
    const { journal, timeline } = this.options
    const heartbeatMs = timeline.nowMs
    const byType = new Map(given.map((one) => [one.type, one]))
    const known = node.conditions.map((condition): NodeCondition => {
      const own = byType.get(condition.type)
      return own === undefined ? { ...condition, heartbeatMs } : { ...complete(own), heartbeatMs }
    })
    const added = given.filter(({ type }) => conditionOf(node.conditions, type) === null)
    const conditions = [...known, ...added.map((one) => ({ ...complete(one), heartbeatMs }))]
    journal.addConditions(timeline.nowMs, node, conditions, 'kubelet')
    node.conditions = conditions
  }
}

function complete({ type, status, reason, message }: GivenCondition) {
  const usual = kubeletCondition(type, status)
  return { type, status, reason: reason ?? usual.reason, message: message ?? usual.message }
}

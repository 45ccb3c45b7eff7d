import type { ClusterState } from '../cluster-state.ts'
import type { Fields } from '../json/fields.ts'
import type { Pod } from '../pods/pod.ts'
import { hasFinished, isToDecide, nodeNameOf, type PodReader } from '../pods/pod-reader.ts'
import { isOfGroup, membershipOf, type PodMembership } from '../workloads/pod-groups.ts'
import type { KnownPod, KnownPods } from './known-pods.ts'

/** Puts pods into a cluster, and takes them out again. */
export class PodEdits {
  private readonly state: ClusterState
  private readonly podReader: PodReader
  private readonly known: KnownPods

  constructor(state: ClusterState, podReader: PodReader, known: KnownPods) {
    this.state = state
    this.podReader = podReader
    this.known = known
  }

  /** A pod of the snapshot; nothing is changed yet. */
  read(key: string, fields: Fields): KnownPod {
    const index = this.known.indexFor(key)
    if (hasFinished(fields)) return { index, pod: null, nodeName: '', membership: null }
    const nodeName = nodeNameOf(fields)
    const isNominated = Boolean(fields.object('status')?.string('nominatedNodeName'))
    const counts = nodeName !== '' || isNominated
    const pod = counts ? this.podReader.pod(fields, index) : null
    return { index, pod, nodeName, membership: membershipOf(fields) }
  }

  /** The pod of this name is as given from here on, or gone (null). */
  replace(key: string, next: KnownPod | null): void {
    const { known, state } = this
    const before = known.get(key)
    if (before !== null) this.takeOut(before)
    known.set(key, next)
    state.journal.note(() => known.set(key, before))
    if (next !== null) this.put(next)
  }

  private put({ pod, nodeName, membership }: KnownPod): void {
    const { state } = this
    this.count(membership, 1)
    if (pod === null) return
    const { pending, lost, nodes, priorityClasses } = state.parts
    priorityClasses.resolve(pod.signature)
    const row = nodes.rowOf.get(nodeName)
    if (nodeName === '') state.replacePods({ pending: withPending(pending, pod) })
    else if (row === undefined) state.replacePods({ lost: inOrder([...lost, { pod, nodeName }]) })
    else state.come(pod, row)
  }

  private takeOut({ pod, membership }: KnownPod): void {
    const { state } = this
    this.count(membership, -1)
    if (pod === null) return
    if (pod.node >= 0) state.leave(pod)
    const { pending, lost } = state.parts
    // One that was decided has been among both.
    if (lost.some((one) => one.pod === pod)) {
      state.replacePods({ lost: lost.filter((one) => one.pod !== pod) })
    }
    if (pending.includes(pod)) {
      state.replacePods({ pending: pending.filter((one) => one !== pod) })
    }
  }

  private count(membership: PodMembership | null, sign: 1 | -1): void {
    if (membership === null || !isOfGroup(membership)) return
    const { journal, parts } = this.state
    parts.podGroups.count(membership, sign)
    journal.note(() => parts.podGroups.count(membership, sign === 1 ? -1 : 1))
  }

  /** Pods of nodes that go are on none, as if they had never been found. */
  lose(nodeNames: readonly string[]): void {
    const { state } = this
    for (const nodeName of nodeNames) {
      const row = state.parts.nodes.rowOf.get(nodeName)
      if (row === undefined) continue
      const pods = [...state.pods.onNode[row]]
      for (const pod of pods) state.leave(pod)
      const left = pods.map((pod) => ({ pod, nodeName }))
      state.replacePods({ lost: inOrder([...state.parts.lost, ...left]) })
    }
  }

  /** Pods come to nodes that were not there before. */
  find(): void {
    const { state } = this
    const { lost, nodes } = state.parts
    if (!lost.some(({ nodeName }) => nodes.rowOf.has(nodeName))) return
    state.replacePods({ lost: lost.filter(({ nodeName }) => !nodes.rowOf.has(nodeName)) })
    for (const { pod, nodeName } of lost) {
      const row = nodes.rowOf.get(nodeName)
      if (row !== undefined) state.come(pod, row)
    }
  }
}

function inOrder<One extends { readonly pod: Pod }>(pods: readonly One[]): One[] {
  return pods.toSorted((a, b) => a.pod.index - b.pod.index)
}

/** Pods that were promised a node come before those to decide. */
function withPending(pending: readonly Pod[], pod: Pod): Pod[] {
  const isAfter = (other: Pod) => isToDecide(other) || other.index > pod.index
  const at = isToDecide(pod) ? -1 : pending.findIndex(isAfter)
  return pending.toSpliced(at < 0 ? pending.length : at, 0, pod)
}

import { SchedulingCycle } from '../scheduler/cycle.ts'
import type { Decision } from '../scheduler/decision.ts'
import type { Profile } from '../scheduler/framework/profile.ts'
import { resolveProfile } from '../scheduler/profiles/resolve-profile.ts'
import type { Issue } from '../snapshot/json/json-path.ts'
import type { ReadOptions } from '../snapshot/read.ts'
import type { SnapshotArrays } from '../snapshot/snapshot-objects.ts'
import { ClusterReader, type NamedSnapshot } from './reading/cluster-reader.ts'

/** What becomes of a pod that is about to be created. */
export type Prospect =
  | { readonly kind: 'fits' }
  /** It would wait, but not for ever. */
  | { readonly kind: 'waits'; readonly message: string }
  /** No node could take it if there were no other pod. */
  | { readonly kind: 'never'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }

export interface NewPodQuestion {
  readonly snapshot: SnapshotArrays
  readonly pod: unknown
  readonly nodesMax: number
  /** Whose objects the snapshot has, and no others; absent or null: of none. */
  readonly named?: NamedSnapshot | null
}

/** What follows from a pod and a node alone, and does not pass with other pods or by an uncordon. */
const LASTING = ['NodeName', 'NodeAffinity', 'TaintToleration', 'NodeResourcesFit', 'NodePorts']

const OPTIONS = {
  tieBreak: { kind: 'upstream' },
  preemption: true,
  startIndex: 0,
  roundRobin: 0,
  nowMs: null,
} as const

/** Decides a new pod on the cluster as it is, and where it gets no node, on its bare nodes. */
export function judgeNewPod(question: NewPodQuestion): Prospect {
  const { snapshot, pod, nodesMax } = question
  const now = decideAlone(question, [])
  if ('issues' in now) return { kind: 'invalid', issues: now.issues }
  // A gate is there to be taken away.
  if (now.outcome === 'scheduled' || now.outcome === 'gated') return { kind: 'fits' }
  const bare = decideAlone({ snapshot: { ...snapshot, pods: [] }, pod, nodesMax }, LASTING)
  if ('issues' in bare) return { kind: 'invalid', issues: bare.issues }
  if (bare.outcome === 'unschedulable') return { kind: 'never', message: bare.message }
  if (now.outcome === 'unschedulable') return { kind: 'waits', message: now.message }
  const gaps = now.unknown.map(({ plugin, why }) => `${plugin}: ${why}`)
  return { kind: 'unknown', message: gaps.join(', ') || now.message || now.outcome }
}

function decideAlone(
  { snapshot, pod, nodesMax, named }: NewPodQuestion,
  only: readonly string[],
): Decision | { readonly issues: readonly Issue[] } {
  const resolved = resolveProfile({ only, fixes: false })
  if (!resolved.ok) throw new Error('the usual profile has not the usual plugins')
  const { accounting, profiles } = resolved.value
  const options: ReadOptions = { accounting, absentKinds: 'unknown', defaulting: true, nodesMax }
  const clusters = new ClusterReader(named ?? null)
  const read = clusters.read({ snapshot, pods: [pod] }, options)
  if (!read.ok) return { issues: read.error.map(ofOnePod) }
  try {
    const [profile] = profiles.values()
    const [toDecide] = read.value.pods
    if (profile === undefined || toDecide === undefined) throw new Error('nothing to judge by')
    const { pod: decided } = toDecide
    const own = new Map<string, Profile>([[decided.signature.schedulerName, profile]])
    return new SchedulingCycle(read.value.cluster, own, OPTIONS).decide(decided)
  } finally {
    clusters.giveBack()
  }
}

/** The reader knows the pod as the first of many. */
function ofOnePod(issue: Issue): Issue {
  return { ...issue, pointer: issue.pointer.replace(/^\/pods\/0/, '/pod') }
}

import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'

export interface FindingsLimits {
  /** Findings on one pod. */
  readonly findings: number
  /** Work on one request, in milliseconds. */
  readonly workMs: number
}

interface Asked {
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
  readonly scheduler: ResolvedProfile
  readonly explain: 'full' | 'summary' | 'decision'
}

/** What is told of one pod and one node with `explain: full`, at the very fastest. */
const TOLD_PER_MS = 1000

/**
 * What a request needs is bounded by what follows from it before anything is decided: a finding is what
 * one filter, score, term or constraint says of one node, and a pod's findings are held together. Null
 * when the request is small enough; without limits every request is.
 */
export function checkFindings(
  { cluster, pods, scheduler, explain }: Asked,
  limits: FindingsLimits | undefined,
): Issue | null {
  if (limits === undefined) return null
  const { findings: findingsMax, workMs } = limits
  const nodeCount = cluster.nodes.count
  for (const [index, { pod }] of pods.entries()) {
    const perNode = rulesOf(scheduler, pod.signature) + termsOf(pod.signature)
    const findings = perNode * nodeCount
    if (findings <= findingsMax) continue
    const what = `${perNode} filters, scores, terms and constraints on ${nodeCount} nodes`
    const message = `${what} are ${findings} findings; at most ${findingsMax} are made for one pod`
    return tooExpensive(`/pods/${index}`, message)
  }
  const told = pods.length * nodeCount
  if (explain !== 'full' || told <= workMs * TOLD_PER_MS) return null
  const what = `${pods.length} pods and ${nodeCount} nodes with explain full`
  const message = `${what} are more than ${workMs / 1000} s of work; explain summary or decision needs less`
  return tooExpensive('/options/explain', message)
}

function rulesOf({ profiles }: ResolvedProfile, { schedulerName }: PodSignature): number {
  const profile = profiles.get(schedulerName)
  return profile === undefined ? 0 : profile.filter.length + profile.score.length
}

/** Terms of node affinity are not among them: they leave one verdict or score behind, however many they are. */
function termsOf({ podAffinity, podAntiAffinity, spreadConstraints }: PodSignature): number {
  return (
    podAffinity.required.length +
    podAffinity.preferred.length +
    podAntiAffinity.required.length +
    podAntiAffinity.preferred.length +
    spreadConstraints.length
  )
}

function tooExpensive(pointer: string, message: string): Issue {
  return { pointer, code: 'too-expensive', message }
}

import { err, ok, type Result } from '../../result.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { Extender } from '../framework/extender.ts'
import type { Candidate } from '../preemption/candidates.ts'
import type { Victim } from '../preemption/victims.ts'
import type { PodExtenders } from './pod-extenders.ts'
import { type MetaVictims, type PreemptReply, readPreemptReply } from './read-reply.ts'

/** A candidate of the victims that an extender names. */
export type MakeCandidate = (
  node: number,
  victims: readonly Victim[],
  pdbViolations: number,
) => Candidate

/**
 * The candidates that the extenders leave, with the victims that they name (callExtenders), in the
 * order of the nodes; or the error that ends the preemption. What an extender would say and nobody
 * knows, the caller finds among the gaps.
 */
export function keepCandidates(
  extenders: PodExtenders,
  candidates: readonly Candidate[],
  make: MakeCandidate,
): Result<readonly Candidate[], string> {
  let left = candidates
  for (const extender of extenders.all) {
    if (!extender.verbs.has('preempt')) continue
    const nodes = left.map(({ node }) => node)
    const subject = { nodes, candidates: left }
    const reply = extenders.ask(extender, 'preempt', subject, readPreemptReply)
    if (reply === null) return ok(left)
    const kept = reply.ok ? read(extenders, extender, reply.value, candidates, make) : reply
    if (!kept.ok && extender.ignorable) continue
    if (!kept.ok) return kept
    left = kept.value
    if (left.length === 0) break
  }
  return ok([...left].sort((a, b) => a.node - b.node))
}

function read(
  extenders: PodExtenders,
  extender: Extender,
  reply: PreemptReply,
  candidates: readonly Candidate[],
  make: MakeCandidate,
): Result<readonly Candidate[], string> {
  const violating = new Set<Pod>()
  for (const { pod, pdbViolated } of candidates.flatMap(({ victims }) => victims)) {
    if (pdbViolated) violating.add(pod)
  }
  const kept: Candidate[] = []
  const empty: string[] = []
  for (const [name, meta] of reply) {
    const row = extenders.cluster.nodes.rowOf.get(name)
    if (row === undefined) return err(`nodeinfo not found for node name ${JSON.stringify(name)}`)
    const pods = podsOf(extenders.cluster.pods.onNode[row], meta, { extender, name })
    if (!pods.ok) return pods
    const victims = pods.value.map((pod) => ({ pod, pdbViolated: violating.has(pod) }))
    if (victims.length === 0) empty.push(name)
    else kept.push(make(row, victims, meta?.NumPDBViolations ?? 0))
  }
  const [first] = empty
  if (first === undefined || extender.ignorable) return ok(kept)
  return err(`expected at least one victim pod on node ${JSON.stringify(first)}`)
}

/** The pods of a node that an answer means (convertToVictims). */
function podsOf(
  onNode: readonly Pod[],
  meta: MetaVictims | null,
  { extender, name }: { readonly extender: Extender; readonly name: string },
): Result<readonly Pod[], string> {
  if (meta === null) return err(nullVictims(extender, name))
  const found: Pod[] = []
  for (const one of meta.Pods) {
    if (one === null) return err(nullVictims(extender, name))
    const pod = onNode.find(({ uid }) => uid === one.UID)
    if (pod === undefined) return err(notThere(extender, one.UID, name))
    found.push(pod)
  }
  return ok(found)
}

function notThere({ urlPrefix }: Extender, uid: string, node: string): string {
  return `extender: ${urlPrefix} claims to preempt pod (UID: &{${uid}}) on node: ${node}, but the pod is not found on that node`
}

/** Upstream's process ends here. */
function nullVictims({ urlPrefix }: Extender, node: string): string {
  return `extender: ${urlPrefix} answers null for node: ${node}, which kube-scheduler does not survive`
}

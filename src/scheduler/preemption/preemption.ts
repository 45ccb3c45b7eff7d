import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { aggregated } from '../../snapshot/selectors/requirement-problems.ts'
import type { PodExtenders } from '../extenders/pod-extenders.ts'
import { keepCandidates, type MakeCandidate } from '../extenders/preempt-by-extenders.ts'
import type { FilterResult } from '../filter/filter-result.ts'
import type { CycleRules } from '../framework/cycle-rules.ts'
import { fitErrorMessage } from '../framework/fit-error-message.ts'
import { FITS } from '../framework/status-table.ts'
import type { Nominations } from '../nominations.ts'
import { type Candidate, type Criterion, rankCandidates } from './candidates.ts'
import { DryRun } from './dry-run.ts'
import { VictimSelection } from './victims.ts'

export interface RankedCandidate extends Candidate {
  /** What it lost by; null for the winner. */
  readonly lostBy: Criterion | null
}

/** The preview of a preemption: who would have to go, and where; nothing is changed by it. */
export interface Preemption {
  /** A filter failed in the dry run and no node was found: `message` is its error. */
  readonly failed: boolean
  /** Row of the node that the pod would be nominated to, -1 when preemption does not help. */
  readonly node: number
  readonly candidates: readonly RankedCandidate[]
  /** Pods of lower priority that would lose their nomination to the same node. */
  readonly clearedNominations: readonly Pod[]
  /** Candidates were looked for and there are none: a nomination of before is taken back. */
  readonly clearsNomination: boolean
  /** How many candidates were equal in everything: upstream picks one of them at random. */
  readonly tiedCandidates: number
  /** Upstream's words, without the leading "preemption: ". */
  readonly message: string
}

const NOT_HELPFUL = 'Preemption is not helpful for scheduling'
const NO_VICTIMS = 'No preemption victims found for incoming pod'
const NO_CANDIDATE = 'no candidate node for preemption'
const NEVER = 'not eligible due to preemptionPolicy=Never.'
const TERMINATING = 'not eligible due to a terminating pod on the nominated node.'

/** Arguments of DefaultPreemption: how many candidate nodes are enough. */
export interface PreemptionArgs {
  readonly minCandidateNodesPercentage: number
  readonly minCandidateNodesAbsolute: number
}

/** The pod that fits nowhere, and what its preemption depends on. */
export interface PreemptionContext {
  readonly cluster: Cluster
  readonly rules: CycleRules
  readonly nominations: Nominations
  readonly nowMs: number | null
  readonly pod: Pod
  /** Null when no node was looked at. */
  readonly filter: FilterResult | null
  /** Those that the pod is shown to; null for none. */
  readonly extenders: PodExtenders | null
}

/** DefaultPreemption for a pod that fits nowhere. */
export function previewPreemption(context: PreemptionContext, args: PreemptionArgs): Preemption {
  const ineligible = whyNotEligible(context)
  if (ineligible !== null) return nothing(ineligible, false)
  const { cluster, filter } = context
  const potential = filter === null ? [] : unschedulableNodes(filter)
  const { candidates, reasons, errors } =
    filter === null ? NO_DRY_RUN : dryRunPotentialNodes(context, args, filter, potential)
  if (candidates.length === 0 && errors.size > 0) {
    return { ...nothing(aggregated([...errors]), false), failed: true }
  }
  if (candidates.length === 0) {
    // Without a candidate every potential node was tried, and has a reason of its own.
    const counts = new Map(reasons)
    count(counts, NOT_HELPFUL, cluster.nodes.count - potential.length)
    return nothing(fitErrorMessage(cluster.nodes.count, counts), true)
  }
  if (context.extenders === null) return preemptionOf(context, candidates)
  const { nowMs, rules } = context
  const selection = new VictimSelection(cluster, rules.victims, nowMs, context.pod)
  const kept = keepCandidates(context.extenders, candidates, candidatesOf(selection))
  if (!kept.ok) return { ...nothing(kept.error, false), failed: true }
  return kept.value.length === 0 ? nothing(NO_CANDIDATE, false) : preemptionOf(context, kept.value)
}

/** The best of these candidates, of which there are some. */
function preemptionOf(context: PreemptionContext, candidates: readonly Candidate[]): Preemption {
  const { cluster, pod } = context
  const { winner, lostBy, tied } = rankCandidates(
    candidates,
    context.rules.victims.startTimes !== 'ignored',
  )
  const name = cluster.nodes.names[winner.node]
  return {
    failed: false,
    node: winner.node,
    candidates: candidates.map((one) => ({ ...one, lostBy: lostBy.get(one) ?? null })),
    clearedNominations: context.nominations
      .onNode(winner.node)
      .filter((other) => other.signature.priority < pod.signature.priority),
    clearsNomination: false,
    tiedCandidates: tied.length,
    message: `found a potential placement for pod on node ${name}, preempting ${winner.victims.length} victims`,
  }
}

function candidatesOf(selection: VictimSelection): MakeCandidate {
  return (node, victims, pdbViolations) => {
    const gone = victims.map((victim) => victim.pod)
    return { node, victims, pdbViolations, earliestStartMs: earliestStart(gone, selection) }
  }
}

function nothing(message: string, clearsNomination: boolean): Preemption {
  const none = { candidates: [], clearedNominations: [], tiedCandidates: 0 }
  return { failed: false, node: -1, ...none, clearsNomination, message }
}

function whyNotEligible({ cluster, rules, pod, filter }: PreemptionContext): string | null {
  const isClassic = rules.victims.eligibility === 'after-any-terminating'
  if (pod.signature.preemptionPolicy === 'Never' && !isClassic) return NEVER
  const nominated = cluster.nodes.rowOf.get(pod.nominatedNodeName)
  // Without a verdict of its own a node counts as unresolvable.
  if (nominated === undefined || filter === null) return null
  const isHopeless = codeOf(filter, nominated) === 'UnschedulableAndUnresolvable'
  if (isHopeless && !isClassic) return null
  const isLeaving = cluster.pods.onNode[nominated].some(
    ({ signature: running }) =>
      running.priority < pod.signature.priority &&
      running.terminating &&
      (isClassic || running.preempted),
  )
  return isLeaving ? TERMINATING : null
}

function codeOf({ verdict, statuses }: FilterResult, node: number) {
  return statuses.get(verdict[node]).code
}

/** Only nodes that could be made to fit; those refused for what they are could not. */
function unschedulableNodes(filter: FilterResult): number[] {
  const nodes: number[] = []
  for (let node = 0; node < filter.verdict.length; node++) {
    if (filter.verdict[node] !== FITS && codeOf(filter, node) === 'Unschedulable') nodes.push(node)
  }
  return nodes
}

interface DryRunResult {
  readonly candidates: readonly Candidate[]
  /** Why the other nodes are none, by number of nodes. */
  readonly reasons: ReadonlyMap<string, number>
  /** Errors of filters, each text once. */
  readonly errors: ReadonlySet<string>
}

const NO_DRY_RUN: DryRunResult = { candidates: [], reasons: new Map(), errors: new Set() }

/** Tries node after node until enough candidates are found. */
function dryRunPotentialNodes(
  context: PreemptionContext,
  args: PreemptionArgs,
  filter: FilterResult,
  potential: readonly number[],
): DryRunResult {
  const reasons = new Map<string, number>()
  const errors = new Set<string>()
  const { cluster, rules, nominations, nowMs, pod } = context
  const wanted = wantedCandidates(potential.length, args)
  const selection = new VictimSelection(cluster, rules.victims, nowMs, pod)
  const makeCandidate = candidatesOf(selection)
  const dryRun = new DryRun(cluster, filter.pass)
  const violating: Candidate[] = []
  const nonViolating: Candidate[] = []
  for (const node of potential) {
    const restore = dryRun.begin(node)
    const result = selection.on(node, dryRun, nominations.respectedOn(node, pod))
    restore()
    if (result.kind === 'none') count(reasons, NO_VICTIMS, 1)
    else if (result.kind === 'rejected') {
      const rejection = filter.statuses.get(result.verdict)
      if (rejection.code === 'Error') errors.add(rejection.reasons.join(', '))
      for (const reason of rejection.reasons) count(reasons, reason, 1)
    } else if (result.victims.length === 0) {
      // Only sums beyond exact arithmetic let everybody come back to a node that was refused.
      errors.add(`expected at least one victim pod on node "${cluster.nodes.names[node]}"`)
    } else {
      const { victims, pdbViolations } = result
      const found = makeCandidate(node, victims, pdbViolations)
      if (pdbViolations === 0) nonViolating.push(found)
      else violating.push(found)
    }
    if (nonViolating.length > 0 && nonViolating.length + violating.length >= wanted) break
  }
  return { candidates: [...nonViolating, ...violating], reasons, errors }
}

function wantedCandidates(nodeCount: number, args: PreemptionArgs): number {
  const share = Math.trunc((nodeCount * args.minCandidateNodesPercentage) / 100)
  return Math.min(nodeCount, Math.max(share, args.minCandidateNodesAbsolute))
}

/** Among the victims of the highest priority. */
function earliestStart(pods: readonly Pod[], selection: VictimSelection): number {
  let highest = Number.NEGATIVE_INFINITY
  let earliestMs = Number.POSITIVE_INFINITY
  for (const pod of pods) {
    const { priority } = pod.signature
    if (priority < highest) continue
    const startMs = selection.startMs(pod)
    earliestMs = priority > highest ? startMs : Math.min(earliestMs, startMs)
    highest = priority
  }
  return earliestMs
}

function count(reasons: Map<string, number>, reason: string, nodes: number): void {
  if (nodes > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + nodes)
}

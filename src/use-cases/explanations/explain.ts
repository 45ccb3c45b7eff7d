import type { ExplanationRequest } from '../../../schemas/decisions/explanation-request.ts'
import type { DecisionView } from '../../explain/decision-view.ts'
import { viewDecision } from '../../explain/view-decision.ts'
import { type Cause, rankCauses } from '../../explain/why/causes.ts'
import { askEveryFilter, type NodeVerdict } from '../../explain/why/every-filter.ts'
import { type RunnerUp, runnersUp } from '../../explain/why/runners-up.ts'
import { err, ok, type Result } from '../../result.ts'
import { SchedulingCycle } from '../../scheduler/cycle.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import { decisionId } from '../decisions/decision-answer.ts'
import { cycleOptions } from '../decisions/run.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { describeInput } from '../reading/decision-input.ts'
import { checkFindings, type FindingsLimits } from '../reading/findings-limit.ts'
import { podAt, readMaterial } from '../reading/read-material.ts'
import { settlePods, withPlaces } from '../what-if/settle-pods.ts'
import { findHelp, type Help, podsOn } from './find-help.ts'
import { ChangeTrials } from './try-changes.ts'
import { withoutNode } from './without-node.ts'

export interface ExplainContext {
  readonly digest: string
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  /** Pods of a request. */
  readonly podsMax: number
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
}

/** Why a pod waits and what would help, or why it goes where it goes; see schemas/decisions/explanation-response.ts. */
export interface Explanation extends Help {
  readonly id: string
  readonly profile: string
  readonly decision: DecisionView
  readonly dominantCause: Cause | null
  readonly causes: readonly Cause[]
  readonly nodes: readonly NodeVerdict[]
  readonly nearest: readonly NodeVerdict[]
  readonly runnersUp: readonly RunnerUp[]
  readonly input: ReturnType<ReturnType<typeof describeInput>>
}

const NEAREST_MAX = 5
const RUNNERS_UP_MAX = 5

/** Explains one pod; what is wrong with the request is told with its place. */
export function explain(
  request: ExplanationRequest,
  { digest, nodesMax, podsMax, limits, clusters = READ_ANEW }: ExplainContext,
): Result<Explanation, readonly Issue[]> {
  const { options, snapshot, manifests, edits } = request
  const { validate } = options
  const given = request.pod === undefined ? [] : [request.pod]
  const asked = { pods: given, podAt, mayBeOfManifests: true }
  const brought = { ...asked, manifests, edits, validate, createdFirst: true }
  const material = readMaterial({ snapshot, ...brought, podsMax, nodesMax })
  if (!material.ok) return material
  const { patch, place, warnings, edited } = material.value
  const at = material.value.pods.findIndex(({ because }) => because === 'given')
  const explained = material.value.pods[at]
  if (explained === undefined) return err([NO_POD])
  // The schema has seen that a pod is an object, and manifests make nothing else.
  const pod = withoutNode(explained.pod as JsonObject)
  const profile = resolveProfile({ ...request, only: options.only, fixes: options.fixes })
  if (!profile.ok) return err(profile.error)
  const scheduler = profile.value
  const { accounting, profiles, notices } = scheduler
  const { absentKinds, defaulting } = options
  const read = { accounting, absentKinds, defaulting, nodesMax }
  const pending = material.value.pods.slice(0, at).map((one) => one.pod)
  const found = clusters.read({ snapshot, pods: [...pending, pod], patch }, read)
  if (!found.ok) return err(found.error.map(place))
  const { cluster } = found.value
  const [first, ...more] = found.value.pods.slice(pending.length)
  if (first === undefined || more.length > 0)
    throw new Error('a pod that was read without an issue is among the pods')
  const toJudge = { cluster, pods: found.value.pods, scheduler, explain: 'summary' } as const
  const tooExpensive = checkFindings(toJudge, limits)
  if (tooExpensive !== null) return err([place(tooExpensive)])
  const onlyNode = request.node ?? null
  if (onlyNode !== null && !cluster.nodes.rowOf.has(onlyNode)) return err([noNode(onlyNode)])

  const notEvaluated = [...scheduler.notEvaluated, ...material.value.notEvaluated]
  const cycle = cycleOptions(options)
  const settled = settlePods(cluster, found.value.pods.slice(0, pending.length), profiles, cycle)
  const changed = edited === undefined ? undefined : withPlaces(edited, settled)
  const about = { notEvaluated, notices, warnings, edited: changed }
  const finishInput = describeInput({ digest, cluster, pods: [first], ...about })
  const decision = new SchedulingCycle(cluster, profiles, cycle).decide(first.pod)
  const { filter } = decision
  const view = viewDecision(decision, cluster.nodes, 'summary', cycle.nowMs)
  const verdicts = filter === null ? [] : askEveryFilter(filter, decision, cluster.nodes)
  const rejected = verdicts.filter(({ rejectedBy }) => rejectedBy.length > 0)
  const causes = [...wholePodCause(view), ...rankCauses(verdicts)]
  const isPlaced = decision.outcome === 'scheduled'
  const runners = isPlaced ? runnersUp(decision, cluster.nodes, RUNNERS_UP_MAX, onlyNode) : []
  const tried = { snapshot, patch, pending, pod, scheduler, cycle, read }
  const trials = new ChangeTrials({ ...tried, clusters })
  const source = { pod, verdicts, podsOn: podsOn(cluster) }
  // Before anything can help it must be known what is in the way.
  const isUnknown = decision.outcome === 'unknown'
  const help =
    isPlaced || isUnknown
      ? { wouldHelp: [], triedChanges: 0 }
      : findHelp(trials, source, decision, cluster)
  return ok({
    id: decisionId(digest),
    profile: scheduler.name,
    decision: view,
    dominantCause: isPlaced || isUnknown ? null : (causes[0] ?? null),
    causes,
    nodes: onlyNode === null ? verdicts : verdicts.filter(({ node }) => node === onlyNode),
    nearest: nearestOf(rejected),
    ...help,
    runnersUp: runners,
    input: finishInput(),
  })
}

const NO_POD: Issue = {
  pointer: '/manifests',
  code: 'not-a-request',
  message: 'nothing in them makes pods',
}

function noNode(name: string): Issue {
  const message = `the snapshot has no node ${JSON.stringify(name)}`
  return { pointer: '/node', code: 'not-a-request', message }
}

function nearestOf(rejected: readonly NodeVerdict[]): NodeVerdict[] {
  return [...rejected].sort((a, b) => countReasons(a) - countReasons(b)).slice(0, NEAREST_MAX)
}

function countReasons({ rejectedBy }: NodeVerdict): number {
  return rejectedBy.reduce((sum, { reasons }) => sum + reasons.length, 0)
}

/** Why no node was looked at: gates, or what PreFilter says of the pod as a whole. */
function wholePodCause({ filter, message }: DecisionView): Cause[] {
  const preFilter = filter?.preFilter ?? null
  if (preFilter === null) return []
  const { plugin, code, reasons } = preFilter
  const reason = reasons.join(', ')
  return [{ plugin, code, reason, nodes: 0, onlyCauseOn: 0, text: message ?? reason }]
}

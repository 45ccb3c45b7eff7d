import type { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import type { PriorityClassesUsed } from '../../../schemas/store/audit-content.ts'
import { err, ok, type Result } from '../../result.ts'
import { replayFeedback } from '../../scheduler/around/circuit-breaker/circuit-breaker.ts'
import { viewCircuits } from '../../scheduler/around/circuit-breaker/view-circuits.ts'
import { withCircuitBreaker } from '../../scheduler/around/circuit-breaker/with-circuit-breaker.ts'
import { inQueueOrder } from '../../scheduler/around/in-queue-order.ts'
import { queueRules } from '../../scheduler/around/queue-rules.ts'
import { GANG_PROFILES } from '../../scheduler/gang/gang-cycles.ts'
import { resolveProfile } from '../../scheduler/profiles/resolve-profile.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import { type ClusterReader, READ_ANEW } from '../reading/cluster-reader.ts'
import { checkFindings, type FindingsLimits } from '../reading/findings-limit.ts'
import { podAt, podsAt, readMaterial } from '../reading/read-material.ts'
import type { ExtenderCalling } from './call-extenders.ts'
import { type Asks, mayCall, readExtenderReplies } from './read-extender-replies.ts'
import { readFeedback } from './read-feedback.ts'
import { readGroups } from './read-groups.ts'
import { type Run, startRun } from './run.ts'

/** What decides besides the request. */
export interface DecideContext {
  /** SHA-256 of the request; the answer's id follows from it. */
  readonly digest: string
  /** Nodes of a snapshot. */
  readonly nodesMax: number
  /** Absent: as much as the process can do. */
  readonly limits?: FindingsLimits
  /** Pods to decide in one request. */
  readonly podsMax: number
  /** PriorityClasses that are kept of the cluster, and why there are none. */
  readonly priorityClasses: readonly JsonObject[]
  readonly notEvaluated: readonly NotEvaluated[]
  /** There are more, which could not be read. */
  readonly lacksStoredClasses?: boolean
  /** Which these PriorityClasses are; null without any. */
  readonly keptClasses: PriorityClassesUsed | null
  /** Absent: as the request brings it. */
  readonly clusters?: ClusterReader
  /** How extenders are called of whose answers a request says nothing; absent or null: they are not. */
  readonly calling?: ExtenderCalling | null
}

/**
 * Where should these pods go, and why? Reads profile and cluster of a request; past this door nothing
 * about a request can be wrong.
 */
export function startDecisions(
  request: DecisionRequest,
  context: DecideContext,
): Result<Run, readonly Issue[]> {
  const { digest, nodesMax, podsMax, clusters = READ_ANEW } = context
  const { snapshot, options, manifests, edits } = request
  const { validate } = options
  const given =
    request.pod === undefined
      ? { pods: request.pods ?? [], podAt: podsAt }
      : { pods: [request.pod], podAt }
  const brought = { ...given, manifests, edits, validate }
  const material = readMaterial({ snapshot, ...brought, podsMax, nodesMax })
  if (!material.ok) return material
  const { place, patch, warnings, edited } = material.value
  const objects = material.value.pods.map(({ pod }) => pod)
  const feedback = readFeedback(request)
  if (!feedback.ok) return feedback
  const { only, fixes } = options
  const calling = mayCall(request) ? (context.calling ?? null) : null
  const asksExtenders = request.extenderResults !== undefined || calling !== null
  const profile = resolveProfile({ ...request, only, fixes, asksExtenders })
  if (!profile.ok) return err(profile.error)
  if (options.gangs && !GANG_PROFILES.includes(profile.value.name)) {
    return err([gangsNeed(profile.value.name)])
  }
  const readOptions = {
    accounting: profile.value.accounting,
    absentKinds: options.absentKinds,
    defaulting: options.defaulting,
    nodesMax,
    storedPriorityClasses: context.priorityClasses,
    lacksStoredClasses: context.lacksStoredClasses ?? false,
  }
  const read = clusters.read({ snapshot, pods: objects, patch }, readOptions)
  if (!read.ok) return err(read.error.map(place))
  const notEvaluated = [
    ...profile.value.notEvaluated,
    ...context.notEvaluated,
    ...material.value.notEvaluated,
  ]
  const scheduler = { ...profile.value, notEvaluated }
  const { cluster } = read.value
  const rules = queueRules(scheduler.name, request.config)
  const pods =
    options.order === 'queue'
      ? inQueueOrder(cluster, read.value.pods, objects, rules)
      : read.value.pods
  const asked = { cluster, pods: read.value.pods, scheduler, explain: options.explain }
  const tooExpensive = checkFindings(asked, context.limits)
  if (tooExpensive !== null) return err([place(tooExpensive)])
  const asks = { scheduler, cluster, pods: { objects, read: read.value.pods }, calling }
  const others = readOthers(request, asks)
  if (!others.ok) return others
  const { searched, extenders } = others.value
  const { keptClasses } = context
  const together = { gangs: options.gangs, searched }
  const judged = { scheduler, cluster, pods, options, extenders }
  const question = { digest, keptClasses, warnings, edited, ...judged, ...together }
  if (feedback.value === null) return ok(startRun(question))
  const { nowMs, feedback: told } = feedback.value
  const { rowOf } = cluster.nodes
  const breaker = replayFeedback(told, options.circuitBreaker, nowMs, rowOf)
  const profiles = withCircuitBreaker(scheduler.profiles, breaker)
  const run = startRun({ ...question, scheduler: { ...scheduler, profiles } })
  return ok({ ...run, circuitBreaker: viewCircuits(breaker, rowOf) })
}

/** The groups that are to be placed together, and who knows what extenders answer. */
function readOthers(request: DecisionRequest, asks: Asks) {
  const { objects, read } = asks.pods
  const groups = readGroups(request, objects, read)
  if (!groups.ok) return groups
  const extenders = readExtenderReplies(request, asks)
  if (!extenders.ok) return extenders
  return ok({ searched: groups.value, extenders: extenders.value })
}

function gangsNeed(profile: string): Issue {
  const message = `${profile} knows no pod groups; ${GANG_PROFILES.join(' and ')} do`
  return { pointer: '/options/gangs', code: 'not-a-request', message }
}

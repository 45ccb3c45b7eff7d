import type { JudgingOptions } from '../../../schemas/decisions/decision-request.ts'
import type { ExtenderResult } from '../../../schemas/decisions/extender-results.ts'
import type { PriorityClassesUsed } from '../../../schemas/store/audit-content.ts'
import type { CircuitBreakerView } from '../../scheduler/around/circuit-breaker/view-circuits.ts'
import type { CycleOptions } from '../../scheduler/cycle.ts'
import { decide, decideAsking } from '../../scheduler/decide.ts'
import type { Decision } from '../../scheduler/decision.ts'
import type { ExtenderReplies } from '../../scheduler/extenders/extender-replies.ts'
import type { PodGroupOutcome } from '../../scheduler/gang/gang-cycle.ts'
import { gangCycleOf } from '../../scheduler/gang/gang-cycles.ts'
import type { Gang } from '../../scheduler/gang/search/gang.ts'
import { type GangOutcome, GangSearch } from '../../scheduler/gang/search/gang-search.ts'
import type { ResolvedProfile } from '../../scheduler/profiles/resolve-profile.ts'
import { seededRandom, type TieBreak } from '../../scheduler/score/select-host.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import type { DecidedInput } from '../reading/decision-input.ts'
import { CalledReplies } from './call-extenders.ts'

/** Everything that one answer, or one side of a comparison, is made from. */
export interface Run extends DecidedInput {
  readonly profile: string
  /** Each is read before the next is made. */
  readonly decisions: Iterable<Decision>
  /** In their place where extenders are called, and what these answered, once the decisions are read. */
  readonly asking: AskingRun | null
  /** What became of each PodGroup, once the decisions are read; null: groups were not asked for. */
  readonly groups: readonly PodGroupOutcome[] | null
  /** The same for the request's own groups, which were searched for. */
  readonly searchedGroups: readonly GangOutcome[] | null
  readonly options: JudgingOptions
  readonly nowMs: number | null
  /** The PriorityClasses kept of the cluster, which decide beside the request; null without any. */
  readonly keptClasses: PriorityClassesUsed | null
  /** Where circuits stood before the first decision; null: there is no circuit breaker. */
  readonly circuitBreaker: CircuitBreakerView | null
}

export interface AskingRun {
  readonly decisions: AsyncIterable<Decision>
  readonly results: readonly ExtenderResult[]
}

/** What was asked, read and found to be right. */
export interface Question {
  readonly digest: string
  readonly scheduler: ResolvedProfile
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
  readonly options: JudgingOptions
  readonly keptClasses: PriorityClassesUsed | null
  /** About hand-written objects. */
  readonly warnings?: DecidedInput['warnings']
  readonly edited?: DecidedInput['edited']
  /** Pods of a PodGroup are decided together. */
  readonly gangs?: boolean
  /** Groups of which all are placed or nobody. */
  readonly searched?: readonly Gang[] | null
  /** Who knows what extenders answer; absent or null: nobody. */
  readonly extenders?: ExtenderReplies | null
}

const DIGEST_PREFIX = 'sha256:'

/** Nothing is decided until the decisions are read. */
export function startRun(question: Question): Run {
  const { digest, scheduler, cluster, pods, options, keptClasses, warnings, edited } = question
  const { gangs, searched } = question
  const { name: profile, profiles, notEvaluated, notices } = scheduler
  const cycle = cycleOptions(options)
  cluster.devices.ask({ seed: digest.slice(DIGEST_PREFIX.length) })
  const input = { digest, cluster, pods, notEvaluated, notices, warnings, edited }
  const asked = { profile, options, nowMs: cycle.nowMs, keptClasses, circuitBreaker: null }
  const run = { ...input, ...asked, asking: null, groups: null, searchedGroups: null }
  if (searched) {
    const search = new GangSearch(cluster, profiles, cycle, searched)
    return { ...run, decisions: search.decide(pods), searchedGroups: search.outcomes }
  }
  const GangCycle = gangs === true ? gangCycleOf(profile) : null
  if (GangCycle === null) {
    const { extenders = null } = question
    const options = { ...cycle, extenders }
    const decisions = decide(cluster, profiles, pods, options)
    if (!(extenders instanceof CalledReplies)) return { ...run, decisions }
    const asked = decideAsking(cluster, profiles, pods, options, extenders)
    return { ...run, decisions, asking: { decisions: asked, results: extenders.results } }
  }
  const groupCycle = new GangCycle(cluster, profiles, cycle)
  return { ...run, decisions: groupCycle.decide(pods), groups: groupCycle.outcomes }
}

/** The options of a request that the scheduling cycle takes. */
export function cycleOptions(options: JudgingOptions): CycleOptions {
  const { preemption, startIndex, roundRobin, now } = options
  const nowMs = now === undefined ? null : Date.parse(now)
  return { tieBreak: tieBreakOf(options), preemption, startIndex, roundRobin, nowMs }
}

function tieBreakOf({ tieBreak, seed = 0 }: JudgingOptions): TieBreak {
  return tieBreak === 'seeded' ? { kind: tieBreak, random: seededRandom(seed) } : { kind: tieBreak }
}

import type { Pod } from '../../snapshot/pods/pod.ts'
import type { SchedulingCycle } from '../cycle.ts'
import type { Decision, Outcome } from '../decision.ts'
import type { Gap } from '../framework/gap.ts'
import type { PodGroupOutcome } from './gang-cycle.ts'
import { UNSCHEDULABLE } from './group-attempt.ts'

/** What a member that was tried is told. */
export interface PoppedResult {
  readonly outcome: Outcome
  readonly node: number
  readonly message: string
  /** Row of the node that it is nominated to, -1 for none; null: what its own preemption says. */
  readonly nominatedTo: number | null
  /** Where it counted for the members after it, -1 for nowhere. */
  readonly heldNode: number
  readonly nominationAfter: number | 'as before'
}

export interface PoppedAttempt {
  readonly reason: PodGroupOutcome['reason']
  readonly message: string
  readonly unknown: readonly Gap[]
  /** Without those after an early end. */
  readonly results: ReadonlyMap<Pod, PoppedResult>
}

/** One member, as the algorithm found it. */
interface Tried {
  readonly pod: Pod
  readonly outcome: Outcome
  readonly message: string
  /** Where it goes, or would once its own victims are gone; -1 for nowhere. */
  readonly heldNode: number
  readonly preempts: boolean
  /** Its preemption found no candidate, which takes a nomination from it. */
  readonly losesNomination: boolean
}

const WAITING = `${UNSCHEDULABLE}, pod group is waiting for preemption to complete`
/** Permit's answer while too few have a place, and what the framework adds to it. */
const NOT_PERMITTED = [
  UNSCHEDULABLE,
  'waiting for minCount pods from a gang to be scheduled',
  'one or more plugins asked to wait and no plugin rejected pod',
].join(', ')

/**
 * Members one after another, each on top of those before it, where one that has to preempt counts on
 * its nominated node beside its victims (podGroupSchedulingDefaultAlgorithm of 1.36). The group is
 * feasible once a member with a place is the minCount-th.
 */
export function attemptPopped(
  cycle: SchedulingCycle,
  members: readonly Pod[],
  minCount: number,
  alreadyScheduled: number,
): PoppedAttempt {
  const all: Tried[] = []
  let scheduled = alreadyScheduled
  let isFeasible = false
  let needsPreemption = false
  for (const pod of members) {
    const decision = cycle.decide(pod)
    const one = tried(decision)
    all.push(one)
    if (one.outcome === 'unknown') return notSeen(one, decision.unknown)
    if (one.outcome !== 'scheduled' && one.outcome !== 'unschedulable') return broken(all, one)
    if (one.heldNode < 0) continue
    cycle.assume({ pod, node: one.heldNode })
    scheduled++
    needsPreemption ||= one.preempts
    isFeasible = scheduled >= minCount
  }
  if (isFeasible && !needsPreemption) return settled('Scheduled', '', all, whenScheduled)
  return isFeasible
    ? settled('Unschedulable', WAITING, all, whenWaiting)
    : settled('Unschedulable', UNSCHEDULABLE, all, whenInfeasible)
}

function tried({ pod, outcome, message, node, preemption }: Decision): Tried {
  const nominated = preemption?.node ?? -1
  const preempts = outcome === 'unschedulable' && nominated >= 0
  const heldNode = preempts ? nominated : node
  const losesNomination = preemption?.clearsNomination === true
  return { pod, outcome, message, heldNode, preempts, losesNomination }
}

function settled(
  reason: PoppedAttempt['reason'],
  message: string,
  all: readonly Tried[],
  tell: (one: Tried) => PoppedResult,
): PoppedAttempt {
  return { reason, message, unknown: [], results: new Map(all.map((one) => [one.pod, tell(one)])) }
}

function whenScheduled(one: Tried): PoppedResult {
  return one.heldNode < 0 ? ownRefusal(one) : { ...one, node: one.heldNode, ...NOT_NOMINATED }
}

function whenWaiting(one: Tried): PoppedResult {
  const { heldNode } = one
  if (heldNode < 0) return ownRefusal(one)
  const nominated = { ...one, node: -1, nominatedTo: heldNode, nominationAfter: heldNode }
  return one.preempts ? nominated : { ...nominated, outcome: 'unschedulable', message: WAITING }
}

function whenInfeasible(one: Tried): PoppedResult {
  if (one.heldNode < 0) return ownRefusal(one)
  const refused = { ...one, outcome: 'unschedulable', node: -1, message: NOT_PERMITTED } as const
  return { ...refused, nominatedTo: -1, nominationAfter: -1 }
}

const NOT_NOMINATED = { nominatedTo: null, nominationAfter: -1 } as const

function ownRefusal(one: Tried): PoppedResult {
  const nominationAfter = one.losesNomination ? -1 : 'as before'
  return { ...one, node: -1, nominatedTo: null, nominationAfter }
}

/** An error of one ends the attempt for all. */
function broken(all: readonly Tried[], culprit: Tried): PoppedAttempt {
  const message = `failed to schedule other pod from a pod group: ${culprit.message}`
  return settled('SchedulerError', message, all, (one) => ({
    ...one,
    ...NOT_NOMINATED,
    outcome: 'error',
    node: -1,
    nominatedTo: -1,
    message: one === culprit ? one.message : message,
  }))
}

/** Where this member goes, and so how the others fare, cannot be told. */
function notSeen(one: Tried, unknown: readonly Gap[]): PoppedAttempt {
  return { ...settled('NotSeen', '', [one], ownRefusal), unknown }
}

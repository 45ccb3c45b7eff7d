import type { Victim } from './victims.ts'

/** A node that would do if its victims went. */
export interface Candidate {
  readonly node: number
  readonly victims: readonly Victim[]
  readonly pdbViolations: number
  /** When the longest running among its most important victims started; later is better. */
  readonly earliestStartMs: number
}

/** What decides between candidates, one after another, each only where the former leave a tie. */
export type Criterion =
  | 'pdbViolations'
  | 'highestVictimPriority'
  | 'sumOfPriorities'
  | 'numberOfVictims'
  | 'latestStartTime'
  /** Upstream breaks the last tie at random. */
  | 'nodeOrder'

/** Makes negative priorities count as a cost too. */
const PRIORITY_OFFSET = 2 ** 31

const COSTS: readonly (readonly [Criterion, (candidate: Candidate) => number])[] = [
  ['pdbViolations', (candidate) => candidate.pdbViolations],
  // The first victim listed, which is not always the most important one; upstream's own choice.
  ['highestVictimPriority', ({ victims }) => victims[0].pod.signature.priority],
  [
    'sumOfPriorities',
    ({ victims }) =>
      victims.reduce((sum, { pod }) => sum + pod.signature.priority + PRIORITY_OFFSET, 0),
  ],
  ['numberOfVictims', ({ victims }) => victims.length],
  ['latestStartTime', ({ earliestStartMs }) => -earliestStartMs],
]

export interface Ranking {
  readonly winner: Candidate
  /** By candidate: what it lost by; null for the winner. */
  readonly lostBy: ReadonlyMap<Candidate, Criterion | null>
  /** Candidates that were equal in everything, the winner among them. */
  readonly tied: readonly Candidate[]
}

/** The node to preempt on, of candidates in node order (pickOneNodeForPreemption). */
export function rankCandidates(
  candidates: readonly Candidate[],
  comparesStartTimes: boolean,
): Ranking {
  const lostBy = new Map<Candidate, Criterion | null>()
  let left = [...candidates]
  for (const [criterion, costOf] of COSTS) {
    if (criterion === 'latestStartTime' && !comparesStartTimes) continue
    const lowest = left.reduce((least, one) => Math.min(least, costOf(one)), Infinity)
    for (const candidate of left) if (costOf(candidate) > lowest) lostBy.set(candidate, criterion)
    left = left.filter((candidate) => costOf(candidate) === lowest)
    if (left.length === 1) break
  }
  const winner = left.reduce((first, one) => (one.node < first.node ? one : first))
  for (const candidate of left) lostBy.set(candidate, candidate === winner ? null : 'nodeOrder')
  return { winner, lostBy, tied: left }
}

import type { JudgingOptions } from '../../schemas/decision-request.ts'
import type { CycleOptions } from '../scheduler/cycle.ts'
import { seededRandom, type TieBreak } from '../scheduler/score/select-host.ts'

/** The options of a request that the scheduling cycle takes. */
export function cycleOptions(options: JudgingOptions): CycleOptions {
  const { preemption, startIndex, roundRobin, now } = options
  const nowMs = now === undefined ? null : Date.parse(now)
  return { tieBreak: tieBreakOf(options), preemption, startIndex, roundRobin, nowMs }
}

function tieBreakOf({ tieBreak, seed = 0 }: JudgingOptions): TieBreak {
  return tieBreak === 'seeded' ? { kind: tieBreak, random: seededRandom(seed) } : { kind: tieBreak }
}

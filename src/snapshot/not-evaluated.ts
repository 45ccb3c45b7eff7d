import type { Affects, MissedKind } from './reads.ts'
import { SNAPSHOT_RESOURCES } from './snapshot-resources.ts'

/** Something that Berth could not or did not judge, for the answer's `notEvaluated`. */
export interface NotEvaluated {
  readonly what: string
  readonly kind?: string
  readonly object?: string
  readonly pods?: number
  readonly affects: Affects
  readonly reason: string
}

/** A kind that rules looked for in vain. */
export function describeMissedKind(missed: MissedKind): NotEvaluated {
  const { kind, affects } = missed
  const reason = `the snapshot has no ${kind}; ${whatRulesDid(missed)}`
  return { what: kind, kind: SNAPSHOT_RESOURCES[kind], affects, reason }
}

function whatRulesDid({ rules, affects, isTakenAsEmpty }: MissedKind): string {
  const names = rules.join(', ')
  if (affects !== 'outcome' || isTakenAsEmpty) return `${names} judged them as empty`
  return `what ${names} would say is unknown where it rests on them`
}

import type { ChainReport } from '../../../../schemas/store/preemption-record.ts'
import type { Unavailable } from '../../port.ts'
import type { LogFailure } from '../fault.ts'

/** What is wrong with a log, and at which record it shows first. */
export interface Finding {
  readonly kind: 'finding'
  readonly fault: NonNullable<ChainReport['fault']>
}

export function finding(kind: Finding['fault']['kind'], sequence: number, detail: string): Finding {
  return { kind: 'finding', fault: { kind, sequence, detail } }
}

/** Why a verification ends: a finding, or that the store does not answer. */
export type Stop = Finding | Unavailable

/** What is broken is a finding of this kind. */
export function stopOf(kind: Finding['fault']['kind'], failure: LogFailure): Stop {
  if (failure.kind === 'unavailable') return failure
  return finding(kind, failure.sequence, failure.detail)
}

import type { ChainReport } from '../../../schemas/preemption-record.ts'

/** What is wrong with a log, and at which record it shows first. */
export interface Finding {
  readonly kind: 'finding'
  readonly fault: NonNullable<ChainReport['fault']>
}

export function finding(kind: Finding['fault']['kind'], sequence: number, detail: string): Finding {
  return { kind: 'finding', fault: { kind, sequence, detail } }
}

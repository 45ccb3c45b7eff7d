/** What a request is at, for the message when it is ended. */
export const PHASE = { begin: 0, read: 1, answer: 2, decide: 3 } as const
export type Phase = (typeof PHASE)[keyof typeof PHASE]

/** Told before each phase, and before each pod that is decided. */
export type OnProgress = (phase: Phase, pod: number) => void

/** Where a request was, to follow "it was ended". */
export function describeProgress(phase: number, pod: number): string {
  switch (phase) {
    case PHASE.read:
      return 'while its body was read'
    case PHASE.answer:
      return 'while its answer was worked out'
    case PHASE.decide:
      return `while pod ${pod} of those to decide was decided (counted from 0)`
    default:
      return 'before its body was read'
  }
}

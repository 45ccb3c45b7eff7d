/** What the process tells the shell. */
export const EXIT_CODE = {
  done: 0,
  /** Some pod gets no node. */
  notPlaced: 1,
  /** Bad usage or bad input: nothing was decided. */
  refused: 2,
  /** Of some pod it cannot be told, for what was not seen; this counts before `notPlaced`. */
  unknown: 3,
  /** Berth itself failed: a bug (EX_SOFTWARE of sysexits.h). */
  failed: 70,
} as const

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE]

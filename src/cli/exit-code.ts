/** What the process tells the shell. */
export const EXIT_CODE = {
  done: 0,
  /** Some pod gets no node. */
  notPlaced: 1,
  /** Bad usage or bad input: nothing was decided. */
  refused: 2,
  /** Berth itself failed: a bug. */
  failed: 3,
} as const

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE]

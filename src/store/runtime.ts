/** What the store takes from outside itself, so that tests decide time, chance and waiting. */
export interface Runtime {
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
  /** Uniform in [0, 1): jitter only, never anything that an answer shows. */
  readonly random: () => number
  readonly randomId: () => string
}

/** The platform's own clock, timer and randomness, the same on Node, Workers and Lambda. */
export const platformRuntime: Runtime = {
  now: () => new Date(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
  randomId: () => crypto.randomUUID(),
}

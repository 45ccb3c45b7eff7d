import type { Runtime } from '../../src/store/runtime.ts'

/** A runtime whose time stands until it is moved; waiting costs a turn of the event loop. */
export interface TestRuntime extends Runtime {
  advance(seconds: number): void
  /** All waits so far, in milliseconds. */
  readonly waits: readonly number[]
}

export function testRuntime(start = '2026-11-21T12:00:00.000Z'): TestRuntime {
  let timeMs = Date.parse(start)
  const waits: number[] = []
  const random = seededRandom(20_261_121)
  return {
    now: () => new Date(timeMs),
    async sleep(ms) {
      waits.push(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
    random,
    // Ids are never seeded: two isolates with the same ones would take each other's writes for theirs.
    randomId: () => crypto.randomUUID(),
    advance(seconds) {
      timeMs += seconds * 1000
    },
    waits,
  }
}

/** mulberry32: small, and the same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

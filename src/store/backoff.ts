import type { Runtime } from './runtime.ts'

/** How often to try, and the ceiling of the wait before each further try. */
export interface BackoffPolicy {
  readonly attempts: number
  readonly baseMs: number
  readonly capMs: number
}

/**
 * Waits before try number `attempt` + 1 (from 0). Full jitter: uniform up to a ceiling that
 * doubles, which spreads many writers better than a fixed wait with a little noise
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
 */
export async function backOff(
  runtime: Runtime,
  policy: BackoffPolicy,
  attempt: number,
): Promise<void> {
  const ceilingMs = Math.min(policy.capMs, policy.baseMs * 2 ** attempt)
  await runtime.sleep(runtime.random() * ceilingMs)
}

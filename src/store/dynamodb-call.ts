import { err, ok, type Result } from '../result.ts'
import { type BackoffPolicy, backOff } from './backoff.ts'
import { type Failure, readFailure, toUnavailable } from './dynamodb-failure.ts'
import type { Unavailable } from './port.ts'

import type { Runtime } from './runtime.ts'

/** One call; a healthy table answers within tens of milliseconds. */
export const CALL_TIMEOUT_MS = 3000

/** The worst case of one operation: four calls and three waits, below 14 seconds. */
const RETRIES: BackoffPolicy = { attempts: 4, baseMs: 50, capMs: 1000 }

export type Call<T> = (options: { abortSignal: AbortSignal }) => Promise<T>

/** One try. The SDK throws for every outcome but success; from here on failures are values. */
export async function callOnce<T>(call: Call<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await call({ abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) }))
  } catch (thrown) {
    return err(readFailure(thrown))
  }
}

/** A read, tried again while that may help. */
export async function callRepeatedly<T>(
  runtime: Runtime,
  call: Call<T>,
): Promise<Result<T, Unavailable>> {
  for (let tried = 0; ; tried++) {
    const result = await callOnce(call)
    if (result.ok) return result
    if (result.error.kind === 'conditionFailed') throw new Error('a read has no condition')
    if (isFinal(result.error, tried)) return err(toUnavailable(result.error))
    await waitBeforeRetry(runtime, tried)
  }
}

export function isFinal(failure: Failure, tried: number): boolean {
  return failure.kind === 'refused' || tried + 1 >= RETRIES.attempts
}

export function waitBeforeRetry(runtime: Runtime, tried: number): Promise<void> {
  return backOff(runtime, RETRIES, tried)
}

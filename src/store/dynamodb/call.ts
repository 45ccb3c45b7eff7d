import { err, ok, type Result } from '../../result.ts'
import { type BackoffPolicy, backOff } from '../backoff.ts'
import type { Unavailable } from '../port.ts'
import type { Runtime } from '../runtime.ts'
import { type Failure, readFailure, toUnavailable } from './failure.ts'

/** One call; a healthy table answers within tens of milliseconds, and a megabyte in 300. */
export const CALL_TIMEOUT_MS = 1000

/** One operation with all its tries: a store that hangs costs its caller no more. */
const OPERATION_TIMEOUT_MS = 2500

const RETRIES: BackoffPolicy = { attempts: 4, baseMs: 50, capMs: 1000 }

export type Call<T> = (options: { abortSignal: AbortSignal }) => Promise<T>

/** The tries of one operation: how many there were, and the time that is left for all. */
export interface Tries {
  readonly runtime: Runtime
  readonly limit: AbortSignal
  count: number
}

export function startTries(runtime: Runtime): Tries {
  return { runtime, limit: AbortSignal.timeout(OPERATION_TIMEOUT_MS), count: 0 }
}

/** One try. The SDK throws for every outcome but success; from here on failures are values. */
export async function callOnce<T>(call: Call<T>, tries: Tries): Promise<Result<T, Failure>> {
  tries.count += 1
  try {
    const abortSignal = AbortSignal.any([tries.limit, AbortSignal.timeout(CALL_TIMEOUT_MS)])
    return ok(await call({ abortSignal }))
  } catch (thrown) {
    return err(readFailure(thrown))
  }
}

/** A read, tried again while that may help. */
export async function callRepeatedly<T>(
  runtime: Runtime,
  call: Call<T>,
): Promise<Result<T, Unavailable>> {
  const tries = startTries(runtime)
  for (;;) {
    const result = await callOnce(call, tries)
    if (result.ok) return result
    if (result.error.kind === 'conditionFailed') throw new Error('a read has no condition')
    if (isFinal(result.error, tries)) {
      return err({ ...toUnavailable(result.error), mayHaveWritten: false })
    }
    await waitBeforeRetry(tries)
  }
}

export function isFinal(failure: Failure, { count, limit }: Tries): boolean {
  return failure.kind === 'refused' || count >= RETRIES.attempts || limit.aborted
}

export function waitBeforeRetry({ runtime, count }: Tries): Promise<void> {
  return backOff(runtime, RETRIES, count - 1)
}

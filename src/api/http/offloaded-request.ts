import type { Caller } from '../../auth/caller.ts'
import type { Result } from '../../result.ts'
import type { Fault } from './fault.ts'

/** A request that is answered elsewhere than on the thread that serves connections. */
export interface OffloadedRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** As received: still with its Content-Encoding. */
  readonly body: readonly Uint8Array<ArrayBuffer>[]
  readonly caller: Caller
  readonly client: string
  readonly signal: AbortSignal
}

/** Answers a request off the main thread; a fault when that could not be done. */
export type Offload = (request: OffloadedRequest) => Promise<Result<Response, Fault>>

import type { RecordDecisions } from '../store/audit/preemptions.ts'
import type { StorePort } from '../store/port.ts'
import type { StoreUse } from './thread-messages.ts'

/** The main thread's store, used from another thread: each call is a question and its answer. */
export class RemoteStore implements StorePort {
  readonly kind: StorePort['kind']
  private readonly ask: (call: number, use: StoreUse) => void
  private readonly waiting = new Map<number, (result: unknown) => void>()
  private calls = 0

  constructor(kind: StorePort['kind'], ask: (call: number, use: StoreUse) => void) {
    this.kind = kind
    this.ask = ask
  }

  get(...args: Parameters<StorePort['get']>): ReturnType<StorePort['get']> {
    return this.call({ method: 'get', args })
  }

  put(...args: Parameters<StorePort['put']>): ReturnType<StorePort['put']> {
    return this.call({ method: 'put', args })
  }

  query(...args: Parameters<StorePort['query']>): ReturnType<StorePort['query']> {
    return this.call({ method: 'query', args })
  }

  /** Records decisions in the main thread's logs, where those of all threads share a write. */
  record(...args: Parameters<RecordDecisions>): ReturnType<RecordDecisions> {
    return this.call({ method: 'record', args })
  }

  /** The main thread has answered. */
  settle(call: number, result: unknown): void {
    this.waiting.get(call)?.(result)
    this.waiting.delete(call)
  }

  private call<T>(use: StoreUse): Promise<T> {
    const call = this.calls++
    return new Promise((resolve) => {
      // The main thread answers a method's call with what that method of its own store returned.
      this.waiting.set(call, resolve as (result: unknown) => void)
      this.ask(call, use)
    })
  }
}

/** The main thread's side: what its store says to one use. */
export function useStore(
  store: StorePort,
  record: RecordDecisions,
  use: StoreUse,
): Promise<unknown> {
  switch (use.method) {
    case 'get':
      return store.get(...use.args)
    case 'put':
      return store.put(...use.args)
    case 'query':
      return store.query(...use.args)
    case 'record':
      return record(...use.args)
  }
}

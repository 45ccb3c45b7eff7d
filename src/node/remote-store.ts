import type { RecordDecisions } from '../store/audit/records/preemptions.ts'
import type { StorePort } from '../store/port.ts'
import type { RemoteCalls } from './remote-calls.ts'
import type { StoreUse } from './thread-messages.ts'

/** The main thread's store, used from another thread. */
export class RemoteStore implements StorePort {
  readonly kind: StorePort['kind']
  private readonly calls: RemoteCalls<StoreUse>

  constructor(kind: StorePort['kind'], calls: RemoteCalls<StoreUse>) {
    this.kind = kind
    this.calls = calls
  }

  get(...args: Parameters<StorePort['get']>): ReturnType<StorePort['get']> {
    return this.calls.call({ method: 'get', args })
  }

  put(...args: Parameters<StorePort['put']>): ReturnType<StorePort['put']> {
    return this.calls.call({ method: 'put', args })
  }

  query(...args: Parameters<StorePort['query']>): ReturnType<StorePort['query']> {
    return this.calls.call({ method: 'query', args })
  }

  /** Records decisions in the main thread's logs, where those of all threads share a write. */
  record(...args: Parameters<RecordDecisions>): ReturnType<RecordDecisions> {
    return this.calls.call({ method: 'record', args })
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

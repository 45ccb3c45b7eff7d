import type { SnapshotPort } from '../snapshots/port.ts'
import type { RemoteCalls } from './remote-calls.ts'
import type { SnapshotUse } from './thread-messages.ts'

/** The main thread's snapshots, used from another thread. */
export class RemoteSnapshots implements SnapshotPort {
  readonly kind: SnapshotPort['kind']
  private readonly calls: RemoteCalls<SnapshotUse>

  constructor(kind: SnapshotPort['kind'], calls: RemoteCalls<SnapshotUse>) {
    this.kind = kind
    this.calls = calls
  }

  head(...args: Parameters<SnapshotPort['head']>): ReturnType<SnapshotPort['head']> {
    return this.calls.call({ method: 'head', args })
  }

  get(...args: Parameters<SnapshotPort['get']>): ReturnType<SnapshotPort['get']> {
    return this.calls.call({ method: 'get', args })
  }

  put(...args: Parameters<SnapshotPort['put']>): ReturnType<SnapshotPort['put']> {
    return this.calls.call({ method: 'put', args })
  }

  append(...args: Parameters<SnapshotPort['append']>): ReturnType<SnapshotPort['append']> {
    return this.calls.call({ method: 'append', args })
  }

  delete(...args: Parameters<SnapshotPort['delete']>): ReturnType<SnapshotPort['delete']> {
    return this.calls.call({ method: 'delete', args })
  }
}

/** The main thread's side: what its snapshots say to one use. */
export function useSnapshots(snapshots: SnapshotPort, use: SnapshotUse): Promise<unknown> {
  switch (use.method) {
    case 'head':
      return snapshots.head(...use.args)
    case 'get':
      return snapshots.get(...use.args)
    case 'put':
      return snapshots.put(...use.args)
    case 'append':
      return snapshots.append(...use.args)
    case 'delete':
      return snapshots.delete(...use.args)
  }
}

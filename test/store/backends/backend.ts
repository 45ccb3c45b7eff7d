import type { ItemKey, StoredItem, StorePort } from '../../../src/store/port.ts'
import type { Runtime } from '../../../src/store/runtime.ts'

/** A store under test, with the hands of somebody who goes round the port. */
export interface Backend {
  readonly name: string
  /** The same store as another isolate sees it: its own client, nothing shared in memory. */
  connect(runtime: Runtime): StorePort
  /** Puts an item as it is, whatever is there. */
  overwrite(item: StoredItem): Promise<void>
  /** Takes an item away: an intruder, or DynamoDB's TTL. */
  remove(key: ItemKey): Promise<void>
  close(): Promise<void>
}

export type OpenBackend = () => Promise<Backend>

import type { StatusTable } from '../framework/status-table.ts'
import type { FilterState } from './filter-state.ts'
import type { Search } from './search.ts'

/** What the filters said of every node. Valid until the next pod is decided. */
export interface FilterResult {
  readonly search: Search
  /** By node: an id of `statuses`, 0 where it fits. */
  readonly verdict: Int32Array
  readonly statuses: StatusTable
  readonly pass: FilterState
  /** Verdicts as the message counts them; others only for a pod with a nominated node (nominated-node.ts). */
  readonly reportedVerdict: Int32Array
  /** What extenders said of nodes that there are not; the message counts it all the same. */
  readonly strangers?: Strangers
}

export interface Strangers {
  readonly reasons: readonly string[]
  /** Id of the status of nodes of which nothing is said: one fewer for each stranger. */
  readonly untold: number
}

import type { Rejections } from '../framework/status-table.ts'
import type { FilterPass } from './filter-state.ts'
import type { Search } from './search.ts'

/** What the filters said of every node. Valid until the next pod is decided. */
export interface FilterResult {
  readonly search: Search
  /** By node: an id of `rejections`, 0 where it fits. */
  readonly verdict: Int32Array
  readonly rejections: Rejections
  readonly pass: FilterPass
  /** Verdicts as the message counts them; others only for a pod with a promised node (promised-node.ts). */
  readonly toldVerdict: Int32Array
}

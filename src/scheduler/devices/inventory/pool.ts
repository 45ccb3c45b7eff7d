import type { CounterSet } from '../../../snapshot/devices/resource-slice.ts'

/** A driver's pool of devices, as one node sees it. */
export interface Pool {
  readonly driver: string
  readonly name: string
  /** Incomplete: some of its slices are missing. An invalid one offers nothing. */
  readonly status: 'complete' | 'incomplete' | 'invalid'
  /** What is wrong with an invalid one, be it complete or not; empty for nothing. */
  readonly problem: string
  /** It is searched after the others. */
  readonly comesLast: boolean
  /** Devices for the node, in the order in which they are tried. */
  readonly rows: Int32Array
  readonly counters: PoolCounters | null
}

/** The counters that the devices of a pool share. */
export interface PoolCounters {
  readonly generation: number
  readonly sets: readonly CounterSet[]
  /** All devices of the pool that use counters, those for other nodes too. */
  readonly consumers: readonly number[]
}

/** The devices that a node can reach. */
export interface NodePools {
  /** In the order in which they are searched. */
  readonly pools: readonly Pool[]
  /** What the pools offer, pool after pool. */
  readonly rows: Int32Array
  /** Of each of them: which of the pools it is in. */
  readonly poolAt: Int32Array
  readonly hasInvalid: boolean
  /** The first invalid pool that ends the attempt when the search comes to it. */
  readonly barrier: Barrier | null
  /** A node selector that cannot be read ends the attempt. */
  readonly error: string | null
}

export interface Barrier {
  /** How many of the rows come before it. */
  readonly at: number
  readonly error: string
}

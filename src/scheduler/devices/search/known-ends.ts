import type { DeviceChanges } from '../inventory/device-changes.ts'

const UNKNOWN = 0
export const FOUND = 1
export const NOT_FOUND = 2
export const INVALID_POOLS = 3
export type KnownEnd = typeof FOUND | typeof NOT_FOUND | typeof INVALID_POOLS

/** What searches for claims of one kind came to, node by node, until the devices there change hands. */
export class KnownEnds {
  private readonly changes: DeviceChanges
  private readonly ends: Uint8Array
  private readonly scores: Float64Array
  /** After how many changes each was found out. */
  private readonly since: Float64Array

  constructor(changes: DeviceChanges, nodeCount: number) {
    this.changes = changes
    this.ends = new Uint8Array(nodeCount)
    this.scores = new Float64Array(nodeCount)
    this.since = new Float64Array(nodeCount)
  }

  /** 0: not known, or no longer. */
  on(node: number): number {
    return this.changes.isSame(node, this.since[node]) ? this.ends[node] : UNKNOWN
  }

  scoreOn(node: number): number {
    return this.scores[node]
  }

  note(node: number, end: KnownEnd, score: number): void {
    this.ends[node] = end
    this.scores[node] = score
    this.since[node] = this.changes.count
  }
}

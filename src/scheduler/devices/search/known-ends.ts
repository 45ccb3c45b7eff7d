import type { NodeKinds } from '../inventory/node-kinds.ts'

const UNKNOWN = 0
export const FOUND = 1
export const NOT_FOUND = 2
export const INVALID_POOLS = 3
export type KnownEnd = typeof FOUND | typeof NOT_FOUND | typeof INVALID_POOLS

const ROOM_AT_FIRST = 64

/** What searches for claims of one kind came to, by kind of node. */
export class KnownEnds {
  private readonly kinds: NodeKinds
  private restarts: number
  private ends = new Uint8Array(ROOM_AT_FIRST)
  private scores = new Int32Array(ROOM_AT_FIRST)

  constructor(kinds: NodeKinds) {
    this.kinds = kinds
    this.restarts = kinds.restarts
  }

  /** Takes in who got devices since this was last asked. */
  catchUp(): void {
    const { kinds } = this
    kinds.catchUp()
    if (kinds.restarts === this.restarts) return
    this.restarts = kinds.restarts
    this.ends.fill(UNKNOWN)
  }

  /** 0: not known. */
  on(node: number): number {
    const kind = this.kinds.of[node]
    return kind < this.ends.length ? this.ends[kind] : UNKNOWN
  }

  scoreOn(node: number): number {
    return this.scores[this.kinds.of[node]]
  }

  note(node: number, end: KnownEnd, score: number): void {
    const kind = this.kinds.of[node]
    if (kind >= this.ends.length) this.grow(2 * kind)
    this.ends[kind] = end
    this.scores[kind] = score
  }

  private grow(room: number): void {
    const { ends, scores } = this
    this.ends = new Uint8Array(room)
    this.ends.set(ends)
    this.scores = new Int32Array(room)
    this.scores.set(scores)
  }
}

import type { Board } from '../../../explain/board/board.ts'
import type { Family, Palette } from '../palette.ts'

/** What the map shows, and how. */
export interface Picture {
  readonly board: Board
  readonly totals: Float64Array
  /** By step of the funnel. */
  readonly families: readonly Family[]
  /** Null: by reason. Else one value a node, of those that fit. */
  readonly values: ArrayLike<number> | null
  readonly low: number
  readonly high: number
  /** The step whose nodes stand out, -1: none. */
  readonly emphasized: number
  readonly selected: number
  readonly marked: number
  readonly current: number
  readonly colours: Palette
  /** What tells a node from the others, for cells that have the room. */
  nameOf(node: number): string
}

import { appendLeaf, appendLeaves, type CompactRange, EMPTY_RANGE } from './compact-range.ts'
import type { Hash } from './hash.ts'

/** The tree over a chain's records, as much of it as its end needs. */
export interface Tree {
  readonly whole: CompactRange
  /** The part of it whose leaves stand in tiles. */
  readonly tiled: CompactRange
  /** The leaves of the rest, in order: records may expire before a tile has theirs. */
  readonly untiled: readonly Hash[]
}

export const EMPTY_TREE: Tree = { whole: EMPTY_RANGE, tiled: EMPTY_RANGE, untiled: [] }

export function growTree({ whole, tiled, untiled }: Tree, leaf: Hash): Tree {
  return { whole: appendLeaf(whole, leaf), tiled, untiled: [...untiled, leaf] }
}

/** The same tree once every leaf of it stands in a tile. */
export function withTiles({ whole }: Tree): Tree {
  return { whole, tiled: whole, untiled: [] }
}

export function treeOf(tiled: CompactRange, untiled: readonly Hash[]): Tree {
  return { whole: appendLeaves(tiled, untiled), tiled, untiled }
}

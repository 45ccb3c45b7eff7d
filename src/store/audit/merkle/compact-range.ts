import { emptyRoot, type Hash, nodeHash } from './hash.ts'

/**
 * A tree as its perfect subtrees from left to right, largest first: one hash for each bit of its
 * size. Enough to append to it and to name its root; nothing of it needs the entries again.
 */
export interface CompactRange {
  readonly size: number
  readonly subtrees: readonly Hash[]
}

export const EMPTY_RANGE: CompactRange = { size: 0, subtrees: [] }

/** The tree with one more leaf. */
export function appendLeaf({ size, subtrees }: CompactRange, leaf: Hash): CompactRange {
  const kept = [...subtrees]
  let merged = leaf
  // Each 1 at the end of the size is a subtree as large as what stands right of it by now.
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    const left = kept.pop()
    if (left === undefined) throw new Error('a range has one subtree for each bit of its size')
    merged = nodeHash(left, merged)
  }
  return { size: size + 1, subtrees: [...kept, merged] }
}

export function appendLeaves(range: CompactRange, leaves: readonly Hash[]): CompactRange {
  return leaves.reduce(appendLeaf, range)
}

/** The Merkle tree hash of all leaves (RFC 6962, 2.1). */
export function rootOf({ subtrees }: CompactRange): Hash {
  const last = subtrees.at(-1)
  if (last === undefined) return emptyRoot()
  return subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)
}

/** How many subtrees a range of this size has. */
export function subtreeCount(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}

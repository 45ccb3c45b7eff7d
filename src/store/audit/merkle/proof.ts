import { emptyRoot, type Hash, isSameHash, nodeHash } from './hash.ts'

/** Gives the hash of the perfect subtree over leaves `index * 2^level` up to the next one's start. */
export type Subtrees = (level: number, index: number) => Promise<Hash>

/** The Merkle tree hash of leaves `begin` to `end` (excluded), in a tree split as RFC 6962 does. */
async function rangeHash(subtrees: Subtrees, begin: number, end: number): Promise<Hash> {
  const width = end - begin
  const level = Math.log2(width)
  if (Number.isInteger(level) && begin % width === 0) return subtrees(level, begin / width)
  const split = begin + leftWidth(width)
  return nodeHash(await rangeHash(subtrees, begin, split), await rangeHash(subtrees, split, end))
}

/** The root of the tree of the first `size` leaves. */
export async function rootAt(subtrees: Subtrees, size: number): Promise<Hash> {
  return size === 0 ? emptyRoot() : rangeHash(subtrees, 0, size)
}

/** The largest power of two below `width`. */
function leftWidth(width: number): number {
  return 2 ** Math.floor(Math.log2(width - 1))
}

/** The audit path of leaf `index` (from 0) in the tree of `size` leaves: RFC 6962, 2.1.1. */
export async function inclusionProof(
  subtrees: Subtrees,
  index: number,
  size: number,
): Promise<Hash[]> {
  const path: Hash[] = []
  let begin = 0
  let end = size
  while (end - begin > 1) {
    const split = begin + leftWidth(end - begin)
    const isLeft = index < split
    path.push(await rangeHash(subtrees, isLeft ? split : begin, isLeft ? end : split))
    if (isLeft) end = split
    else begin = split
  }
  return path.reverse()
}

/** That the tree of `older` leaves is the beginning of that of `newer`: RFC 6962, 2.1.2. */
export async function consistencyProof(
  subtrees: Subtrees,
  older: number,
  newer: number,
): Promise<Hash[]> {
  if (older === 0 || older === newer) return []
  const path: Hash[] = []
  let begin = 0
  let end = newer
  let isWhole = true
  while (older !== end) {
    const split = begin + leftWidth(end - begin)
    if (older <= split) {
      path.push(await rangeHash(subtrees, split, end))
      end = split
    } else {
      path.push(await rangeHash(subtrees, begin, split))
      begin = split
      isWhole = false
    }
  }
  // The older tree's root is known to whoever asks, unless it starts further right.
  if (!isWhole) path.push(await rangeHash(subtrees, begin, end))
  return path.reverse()
}

interface Tree {
  readonly size: number
  readonly root: Hash
}

/** Checks an audit path as RFC 9162, 2.1.3.2 says. */
export function isIncluded(
  leaf: Hash,
  index: number,
  { size, root }: Tree,
  path: readonly Hash[],
): boolean {
  if (index >= size) return false
  let node = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSameHash(hash, root)
}

/** Checks a consistency proof as RFC 9162, 2.1.4.2 says. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Hash[]): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0
  const isPowerOfTwo = Number.isInteger(Math.log2(older.size))
  const [first, ...rest] = isPowerOfTwo ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let node = older.size - 1
  let last = newer.size - 1
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let olderHash = first
  let newerHash = first
  for (const hash of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      olderHash = nodeHash(hash, olderHash)
      newerHash = nodeHash(hash, newerHash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      newerHash = nodeHash(newerHash, hash)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSameHash(olderHash, older.root) && isSameHash(newerHash, newer.root)
}

function half(value: number): number {
  return Math.floor(value / 2)
}

import type { NodeList } from '../framework/node-list.ts'

/*
 * kube-scheduler from 1.35 on puts the feasible nodes in a heap ordered by score alone, so which of
 * several best nodes wins follows from their positions in the list: the first in pre-order of the
 * implicit binary tree whose node i has the children 2i+1 and 2i+2.
 */

const DEPTH_MAX = 20
const DEPTHS = 32

/** Of two positions, the one with the smaller key comes first in pre-order. Positions are below 2^20. */
export function heapOrderKey(position: number): number {
  const path = position + 1
  const depth = 31 - Math.clz32(path)
  return (path << (DEPTH_MAX - depth)) * DEPTHS + depth
}

/** The position after this one in pre-order, -1 after the last. */
export function nextInHeapOrder(position: number, length: number): number {
  const child = 2 * position + 1
  if (child < length) return child
  // Up to the first ancestor that is a left child with a sibling; odd positions are left children.
  let path = position
  while (path > 0 && (path % 2 === 0 || path + 1 === length)) path = (path - 1) >> 1
  return path === 0 ? -1 : path + 1
}

/** The node with the most points, its own and shared ones, of several the first in the heap. */
export function firstBest(
  { at: rows, length }: NodeList,
  own: Float64Array,
  shared: Float64Array,
): number {
  const keys = heapOrderKeys(length)
  let best = 0
  let bestKey = 0
  let highest = Number.NEGATIVE_INFINITY
  for (let position = 0; position < length; position++) {
    const node = rows[position]
    const points = own[node] + shared[node]
    if (points < highest) continue
    const key = keys[position]
    if (points === highest && key > bestKey) continue
    best = position
    bestKey = key
    highest = points
  }
  return rows[best]
}

let knownKeys = new Int32Array(0)

/** By position, of at least so many. */
function heapOrderKeys(count: number): Int32Array {
  if (knownKeys.length < count)
    knownKeys = new Int32Array(2 * count).map((_, at) => heapOrderKey(at))
  return knownKeys
}

/** All nodes with the highest total, in order. */
export function topNodes(feasible: NodeList, total: Float64Array): number[] {
  let top: number[] = []
  let highest = Number.NEGATIVE_INFINITY
  for (let position = 0; position < feasible.length; position++) {
    const node = feasible.at[position]
    if (total[node] < highest) continue
    if (total[node] > highest) {
      top = []
      highest = total[node]
    }
    top.push(node)
  }
  return top
}

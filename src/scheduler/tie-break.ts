import type { NodeList } from './plugin.ts'

/**
 * kube-scheduler from 1.35 on puts the feasible nodes in a heap ordered by score alone, so which of
 * several best nodes wins follows from their places in the list: the first in pre-order of the
 * implicit binary tree whose node i has the children 2i+1 and 2i+2.
 */
export function isEarlierInHeap(a: number, b: number): boolean {
  const depthA = 31 - Math.clz32(a + 1)
  const depthB = 31 - Math.clz32(b + 1)
  if (depthA === depthB) return a < b
  // Compare the deeper one's ancestor at the other's depth; an ancestor itself comes first.
  if (depthA > depthB) return (a + 1) >> (depthA - depthB) < b + 1
  return a + 1 <= (b + 1) >> (depthB - depthA)
}

/** The position in `feasible` that upstream's heap would give, -1 without nodes. */
export function bestInHeap(feasible: NodeList, total: Float64Array): number {
  let best = -1
  let bestTotal = Number.NEGATIVE_INFINITY
  for (let position = 0; position < feasible.length; position++) {
    const value = total[feasible.at[position]]
    if (value < bestTotal) continue
    if (value > bestTotal || isEarlierInHeap(position, best)) {
      best = position
      bestTotal = value
    }
  }
  return best
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

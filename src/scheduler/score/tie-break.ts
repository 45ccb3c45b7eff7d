import type { NodeList } from '../framework/node-list.ts'
import { NodeRows } from '../framework/node-list.ts'

/**
 * kube-scheduler from 1.35 on puts the feasible nodes in a heap ordered by score alone, so which of
 * several best nodes wins follows from their places in the list: the first in pre-order of the
 * implicit binary tree whose node i has the children 2i+1 and 2i+2.
 */
export function inHeapOrder(nodes: NodeList): NodeRows {
  const { at, length } = nodes
  const rows = new NodeRows(length)
  let path = 0
  while (path < length) {
    rows.push(at[path])
    if (2 * path + 1 < length) {
      path = 2 * path + 1
      continue
    }
    // Up to the first ancestor that is a left child with a sibling; odd places are left children.
    while (path > 0 && (path % 2 === 0 || path + 1 === length)) path = (path - 1) >> 1
    if (path === 0) break
    path++
  }
  return rows
}

/** The first node with the highest total. */
export function firstBest(nodes: NodeList, total: Float64Array): number {
  let best = nodes.at[0]
  let highest = total[best]
  for (let index = 1; index < nodes.length; index++) {
    const node = nodes.at[index]
    if (total[node] <= highest) continue
    best = node
    highest = total[node]
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

import type { NodeList } from '../framework/node-list.ts'

const NONE = -1

/** The first node with the highest total of a list, found again in log n steps when a total changed. */
export class Tournament {
  private readonly total: Float64Array
  /** A binary tree: i has the children 2i and 2i+1 and holds the better of their nodes. */
  private readonly winners: Int32Array
  /** By node: its leaf, 0 for nodes that are not in the list. */
  private readonly leafOf: Int32Array

  constructor(nodes: NodeList, total: Float64Array) {
    const leafCount = 2 ** Math.ceil(Math.log2(Math.max(nodes.length, 1)))
    this.total = total
    this.winners = new Int32Array(2 * leafCount).fill(NONE)
    this.leafOf = new Int32Array(total.length)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      this.winners[leafCount + index] = node
      this.leafOf[node] = leafCount + index
    }
    for (let path = leafCount - 1; path >= 1; path--) this.play(path)
  }

  /** The node's total changed. */
  update(node: number): void {
    for (let path = this.leafOf[node] >> 1; path >= 1; path >>= 1) this.play(path)
  }

  /** The row of the winner, -1 of an empty list. */
  get best(): number {
    return this.winners[1]
  }

  /** The left one wins ties, since it comes first in the list. */
  private play(path: number): void {
    const { winners, total } = this
    const left = winners[2 * path]
    const right = winners[2 * path + 1]
    winners[path] = right !== NONE && total[right] > total[left] ? right : left
  }
}

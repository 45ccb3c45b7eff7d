import { NodeRows } from '../framework/node-list.ts'

/** More than there are rows. */
const ONCE_AROUND = 2 ** 30

/** The nodes that a search found, in its order: ascending rows from the first one on, and around. */
export class FeasibleNodes extends NodeRows {
  private readonly first: number

  /** `first`: the row at which the search began. */
  constructor(capacity: number, first = 0) {
    super(capacity)
    this.first = first
  }

  /** The same, each node once with the number of times that it is there: an extender may repeat it. */
  eachOnce(): FeasibleNodes {
    const counts = new Map<number, number>()
    for (let index = 0; index < this.length; index++) {
      counts.set(this.at[index], (counts.get(this.at[index]) ?? 0) + 1)
    }
    const nodes = new CountedNodes(Int32Array.from(counts.values()), this.first)
    for (const node of counts.keys()) nodes.push(node)
    return nodes
  }

  /** Where the node is in the list, or would be. */
  positionOf(node: number): number {
    const wanted = this.orderOf(node)
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.orderOf(this.at[middle]) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }

  has(node: number): boolean {
    const position = this.positionOf(node)
    return position < this.length && this.at[position] === node
  }

  add(node: number): void {
    const position = this.positionOf(node)
    this.reserve(this.length + 1)
    this.at.copyWithin(position + 1, position, this.length)
    this.at[position] = node
    this.length++
  }

  remove(node: number): void {
    const position = this.positionOf(node)
    this.at.copyWithin(position, position + 1, this.length)
    this.length--
  }

  private orderOf(node: number): number {
    return node < this.first ? node + ONCE_AROUND : node
  }
}

class CountedNodes extends FeasibleNodes {
  readonly sizes: Int32Array

  constructor(sizes: Int32Array, first: number) {
    super(sizes.length, first)
    this.sizes = sizes
  }
}

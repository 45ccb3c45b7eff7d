/** Rows of nodes to look at, in order. */
export interface NodeList {
  readonly at: Int32Array
  readonly length: number
  /** By index: how many nodes that are alike to a scorer the one stands for; absent: for itself. */
  readonly sizes?: Int32Array
}

const CAPACITY_MIN = 16

/** A list of node rows that is filled, emptied and filled again without allocation, once it has grown. */
export class NodeRows implements NodeList {
  at: Int32Array
  length = 0

  /** `capacity`: so many to begin with. */
  constructor(capacity: number = CAPACITY_MIN) {
    this.at = new Int32Array(capacity)
  }

  push(node: number): void {
    if (this.length === this.at.length) this.reserve(this.length + 1)
    this.at[this.length++] = node
  }

  /** Makes room for so many in all. */
  reserve(count: number): void {
    const { at } = this
    if (count <= at.length) return
    this.at = new Int32Array(Math.max(count, 2 * at.length, CAPACITY_MIN))
    this.at.set(at)
  }

  clear(): void {
    this.length = 0
  }

  copyFrom(list: NodeList): void {
    this.reserve(list.length)
    this.at.set(list.length === list.at.length ? list.at : list.at.subarray(0, list.length))
    this.length = list.length
  }

  /** Keeps the nodes whose verdict is 0 (they fit), in order. */
  keepFitting(verdict: Int32Array): void {
    const { at, length } = this
    let kept = 0
    for (let index = 0; index < length; index++) {
      const node = at[index]
      if (verdict[node] === 0) at[kept++] = node
    }
    this.length = kept
  }
}

let listed: NodeList = new NodeRows(0)

/** To work with inside one call, shared by all: filters and scorers are given it, and do not touch it. */
export const WORK_ROWS: NodeRows = new NodeRows()

/** All rows of so many nodes, a list that is shared. */
export function allNodes(count: number): NodeList {
  if (listed.length === count) return listed
  const rows = new NodeRows(count)
  for (let node = 0; node < count; node++) rows.push(node)
  listed = rows
  return rows
}

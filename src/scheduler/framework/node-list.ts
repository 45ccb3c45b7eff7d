/** Rows of nodes to look at, in order. */
export interface NodeList {
  readonly at: Int32Array
  readonly length: number
  /** By index: how many nodes that are alike to a scorer the one stands for; absent: for itself. */
  readonly sizes?: Int32Array
}

/** A list of node rows that is filled, emptied and filled again without allocation. */
export class NodeRows implements NodeList {
  readonly at: Int32Array
  length = 0

  constructor(capacity: number) {
    this.at = new Int32Array(capacity)
  }

  push(node: number): void {
    this.at[this.length++] = node
  }

  clear(): void {
    this.length = 0
  }

  copyFrom(list: NodeList): void {
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

/** All rows of so many nodes, a list that is shared. */
export function allNodes(count: number): NodeList {
  if (listed.length === count) return listed
  const rows = new NodeRows(count)
  for (let node = 0; node < count; node++) rows.push(node)
  listed = rows
  return rows
}

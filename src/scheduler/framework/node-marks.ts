import { type NodeList, NodeRows } from './node-list.ts'

/** A set of node rows that is cheap to fill and to empty. */
export class NodeMarks {
  readonly rows: NodeRows
  private readonly isMarked: Uint8Array

  constructor(nodeCount: number) {
    this.rows = new NodeRows(nodeCount)
    this.isMarked = new Uint8Array(nodeCount)
  }

  mark(node: number): void {
    if (this.isMarked[node] === 1) return
    this.isMarked[node] = 1
    this.rows.push(node)
  }

  markEach(nodes: NodeList): void {
    if (nodes.length === this.isMarked.length) this.markAll()
    else for (let index = 0; index < nodes.length; index++) this.mark(nodes.at[index])
  }

  markAll(): void {
    const { rows, isMarked } = this
    if (rows.length === isMarked.length) return
    for (let node = 0; node < isMarked.length; node++) rows.at[node] = node
    rows.length = isMarked.length
    isMarked.fill(1)
  }

  clear(): void {
    const { rows, isMarked } = this
    if (rows.length === isMarked.length) isMarked.fill(0)
    else for (let index = 0; index < rows.length; index++) isMarked[rows.at[index]] = 0
    rows.clear()
  }
}

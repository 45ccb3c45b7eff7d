import { NodeRows } from './node-list.ts'

/** A set of node rows that is cheap to fill and to empty; rows come in the order of marking. */
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

  markAll(): void {
    for (let node = 0; node < this.isMarked.length; node++) this.mark(node)
  }

  clear(): void {
    for (let index = 0; index < this.rows.length; index++) this.isMarked[this.rows.at[index]] = 0
    this.rows.clear()
  }
}

import { allNodes, type NodeList, NodeRows } from './node-list.ts'

/** A set of node rows that is cheap to fill and to empty. */
export class NodeMarks {
  private readonly marked: NodeRows = new NodeRows()
  private readonly isMarked: Uint8Array
  /** All are, whatever was marked one by one. */
  private areAll = false

  constructor(nodeCount: number) {
    this.isMarked = new Uint8Array(nodeCount)
  }

  get rows(): NodeList {
    return this.areAll ? allNodes(this.isMarked.length) : this.marked
  }

  mark(node: number): void {
    if (this.areAll || this.isMarked[node] === 1) return
    this.isMarked[node] = 1
    this.marked.push(node)
  }

  markEach(nodes: NodeList): void {
    if (nodes.length === this.isMarked.length) this.markAll()
    else for (let index = 0; index < nodes.length; index++) this.mark(nodes.at[index])
  }

  markAll(): void {
    this.areAll = true
  }

  clear(): void {
    const { marked, isMarked } = this
    for (let index = 0; index < marked.length; index++) isMarked[marked.at[index]] = 0
    marked.clear()
    this.areAll = false
  }
}

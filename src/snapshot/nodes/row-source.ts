import type { NodeRecord } from './read-node.ts'

/** Where each row of new columns comes from: a row of the old ones, or a node that was read. */
export class RowSource {
  readonly count: number
  /** By new row: the row that the node had, -1 for one that came. */
  readonly before: Int32Array
  /** By new row: nodes that came or changed. */
  readonly records: ReadonlyMap<number, NodeRecord>

  constructor(before: Int32Array, records: ReadonlyMap<number, NodeRecord>) {
    this.count = before.length
    this.before = before
    this.records = records
  }

  floats(column: Float64Array, read: (record: NodeRecord) => number): Float64Array {
    const made = new Float64Array(this.count)
    this.copy(column, made)
    for (const [row, record] of this.records) made[row] = read(record)
    return made
  }

  integers(column: Int32Array, read: (record: NodeRecord) => number): Int32Array {
    const made = new Int32Array(this.count)
    this.copy(column, made)
    for (const [row, record] of this.records) made[row] = read(record)
    return made
  }

  bytes(column: Uint8Array, read: (record: NodeRecord) => boolean): Uint8Array {
    const made = new Uint8Array(this.count)
    this.copy(column, made)
    for (const [row, record] of this.records) made[row] = Number(read(record))
    return made
  }

  list<T>(column: readonly T[], read: (record: NodeRecord) => T): T[] {
    const made: T[] = []
    for (let row = 0; row < this.count; row++) {
      const { before, records } = this
      const record = before[row] < 0 ? records.get(row) : undefined
      made.push(record === undefined ? column[before[row]] : read(record))
    }
    for (const [row, record] of this.records) made[row] = read(record)
    return made
  }

  /** What was there goes where its node went. */
  copy<Column extends Float64Array | Int32Array | Uint8Array>(from: Column, to: Column): void {
    for (let row = 0; row < this.count; row++) {
      if (this.before[row] >= 0) to[row] = from[this.before[row]]
    }
  }
}

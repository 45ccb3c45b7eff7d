import { StringTable } from '../json/strings.ts'
import type { RowSource } from './row-source.ts'

/** The values of one label over all nodes: dense ids from 1, 0 where a node lacks the key. */
export interface LabelColumn {
  readonly valueId: Int32Array
  /** Texts by id; entry 0 stands for "absent". */
  readonly values: readonly string[]
  /** No two nodes have the same value. */
  readonly isUnique: boolean
}

/** Columns that are kept: more than any cluster's rules ask for, and no more than 60 MB for 15,000 nodes. */
const COLUMNS_MAX = 1000

/** Label pairs of all nodes, flat: pairs by node, and where each node's start. */
interface LabelPairs {
  readonly strings: StringTable
  readonly start: Int32Array
  readonly keyId: Int32Array
  readonly valueId: Int32Array
}

/** The labels of all nodes. Columns are made only of the keys that somebody asks for. */
export class NodeLabels {
  private readonly strings: StringTable
  private readonly start: Int32Array
  private readonly keyId: Int32Array
  private readonly valueId: Int32Array
  /** The same pairs by key, each key's in the order of the nodes; made when first asked for. */
  private byKey: PairsByKey | null = null
  private readonly columns = new Map<string, LabelColumn>()
  private readonly absent: LabelColumn

  private constructor({ strings, start, keyId, valueId }: LabelPairs) {
    this.strings = strings
    this.start = start
    this.keyId = keyId
    this.valueId = valueId
    this.absent = { valueId: new Int32Array(start.length - 1), values: [''], isUnique: true }
  }

  static none(): NodeLabels {
    const [start, keyId, valueId] = [new Int32Array(1), new Int32Array(0), new Int32Array(0)]
    return new NodeLabels({ strings: new StringTable(), start, keyId, valueId })
  }

  /** The labels as rows move and nodes come; those here stay as they are, and share the texts. */
  edited({ count, before, records }: RowSource): NodeLabels {
    const { strings } = this
    const start = new Int32Array(count + 1)
    for (let row = 0; row < count; row++) {
      const size = records.get(row)?.labels.size ?? this.sizeOf(before[row])
      start[row + 1] = start[row] + size
    }
    const keyId = new Int32Array(start[count])
    const valueId = new Int32Array(start[count])
    for (let row = 0; row < count; row++) {
      let next = start[row]
      const record = records.get(row)
      if (record === undefined) {
        const end = this.start[before[row] + 1]
        for (let pair = this.start[before[row]]; pair < end; pair++) {
          keyId[next] = this.keyId[pair]
          valueId[next++] = this.valueId[pair]
        }
        continue
      }
      for (const [key, value] of record.labels) {
        keyId[next] = strings.intern(key)
        valueId[next++] = strings.intern(value)
      }
    }
    return new NodeLabels({ strings, start, keyId, valueId })
  }

  /** Whether a node has exactly these labels. */
  has(node: number, labels: ReadonlyMap<string, string>): boolean {
    if (labels.size !== this.sizeOf(node)) return false
    for (let pair = this.start[node]; pair < this.start[node + 1]; pair++) {
      const value = labels.get(this.strings.text(this.keyId[pair]))
      if (value !== this.strings.text(this.valueId[pair])) return false
    }
    return true
  }

  private sizeOf(node: number): number {
    return this.start[node + 1] - this.start[node]
  }

  value(node: number, key: string): string | undefined {
    const column = this.columns.get(key)
    if (column !== undefined) {
      const id = column.valueId[node]
      return id === 0 ? undefined : column.values[id]
    }
    this.byKey ??= this.sortByKey()
    const pair = this.byKey.find(this.strings.idOf(key), node)
    return pair < 0 ? undefined : this.strings.text(this.valueId[pair])
  }

  column(key: string): LabelColumn {
    const known = this.columns.get(key)
    if (known !== undefined) return known
    this.byKey ??= this.sortByKey()
    const column = this.buildColumn(this.byKey, this.strings.idOf(key))
    if (column === this.absent) return column
    if (this.columns.size === COLUMNS_MAX) this.columns.clear()
    this.columns.set(key, column)
    return column
  }

  private buildColumn(byKey: PairsByKey, keyId: number): LabelColumn {
    const [from, to] = byKey.range(keyId)
    if (from === to) return this.absent
    const valueId = new Int32Array(this.start.length - 1)
    const values = ['']
    const dense = new Map<number, number>()
    for (let index = from; index < to; index++) {
      const text = this.valueId[byKey.pair[index]]
      let id = dense.get(text)
      if (id === undefined) {
        id = values.length
        dense.set(text, id)
        values.push(this.strings.text(text))
      }
      valueId[byKey.node[index]] = id
    }
    return { valueId, values, isUnique: values.length - 1 === to - from }
  }

  private sortByKey(): PairsByKey {
    return new PairsByKey(this.start, this.keyId, this.strings.size)
  }
}

/** Label pairs sorted by key, then by node. */
class PairsByKey {
  readonly pair: Int32Array
  readonly node: Int32Array
  private readonly start: Int32Array

  /** Ids of keys start at 1 and are below `keyCount`. */
  constructor(nodeStart: Int32Array, keyId: Int32Array, keyCount: number) {
    this.start = new Int32Array(keyCount + 1)
    for (const key of keyId) this.start[key + 1]++
    for (let key = 0; key < keyCount; key++) this.start[key + 1] += this.start[key]
    this.pair = new Int32Array(keyId.length)
    this.node = new Int32Array(keyId.length)
    const next = this.start.slice()
    for (let node = 0; node < nodeStart.length - 1; node++) {
      for (let pair = nodeStart[node]; pair < nodeStart[node + 1]; pair++) {
        const index = next[keyId[pair]]++
        this.pair[index] = pair
        this.node[index] = node
      }
    }
  }

  /** Positions of one key's pairs; empty for id 0, which no key has. */
  range(keyId: number): [from: number, to: number] {
    return keyId === 0 ? [0, 0] : [this.start[keyId], this.start[keyId + 1]]
  }

  /** The pair of a key on a node, -1 where the node lacks the key. */
  find(keyId: number, node: number): number {
    let [low, high] = this.range(keyId)
    const end = high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.node[middle] < node) low = middle + 1
      else high = middle
    }
    return low < end && this.node[low] === node ? this.pair[low] : -1
  }
}

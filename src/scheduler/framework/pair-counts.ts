import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import { DomainRows } from './domain-rows.ts'
import type { NodeList } from './node-list.ts'
import type { NodePlaces } from './plugin.ts'

/** Numbers by topology domain of one key. */
export interface KeyCounts {
  readonly key: string
  /** By node: the domain, 0 where the node lacks the key. */
  readonly domain: Int32Array
  readonly names: readonly string[]
  readonly count: Float64Array
  readonly rows: DomainRows
}

/** Upstream's map from (topology key, value) to a number, as one column of domains a key. */
export class PairCounts {
  private readonly nodes: Nodes
  private readonly byKey = new Map<string, KeyCounts>()
  /** In the order in which keys appeared. */
  readonly keys: KeyCounts[] = []
  /** Nodes that agree in all of these have the same sum. */
  readonly places: NodePlaces[] = []
  /** Pairs whose number is not 0. */
  nonZero = 0

  constructor(nodes: Nodes) {
    this.nodes = nodes
  }

  of(key: string): KeyCounts {
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const { valueId, values, isUnique } = this.nodes.labelColumn(key)
    const made = {
      key,
      domain: valueId,
      names: values,
      count: new Float64Array(values.length),
      rows: DomainRows.of(valueId, values.length),
    }
    this.byKey.set(key, made)
    this.keys.push(made)
    const { count } = made
    // Of domains of one node the number is enough, and there are few numbers.
    this.places.push({ of: (node) => (isUnique ? count[valueId[node]] : valueId[node]) })
    return made
  }

  /** False when the node lacks the key, and nothing was counted. */
  add({ domain, count }: KeyCounts, node: number, amount: number): boolean {
    const id = domain[node]
    if (id === 0) return false
    const before = count[id]
    count[id] = before + amount
    if (before === 0 && count[id] !== 0) this.nonZero++
    if (before !== 0 && count[id] === 0) this.nonZero--
    return true
  }

  /** Writes for each listed node the sum over its domains. */
  sum(nodes: NodeList, into: Float64Array): void {
    for (let index = 0; index < nodes.length; index++) into[nodes.at[index]] = 0
    for (const { domain, count } of this.keys) {
      // Domain 0, of nodes without the key, never counts anything.
      for (let index = 0; index < nodes.length; index++) {
        const node = nodes.at[index]
        into[node] += count[domain[node]]
      }
    }
  }
}

/** Whether the node's domain has a number above 0. */
export function isCounted({ domain, count }: KeyCounts, node: number): boolean {
  return count[domain[node]] > 0
}

export function isAnyKeyCounted(keys: readonly KeyCounts[], node: number): boolean {
  for (let key = 0; key < keys.length; key++) if (isCounted(keys[key], node)) return true
  return false
}

import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { HOSTNAME } from '../../../snapshot/nodes/topology-labels.ts'

/** Topology domains of nodes: dense ids from 1, 0 where a node is in none. */
export interface Domains {
  readonly of: Int32Array
  readonly count: number
}

/** Nodes with one value of a label. No node has the empty key. */
export function labelDomains(nodes: Nodes, key: string): Domains {
  const { valueId, values } = nodes.labelColumn(key)
  return { of: valueId, count: values.length }
}

/** 1.10 takes the host name for the node: it looks at no pods but the node's own. */
export function domainsWithOwnHost(nodes: Nodes, key: string): Domains {
  if (key !== HOSTNAME) return labelDomains(nodes, key)
  const { valueId } = nodes.labelColumn(key)
  return { of: valueId.map((id, node) => (id === 0 ? 0 : node + 1)), count: nodes.count + 1 }
}

/** Nodes that share the values of all keys. */
export function jointDomains(nodes: Nodes, keys: readonly string[]): Domains {
  const columns = keys.map((key) => nodes.labelColumn(key).valueId)
  const ids = new Map<string, number>()
  const of = Int32Array.from(nodes.names, (_, node) => {
    const values = columns.map((valueId) => valueId[node])
    if (values.length === 0 || values.includes(0)) return 0
    const key = values.join(' ')
    const id = ids.get(key) ?? ids.size + 1
    ids.set(key, id)
    return id
  })
  return { of, count: ids.size + 1 }
}

/** How many pods of some kind run in each domain. */
export class DomainCounts {
  /** Over all domains. */
  total = 0
  private readonly domains: Domains
  private readonly counts: Float64Array

  constructor(domains: Domains) {
    this.domains = domains
    this.counts = new Float64Array(domains.count)
  }

  add(node: number, sign: 1 | -1): void {
    const domain = this.domains.of[node]
    if (domain === 0) return
    this.counts[domain] += sign
    this.total += sign
  }

  has(node: number): boolean {
    return this.counts[this.domains.of[node]] > 0
  }
}

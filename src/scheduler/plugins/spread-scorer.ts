import type { Cluster, Pod } from '../../snapshot/cluster.ts'
import type { PodClass, SpreadConstraint } from '../../snapshot/pod-class.ts'
import { goLog } from '../go-log.ts'
import { SCORE_MAX } from '../normalize.ts'
import type { NodeList, NodeScorer } from '../plugin.ts'
import { HOSTNAME, havingAllKeys, inclusions, SelectedPods } from './spread-constraints.ts'

/** Like pods by domain of one soft constraint. */
interface Domains {
  readonly maxSkew: number
  readonly isHostname: boolean
  readonly hasKey: Int32Array
  /** By node; nodes without the key share domain 0 with those whose label is empty. */
  readonly domain: Int32Array
  readonly included: Uint8Array
  readonly selected: SelectedPods
  /** By domain; of hostname constraints by node. */
  readonly count: Float64Array
  /** By domain: the last search that saw a feasible node in it. */
  readonly seenIn: Int32Array
}

/** Soft topology spread constraints, weighted so that keys with many domains do not drown the others. */
export class SpreadScorer implements NodeScorer {
  readonly reads = 'cluster'
  private readonly all: readonly Domains[]
  private readonly hasAllKeys: Uint8Array
  private readonly requireAll: boolean
  private searchId = 0
  private stale = true

  constructor(
    cluster: Cluster,
    pod: PodClass,
    constraints: readonly SpreadConstraint[],
    requireAll: boolean,
  ) {
    this.requireAll = requireAll
    this.hasAllKeys = havingAllKeys(cluster, constraints)
    const included = inclusions(cluster, pod, constraints)
    this.all = constraints.map((constraint, index) =>
      makeDomains(cluster, pod, constraint, included[index]),
    )
    for (const [node, pods] of cluster.pods.onNode.entries()) {
      for (const running of pods) this.podChanged(running, node, 1)
    }
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { selected, isHostname, count, domain, included } of this.all) {
      if (!selected.counts(pod.class)) continue
      if (isHostname) count[node] += sign
      else if (this.takesPart(node) && included[node] === 1) count[domain[node]] += sign
      this.stale = true
    }
  }

  isStale(): boolean {
    return this.stale
  }

  private takesPart(node: number): boolean {
    return !this.requireAll || this.hasAllKeys[node] === 1
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    this.searchId++
    this.stale = false
    for (let index = 0; index < nodes.length; index++) raw[nodes.at[index]] = 0
    for (const domains of this.all) this.addConstraint(domains, nodes, raw)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = this.takesPart(node) ? Math.round(raw[node]) : 0
    }
    return true
  }

  private addConstraint(domains: Domains, nodes: NodeList, raw: Float64Array): void {
    const { isHostname, hasKey, domain, count, maxSkew } = domains
    const weight = goLog(this.domainCount(domains, nodes) + 2)
    const allowance = maxSkew - 1
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (hasKey[node] === 0) continue
      const like = isHostname ? count[node] : count[domain[node]]
      raw[node] += like * weight + allowance
    }
  }

  /** Distinct values among the feasible nodes that take part; hostnames are taken as all distinct. */
  private domainCount({ isHostname, domain, seenIn }: Domains, nodes: NodeList): number {
    const { searchId } = this
    let size = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (!this.takesPart(node)) continue
      if (isHostname) size++
      else if (seenIn[domain[node]] !== searchId) {
        seenIn[domain[node]] = searchId
        size++
      }
    }
    return size
  }

  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    let lowest = Number.POSITIVE_INFINITY
    let highest = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (!this.takesPart(node)) continue
      if (raw[node] < lowest) lowest = raw[node]
      if (raw[node] > highest) highest = raw[node]
    }
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (!this.takesPart(node)) score[node] = 0
      else if (highest === 0) score[node] = SCORE_MAX
      else score[node] = Math.trunc((SCORE_MAX * (highest + lowest - raw[node])) / highest)
    }
  }
}

function makeDomains(
  cluster: Cluster,
  pod: PodClass,
  constraint: SpreadConstraint,
  included: Uint8Array,
): Domains {
  const { nodes } = cluster
  const { valueId, values } = nodes.labelColumn(constraint.topologyKey)
  const isHostname = constraint.topologyKey === HOSTNAME
  return {
    maxSkew: constraint.maxSkew,
    isHostname,
    hasKey: valueId,
    domain: valueId.map((id) => (values[id] === '' ? 0 : id)),
    included,
    selected: new SelectedPods(pod.namespace, constraint.selector),
    count: new Float64Array(isHostname ? nodes.count : values.length),
    seenIn: new Int32Array(values.length),
  }
}

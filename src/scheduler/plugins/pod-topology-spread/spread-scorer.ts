import type { Cluster } from '../../../snapshot/cluster.ts'
import { HOSTNAME } from '../../../snapshot/nodes/topology-labels.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature, SpreadConstraint } from '../../../snapshot/pods/pod-signature.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { SCORE_MAX } from '../../framework/normalize.ts'
import type { NodePlaces, NodeScorer } from '../../framework/plugin.ts'
import { goLog } from '../../go/go-math-log.ts'
import {
  havingAllKeys,
  inclusions,
  SelectedPods,
  type SpreadCounters,
} from './spread-constraints.ts'

/** Like pods by domain of one soft constraint. */
interface Domains {
  readonly maxSkew: number
  readonly topologyKey: string
  readonly isHostname: boolean
  /** An earlier constraint has the same counts, so that upstream finds no new domain for this one. */
  readonly isCountedBefore: boolean
  /** By node; nodes without the key share domain 0 with those whose label is empty. */
  readonly domain: Int32Array
  readonly domainCount: number
  readonly included: Uint8Array
  readonly selected: SelectedPods
  /** By domain; of hostname constraints by node. */
  readonly count: Float64Array
  /** By node: the index of its count, NO_KEY where the node lacks the key. */
  readonly path: Int32Array
}

/** A node that lacks the key adds nothing to its score. */
const NO_KEY = -1

/** How constraints are scored together. */
export interface SpreadScoring {
  /** A node must have all their topology keys. */
  readonly requireAll: boolean
  readonly counters: SpreadCounters
}

/** Soft topology spread constraints, weighted so that keys with many domains do not drown the others. */
export class SpreadScorer implements NodeScorer {
  readonly dependsOn = 'cluster'
  private readonly all: readonly Domains[]
  /** One byte a node: it has all keys that it must have. */
  private readonly takesPart: Uint8Array
  readonly places: readonly NodePlaces[]
  private stale = true

  private constructor(takesPart: Uint8Array, all: readonly Domains[]) {
    this.takesPart = takesPart
    this.all = all
    this.places = [{ of: (node) => takesPart[node] }, ...all.map(placesOf)]
  }

  static of(
    cluster: Cluster,
    pod: PodSignature,
    constraints: readonly SpreadConstraint[],
    { requireAll, counters }: SpreadScoring,
  ): SpreadScorer {
    const takesPart = requireAll
      ? havingAllKeys(cluster, constraints)
      : new Uint8Array(cluster.nodes.count).fill(1)
    const included = inclusions(cluster, pod, constraints)
    const own = constraints.map((constraint, index) =>
      makeDomains(cluster, pod, constraint, included[index]),
    )
    const all = counters === 'by-topology-key' ? withSharedCounts(own) : own
    const scorer = new SpreadScorer(takesPart, all)
    for (const [signature, pods] of cluster.podsOfSignature) {
      if (!all.some(({ selected }) => selected.counts(signature))) continue
      for (const running of pods) scorer.podChanged(running, running.node, 1)
    }
    return scorer
  }

  /** Pods of other domains than hosts are counted beforehand. */
  ofBareNodes(): NodeScorer {
    const all = this.all.map((domains) =>
      domains.isHostname ? { ...domains, count: new Float64Array(domains.count.length) } : domains,
    )
    return new SpreadScorer(this.takesPart, all)
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    for (const { selected, isHostname, count, domain, included } of this.all) {
      if (!selected.counts(pod.signature)) continue
      if (isHostname) count[node] += sign
      else if (this.takesPart[node] === 1 && included[node] === 1) count[domain[node]] += sign
      this.stale = true
    }
  }

  isStale(): boolean {
    return this.stale
  }

  score(nodes: NodeList, raw: Float64Array): void {
    const { takesPart } = this
    this.stale = false
    for (let index = 0; index < nodes.length; index++) raw[nodes.at[index]] = 0
    for (const domains of this.all) {
      addConstraint(domains, this.sizeOf(domains, nodes), nodes, raw)
    }
    // Five times as fast as Math.round, and the same: a sum is 0 or, by the logarithm, above a half.
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = takesPart[node] === 1 ? Math.floor(raw[node] + 0.5) : 0
    }
  }

  /** Distinct values among the feasible nodes that take part; hostnames are taken as all distinct. */
  private sizeOf({ isHostname, domain, domainCount, isCountedBefore }: Domains, nodes: NodeList) {
    if (isCountedBefore) return 0
    const isSeen = new Uint8Array(isHostname ? 0 : domainCount)
    let size = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.takesPart[node] === 0) continue
      if (isHostname) size += nodes.sizes?.[index] ?? 1
      else if (isSeen[domain[node]] === 0) {
        isSeen[domain[node]] = 1
        size++
      }
    }
    return size
  }

  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const { takesPart } = this
    let lowest = Number.POSITIVE_INFINITY
    let highest = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (takesPart[node] === 0) continue
      if (raw[node] < lowest) lowest = raw[node]
      if (raw[node] > highest) highest = raw[node]
    }
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (takesPart[node] === 0) score[node] = 0
      else if (highest === 0) score[node] = SCORE_MAX
      else score[node] = Math.trunc((SCORE_MAX * (highest + lowest - raw[node])) / highest)
    }
  }
}

/** Keys with many domains weigh more for a pod, or else the others would drown them. */
function addConstraint(
  { count, maxSkew, path }: Domains,
  size: number,
  nodes: NodeList,
  raw: Float64Array,
): void {
  const weight = goLog(size + 2)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at[index]
    const at = path[node]
    if (at !== NO_KEY) raw[node] += count[at] * weight + (maxSkew - 1)
  }
}

/** Hosts with as many pods are alike, and there are few such numbers. */
function placesOf({ isHostname, count, path }: Domains): NodePlaces {
  return { of: (node) => (isHostname && path[node] !== NO_KEY ? count[node] : path[node]) }
}

/** Constraints of one key add up the pods of all of them; those of hostnames count on their own. */
function withSharedCounts(all: readonly Domains[]): Domains[] {
  return all.map((domains, index) => {
    const first = all.findIndex(({ topologyKey }) => topologyKey === domains.topologyKey)
    if (first === index || domains.isHostname) return domains
    return { ...domains, count: all[first].count, isCountedBefore: true }
  })
}

function makeDomains(
  cluster: Cluster,
  pod: PodSignature,
  constraint: SpreadConstraint,
  included: Uint8Array,
): Domains {
  const { nodes } = cluster
  const { valueId, values } = nodes.labelColumn(constraint.topologyKey)
  const isHostname = constraint.topologyKey === HOSTNAME
  const { domain, path } = pathsOf(valueId, values, isHostname)
  return {
    maxSkew: constraint.maxSkew,
    topologyKey: constraint.topologyKey,
    isHostname,
    isCountedBefore: false,
    domain,
    domainCount: values.length,
    included,
    selected: new SelectedPods(pod.namespace, constraint.selector),
    count: new Float64Array(isHostname ? nodes.count : values.length),
    path,
  }
}

interface Paths {
  readonly domain: Int32Array
  readonly path: Int32Array
}

/** By label column, which stays as it is. */
const knownPaths = new WeakMap<Int32Array, Paths>()

function pathsOf(valueId: Int32Array, values: readonly string[], isHostname: boolean): Paths {
  const known = knownPaths.get(valueId)
  if (known !== undefined) return known
  const isUnnamed = values.map((value) => value === '')
  const domain = new Int32Array(valueId.length)
  const path = new Int32Array(valueId.length)
  for (let node = 0; node < valueId.length; node++) {
    const id = valueId[node]
    domain[node] = isUnnamed[id] ? 0 : id
    if (id === 0) path[node] = NO_KEY
    else path[node] = isHostname ? node : domain[node]
  }
  knownPaths.set(valueId, { domain, path })
  return { domain, path }
}

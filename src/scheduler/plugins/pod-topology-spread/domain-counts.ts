import type { Cluster } from '../../../snapshot/cluster.ts'
import type { SpreadConstraint } from '../../../snapshot/pods/pod-signature.ts'
import { DomainRows } from '../../framework/domain-rows.ts'
import type { SelectedPods } from './spread-constraints.ts'

/** Like pods by domain of a topology key: those of one constraint, or of all with that key. */
export interface DomainCounts {
  readonly members: readonly Member[]
  /** By node: the member that counts its pods, as its index plus one; 0: they do not count. */
  readonly countedBy: Int32Array
  /** By node: the domain, 0 where the node lacks the key. */
  readonly domain: Int32Array
  readonly names: readonly string[]
  readonly count: Int32Array
  /** Domains with at least one node that takes part. */
  readonly present: readonly number[]
  readonly rows: DomainRows
  /** The fewest pods in a domain, in which one, and the fewest elsewhere. */
  lowest: number
  lowestDomain: number
  nextLowest: number
  /** The minimum that the filter uses: `lowest`, or what a dry run makes of it. */
  minimum: number
}

/** One constraint, as it counts pods. */
export interface Member {
  readonly constraint: SpreadConstraint
  readonly included: Uint8Array
  readonly selected: SelectedPods
  readonly selfMatch: 0 | 1
}

/** Without any domain, the minimum stays at Go's MaxInt32. */
const NO_DOMAIN = 2 ** 31 - 1

/** Of members that share their counts, the last one that takes a node in counts its pods. */
export function countDomains(
  cluster: Cluster,
  members: readonly Member[],
  hasAllKeys: Uint8Array,
): DomainCounts {
  const [{ constraint }] = members
  const { valueId, values } = cluster.nodes.labelColumn(constraint.topologyKey)
  const count = new Int32Array(values.length)
  const countedBy = new Int32Array(valueId.length)
  for (const [index, { included }] of members.entries()) {
    for (let node = 0; node < valueId.length; node++) {
      if (hasAllKeys[node] === 0 || included[node] === 0) continue
      countedBy[node] = index + 1
    }
  }
  for (const [index, { selected }] of members.entries()) {
    for (const [signature, pods] of cluster.podsOfSignature) {
      if (!selected.counts(signature)) continue
      for (const { node } of pods) if (countedBy[node] === index + 1) count[valueId[node]]++
    }
  }
  return {
    members,
    countedBy,
    domain: valueId,
    names: values,
    count,
    present: domainsOf(countedBy, valueId, values.length),
    rows: DomainRows.of(valueId, values.length),
    lowest: NO_DOMAIN,
    lowestDomain: 0,
    nextLowest: NO_DOMAIN,
    minimum: NO_DOMAIN,
  }
}

/** The domains of the nodes whose pods count. */
function domainsOf(countedBy: Int32Array, domain: Int32Array, domainCount: number): number[] {
  const isPresent = new Uint8Array(domainCount)
  const present: number[] = []
  for (let node = 0; node < domain.length; node++) {
    if (countedBy[node] === 0 || isPresent[domain[node]] === 1) continue
    isPresent[domain[node]] = 1
    present.push(domain[node])
  }
  return present
}

/** With fewer domains than minDomains the emptiest counts as empty. */
export function effectiveMinimum(
  { constraint }: Member,
  { present, minimum }: DomainCounts,
): number {
  return present.length < constraint.minDomains ? 0 : minimum
}

export function findLowest(counts: DomainCounts): void {
  const { present, count } = counts
  counts.lowest = NO_DOMAIN
  counts.lowestDomain = 0
  counts.nextLowest = NO_DOMAIN
  for (const domain of present) {
    if (count[domain] < counts.lowest) {
      counts.nextLowest = counts.lowest
      counts.lowest = count[domain]
      counts.lowestDomain = domain
    } else if (count[domain] < counts.nextLowest) {
      counts.nextLowest = count[domain]
    }
  }
  counts.minimum = counts.lowest
}

import type { Cluster, Pod } from '../../../snapshot/cluster.ts'
import type { PodSignature, SpreadConstraint } from '../../../snapshot/pods/pod-signature.ts'
import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { Detail } from '../../framework/detail.ts'
import { DomainRows } from '../../framework/domain-rows.ts'
import type { NodeMarks } from '../../framework/node-marks.ts'
import type { NodeFilter, NodeList } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import { havingAllKeys, inclusions, SelectedPods } from './spread-constraints.ts'

const REASON_SKEW = "node(s) didn't match pod topology spread constraints"
const REASON_LABEL = `${REASON_SKEW} (missing required label)`

/** Like pods by domain of one constraint's topology key. */
interface Domains {
  readonly constraint: SpreadConstraint
  /** By node: the domain, 0 where the node lacks the key. */
  readonly domain: Int32Array
  readonly names: readonly string[]
  readonly included: Uint8Array
  readonly selected: SelectedPods
  readonly count: Int32Array
  /** Domains with at least one node that takes part. */
  readonly present: readonly number[]
  readonly selfMatch: 0 | 1
  readonly rows: DomainRows
  /** By domain, as of the last verdicts: it may take one more pod. */
  readonly isOpen: Uint8Array
  /** The fewest pods in a domain, in which one, and the fewest elsewhere. */
  lowest: number
  lowestDomain: number
  nextLowest: number
  /** The minimum that the filter uses: `lowest`, or what a dryRun makes of it. */
  minimum: number
}

interface Undo {
  readonly domains: Domains
  readonly domain: number
  readonly sign: 1 | -1
  readonly minimum: number
}

/** Without any domain, the minimum stays at Go's MaxInt32. */
const NO_DOMAIN = 2 ** 31 - 1

/** Hard topology spread constraints: no domain may get more than maxSkew pods ahead of the emptiest. */
export class SpreadFilter implements NodeFilter {
  readonly dependsOn = 'cluster'
  private readonly all: readonly Domains[]
  private readonly hasAllKeys: Uint8Array
  private readonly skewRejection: number
  private readonly labelRejection: number
  private readonly journal: Undo[] = []
  private stale = true

  constructor(
    cluster: Cluster,
    pod: PodSignature,
    constraints: readonly SpreadConstraint[],
    statuses: PluginStatuses,
  ) {
    this.skewRejection = statuses.id('Unschedulable', REASON_SKEW)
    this.labelRejection = statuses.id('UnschedulableAndUnresolvable', REASON_LABEL)
    this.hasAllKeys = havingAllKeys(cluster, constraints)
    const included = inclusions(cluster, pod, constraints)
    this.all = constraints.map((constraint, index) =>
      this.countDomains(cluster, pod, constraint, included[index]),
    )
  }

  private countDomains(
    cluster: Cluster,
    pod: PodSignature,
    constraint: SpreadConstraint,
    included: Uint8Array,
  ): Domains {
    const { valueId, values } = cluster.nodes.labelColumn(constraint.topologyKey)
    const selected = new SelectedPods(pod.namespace, constraint.selector)
    const count = new Int32Array(values.length)
    const present = new Set<number>()
    for (let node = 0; node < valueId.length; node++) {
      if (this.hasAllKeys[node] === 0 || included[node] === 0) continue
      present.add(valueId[node])
    }
    for (const [signature, pods] of cluster.podsOfSignature) {
      if (!selected.counts(signature)) continue
      for (const { node } of pods) {
        if (this.hasAllKeys[node] === 1 && included[node] === 1) count[valueId[node]]++
      }
    }
    return {
      constraint,
      domain: valueId,
      names: values,
      included,
      selected,
      count,
      present: [...present],
      selfMatch: selectorMatches(constraint.selector, pod.labels) ? 1 : 0,
      rows: new DomainRows(valueId, values.length),
      isOpen: new Uint8Array(values.length),
      lowest: NO_DOMAIN,
      lowestDomain: 0,
      nextLowest: NO_DOMAIN,
      minimum: NO_DOMAIN,
    }
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (this.stale) this.refresh()
    for (const domains of this.all) {
      const { domain, count } = domains
      const most = countMax(domains)
      for (let index = 0; index < nodes.length; index++) {
        const node = nodes.at[index]
        const rejected = verdict[node]
        // An earlier constraint's verdict stands; others are overwritten, since this filter comes first.
        if (rejected === this.skewRejection || rejected === this.labelRejection) continue
        if (domain[node] === 0) verdict[node] = this.labelRejection
        else if (count[domain[node]] > most) verdict[node] = this.skewRejection
      }
    }
  }

  podChanged(pod: Pod, node: number, sign: 1 | -1): void {
    if (this.hasAllKeys[node] === 0) return
    for (const domains of this.all) {
      if (domains.included[node] === 0 || !domains.selected.counts(pod.signature)) continue
      domains.count[domains.domain[node]] += sign
      this.stale = true
    }
  }

  markAffected(affected: NodeMarks): void {
    if (!this.stale) return
    this.refresh()
    for (const domains of this.all) {
      const { count, isOpen, rows } = domains
      const most = countMax(domains)
      for (let domain = 1; domain < count.length; domain++) {
        const open = count[domain] > most ? 0 : 1
        if (isOpen[domain] === open) continue
        isOpen[domain] = open
        rows.mark(domain, affected)
      }
    }
  }

  /** Upstream's AddPod and RemovePod count terminating pods and empty selectors too. */
  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    if (this.hasAllKeys[node] === 0) return
    for (const domains of this.all) {
      if (domains.included[node] === 0 || !domains.selected.has(pod.signature)) continue
      const domain = domains.domain[node]
      this.journal.push({ domains, domain, sign, minimum: domains.minimum })
      domains.count[domain] += sign
      // A dryRun changes one node, and so one domain: the others' minimum is known.
      const others = domain === domains.lowestDomain ? domains.nextLowest : domains.lowest
      domains.minimum = Math.min(domains.count[domain], others)
    }
  }

  checkpoint(): () => void {
    if (this.stale) this.refresh()
    const mark = this.journal.length
    return () => {
      while (this.journal.length > mark) {
        const undo = this.journal.pop()
        if (undo === undefined) break
        undo.domains.count[undo.domain] -= undo.sign
        undo.domains.minimum = undo.minimum
      }
    }
  }

  private refresh(): void {
    for (const domains of this.all) findLowest(domains)
    this.stale = false
  }

  details(node: number): Detail[] {
    const details: Detail[] = []
    for (const domains of this.all) {
      const { topologyKey, maxSkew } = domains.constraint
      const domain = domains.domain[node]
      if (domain === 0) return [...details, { kind: 'topologyLabel', topologyKey }]
      const count = domains.count[domain]
      const minimum = effectiveMinimum(domains)
      const skew = count + domains.selfMatch - minimum
      if (skew <= maxSkew) continue
      details.push({
        kind: 'topologySpread',
        topologyKey,
        domain: domains.names[domain],
        count,
        minimum,
        skew,
        maxSkew,
      })
    }
    return details
  }
}

/** More pods than this in a domain, and one more would be too many. */
function countMax(domains: Domains): number {
  const { constraint, selfMatch } = domains
  return constraint.maxSkew + effectiveMinimum(domains) - selfMatch
}

/** With fewer domains than minDomains the emptiest counts as empty. */
function effectiveMinimum({ constraint, present, minimum }: Domains): number {
  return present.length < constraint.minDomains ? 0 : minimum
}

function findLowest(domains: Domains): void {
  const { present, count } = domains
  domains.lowest = NO_DOMAIN
  domains.lowestDomain = 0
  domains.nextLowest = NO_DOMAIN
  for (const domain of present) {
    if (count[domain] < domains.lowest) {
      domains.nextLowest = domains.lowest
      domains.lowest = count[domain]
      domains.lowestDomain = domain
    } else if (count[domain] < domains.nextLowest) {
      domains.nextLowest = count[domain]
    }
  }
  domains.minimum = domains.lowest
}

import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { SpreadConstraint } from '../../../snapshot/pods/pod-signature.ts'
import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import type { NodeMarks } from '../../framework/node-marks.ts'
import type { NodeFilter, Preparation } from '../../framework/plugin.ts'
import {
  countDomains,
  type DomainCounts,
  effectiveMinimum,
  findLowest,
  type Member,
} from './domain-counts.ts'
import {
  havingAllKeys,
  inclusions,
  SelectedPods,
  type SpreadCounters,
  sharingCounters,
} from './spread-constraints.ts'

const REASON_SKEW = "node(s) didn't match pod topology spread constraints"
const REASON_LABEL = `${REASON_SKEW} (missing required label)`

/** One constraint, as it judges nodes by what was counted. */
interface Limit {
  readonly member: Member
  readonly counts: DomainCounts
  /** By domain, as of the last verdicts: it may take one more pod. */
  readonly isOpen: Uint8Array
}

interface Undo {
  readonly counts: DomainCounts
  readonly domain: number
  readonly sign: 1 | -1
  readonly minimum: number
}

/** Hard topology spread constraints: no domain may get more than maxSkew pods ahead of the emptiest. */
export class SpreadFilter implements NodeFilter {
  readonly dependsOn = 'cluster'
  private readonly limits: readonly Limit[]
  private readonly all: readonly DomainCounts[]
  private readonly hasAllKeys: Uint8Array
  private readonly skewRejection: number
  private readonly labelRejection: number
  private readonly journal: Undo[] = []
  private stale = true

  constructor(
    { cluster, pod: { signature }, statuses }: Preparation,
    constraints: readonly SpreadConstraint[],
    counters: SpreadCounters,
  ) {
    this.skewRejection = statuses.id('Unschedulable', REASON_SKEW)
    this.labelRejection = statuses.id('UnschedulableAndUnresolvable', REASON_LABEL)
    this.hasAllKeys = havingAllKeys(cluster, constraints)
    const included = inclusions(cluster, signature, constraints)
    const members = constraints.map((constraint, index): Member => {
      const selected = new SelectedPods(signature.namespace, constraint.selector)
      const selfMatch = selectorMatches(constraint.selector, signature.labels) ? 1 : 0
      return { constraint, included: included[index], selected, selfMatch }
    })
    this.all = sharingCounters(members, counters).map((sharing) =>
      countDomains(cluster, sharing, this.hasAllKeys),
    )
    this.limits = members.flatMap((member) =>
      this.all
        .filter((counts) => counts.members.includes(member))
        .map((counts) => ({ member, counts, isOpen: new Uint8Array(counts.names.length) })),
    )
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    if (this.stale) this.refresh()
    for (const limit of this.limits) {
      const { domain, count } = limit.counts
      const most = countMax(limit)
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
    for (const { members, countedBy, count, domain } of this.all) {
      const by = countedBy[node]
      if (by === 0 || !members[by - 1].selected.counts(pod.signature)) continue
      count[domain[node]] += sign
      this.stale = true
    }
  }

  markAffected(affected: NodeMarks): void {
    if (!this.stale) return
    this.refresh()
    for (const limit of this.limits) {
      const { counts, isOpen } = limit
      const most = countMax(limit)
      for (let domain = 1; domain < counts.count.length; domain++) {
        const open = counts.count[domain] > most ? 0 : 1
        if (isOpen[domain] === open) continue
        isOpen[domain] = open
        counts.rows.mark(domain, affected)
      }
    }
  }

  /** Upstream's AddPod and RemovePod count terminating pods and empty selectors too, each for itself. */
  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    if (this.hasAllKeys[node] === 0) return
    for (const { member, counts } of this.limits) {
      if (member.included[node] === 0 || !member.selected.has(pod.signature)) continue
      const domain = counts.domain[node]
      this.journal.push({ counts, domain, sign, minimum: counts.minimum })
      counts.count[domain] += sign
      // A dry run changes one node, and so one domain: the others' minimum is known.
      const others = domain === counts.lowestDomain ? counts.nextLowest : counts.lowest
      counts.minimum = Math.min(counts.count[domain], others)
    }
  }

  checkpoint(): () => void {
    if (this.stale) this.refresh()
    const mark = this.journal.length
    return () => {
      while (this.journal.length > mark) {
        const undo = this.journal.pop()
        if (undo === undefined) break
        undo.counts.count[undo.domain] -= undo.sign
        undo.counts.minimum = undo.minimum
      }
    }
  }

  private refresh(): void {
    for (const counts of this.all) findLowest(counts)
    this.stale = false
  }

  details(node: number): Detail[] {
    const details: Detail[] = []
    for (const { member, counts } of this.limits) {
      const { topologyKey, maxSkew } = member.constraint
      const domain = counts.domain[node]
      if (domain === 0) return [...details, { kind: 'topologyLabel', topologyKey }]
      const count = counts.count[domain]
      const minimum = effectiveMinimum(member, counts)
      const skew = count + member.selfMatch - minimum
      if (skew <= maxSkew) continue
      details.push({
        kind: 'topologySpread',
        topologyKey,
        domain: counts.names[domain],
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
function countMax({ member, counts }: Limit): number {
  return member.constraint.maxSkew + effectiveMinimum(member, counts) - member.selfMatch
}

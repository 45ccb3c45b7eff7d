import type { Cluster } from '../../../snapshot/cluster.ts'
import { matchRequired } from '../../../snapshot/nodes/node-match.ts'
import { firstUntolerated } from '../../../snapshot/nodes/taint.ts'
import { HOSTNAME, ZONE } from '../../../snapshot/nodes/topology-labels.ts'
import type { PodSignature, SpreadConstraint } from '../../../snapshot/pods/pod-signature.ts'
import { type LabelSelector, selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import { defaultSelector } from './default-selector.ts'

/** What pods without constraints of their own get; the selector follows from Services and owners. */
export interface SpreadDefaults {
  readonly constraints: readonly DefaultConstraint[]
  /** System defaults also score nodes that lack a topology label. */
  readonly system: boolean
}

/** Whether constraints of one topology key count pods together (1.32's slip), or each for itself. */
export type SpreadCounters = 'by-topology-key' | 'by-constraint'

export interface DefaultConstraint {
  readonly topologyKey: string
  readonly maxSkew: number
  readonly hard: boolean
  readonly minDomains: number
  readonly honorsAffinity: boolean
  readonly honorsTaints: boolean
}

const SOFT = { hard: false, minDomains: 1, honorsAffinity: true, honorsTaints: false } as const

export const SYSTEM_DEFAULTS: SpreadDefaults = {
  system: true,
  constraints: [
    { topologyKey: HOSTNAME, maxSkew: 3, ...SOFT },
    { topologyKey: ZONE, maxSkew: 5, ...SOFT },
  ],
}

/** The constraints of one kind that hold for a pod: its own, else the defaults for its group. */
export function constraintsOf(
  cluster: Cluster,
  pod: PodSignature,
  defaults: SpreadDefaults,
  hard: boolean,
): readonly SpreadConstraint[] {
  if (pod.spreadConstraints.length > 0) return pod.spreadConstraints.filter((c) => c.hard === hard)
  const wanted = defaults.constraints.filter((constraint) => constraint.hard === hard)
  if (wanted.length === 0) return []
  const selector = defaultSelector(cluster, pod)
  if (selector.length === 0) return []
  return wanted.map((constraint) => ({ ...constraint, selector }))
}

/**
 * What spreading makes of a pod's namespace and labels: the selectors of its constraints, or of its
 * group, and which of them select the pod itself.
 */
export function spreadIdentity(
  cluster: Cluster,
  pod: PodSignature,
  defaults: SpreadDefaults,
): string {
  const constraints = [true, false].flatMap((hard) => constraintsOf(cluster, pod, defaults, hard))
  if (constraints.length === 0) return ''
  const selectors = constraints.map(({ selector }) => selector)
  const own = selectors.map((selector) => (selectorMatches(selector, pod.labels) ? '!' : '.'))
  return `${pod.namespace} ${own.join('')} ${JSON.stringify(selectors)}`
}

/** Items of constraints, those together that count together. */
export function sharingCounters<Item extends { readonly constraint: SpreadConstraint }>(
  items: readonly Item[],
  counters: SpreadCounters,
): readonly (readonly Item[])[] {
  if (counters === 'by-constraint') return items.map((item) => [item])
  const byKey = new Map<string, Item[]>()
  for (const item of items) {
    const { topologyKey } = item.constraint
    byKey.set(topologyKey, [...(byKey.get(topologyKey) ?? []), item])
  }
  return [...byKey.values()]
}

/** One byte a node: the node has every topology key. */
export function havingAllKeys(
  cluster: Cluster,
  constraints: readonly SpreadConstraint[],
): Uint8Array {
  const having = new Uint8Array(cluster.nodes.count).fill(1)
  for (const { topologyKey } of constraints) {
    const { valueId } = cluster.nodes.labelColumn(topologyKey)
    for (let node = 0; node < having.length; node++) if (valueId[node] === 0) having[node] = 0
  }
  return having
}

/** One byte a node, by constraint: the pod's affinity and tolerations let the node's pods count. */
export function inclusions(
  cluster: Cluster,
  pod: PodSignature,
  constraints: readonly SpreadConstraint[],
): Uint8Array[] {
  const { nodes } = cluster
  const affinity = constraints.some((constraint) => constraint.honorsAffinity)
    ? matchRequired(pod.nodeSelector, pod.requiredNodeAffinity, nodes)
    : null
  const tolerable = nodes.taintSets.map((taints) =>
    Number(firstUntolerated(taints, pod.tolerations) === null),
  )
  return constraints.map(({ honorsAffinity, honorsTaints }) => {
    const included = new Uint8Array(nodes.count).fill(1)
    for (let node = 0; node < nodes.count; node++) {
      if (honorsAffinity && affinity?.[node] === 0) included[node] = 0
      if (honorsTaints && tolerable[nodes.taintSetId[node]] === 0) included[node] = 0
    }
    return included
  })
}

/** Which kinds of pods a selector picks in one namespace; each kind is judged once. */
export class SelectedPods {
  private readonly namespace: string
  private readonly selector: LabelSelector
  private readonly known: (boolean | undefined)[] = []

  constructor(namespace: string, selector: LabelSelector) {
    this.namespace = namespace
    this.selector = selector
  }

  has(pod: PodSignature): boolean {
    let selected = this.known[pod.identityId]
    if (selected === undefined) {
      selected = pod.namespace === this.namespace && selectorMatches(this.selector, pod.labels)
      this.known[pod.identityId] = selected
    }
    return selected
  }

  /** As countPodsMatchSelector: terminating pods do not count, and an empty selector counts nothing. */
  counts(pod: PodSignature): boolean {
    return this.selector?.length !== 0 && !pod.terminating && this.has(pod)
  }
}

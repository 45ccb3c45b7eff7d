/**
 * Whether a pod fits on a node, worked out again from the JSON objects in the plainest way: no
 * columns, no classes, nothing kept. Understands what arbitraries.ts makes, without volumes and
 * without promised nodes.
 */
import type { Json } from '../support/make-node.ts'
import { REQUIRED } from './arbitraries.ts'

/** Loosely typed on purpose: a second reading of the same JSON. */
// biome-ignore lint/suspicious/noExplicitAny: walks Kubernetes objects without the project's readers
type Loose = any

/** A cluster as JSON objects; `pods` are those that run. */
export interface NaiveCluster {
  readonly nodes: readonly Json[]
  readonly pods: readonly Json[]
  readonly namespaces: readonly Json[]
}

/** The names of the nodes that pass every rule. */
export function naivelyFeasible(cluster: NaiveCluster, pod: Json): string[] {
  return cluster.nodes.filter((node) => RULES.every((rule) => rule(cluster, node, pod))).map(nameOf)
}

type Rule = (cluster: NaiveCluster, node: Loose, pod: Loose) => boolean

const RULES: readonly Rule[] = [
  toleratesTaints,
  matchesNode,
  hasFreePorts,
  hasRoom,
  isNearItsFriends,
  isFarFromItsFoes,
  isNoFoeOfOthers,
  keepsSkew,
]

function nameOf(object: Loose): string {
  return object.metadata.name
}

function runningOn(cluster: NaiveCluster, node: Loose): Loose[] {
  return cluster.pods.filter((pod: Loose) => pod.spec.nodeName === nameOf(node))
}

function nodeOf(cluster: NaiveCluster, pod: Loose): Loose {
  return cluster.nodes.find((node) => nameOf(node) === pod.spec.nodeName)
}

function labelsOf(object: Loose): Record<string, string> {
  return object.metadata.labels ?? {}
}

// Taints; a cordoned node counts as one.

function toleratesTaints(_cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const cordon = { key: 'node.kubernetes.io/unschedulable', value: '', effect: 'NoSchedule' }
  const taints = [...(node.spec.taints ?? []), ...(node.spec.unschedulable ? [cordon] : [])]
  return taints.every((taint) => taint.effect === 'PreferNoSchedule' || tolerates(pod, taint))
}

function tolerates(pod: Loose, taint: Loose): boolean {
  return (pod.spec.tolerations ?? []).some((toleration: Loose) => {
    if (toleration.effect && toleration.effect !== taint.effect) return false
    if (toleration.key && toleration.key !== taint.key) return false
    return toleration.operator === 'Exists' || (toleration.value ?? '') === taint.value
  })
}

// Node selectors.

function matchesNode(_cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const labels = labelsOf(node)
  const selected = Object.entries(pod.spec.nodeSelector ?? {}).every(
    ([key, v]) => labels[key] === v,
  )
  const required = pod.spec.affinity?.nodeAffinity?.[REQUIRED]
  if (required === undefined) return selected
  return (
    selected &&
    required.nodeSelectorTerms.some(
      (term: Loose) => meetsAll(term.matchExpressions, labels) && isNamed(term.matchFields, node),
    )
  )
}

function isNamed(fields: Loose[] = [], node: Loose): boolean {
  return fields.every(({ values }) => values.includes(nameOf(node)))
}

function meetsAll(expressions: Loose[] = [], labels: Record<string, string>): boolean {
  return expressions.every(({ key, operator, values }) => {
    const value = labels[key]
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      case 'DoesNotExist':
        return value === undefined
      case 'Gt':
        return value !== undefined && /^\d+$/.test(value) && Number(value) > Number(values[0])
      default:
        throw new Error(`the arbitraries make no ${operator}`)
    }
  })
}

// Host ports.

function hasFreePorts(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const used = runningOn(cluster, node).flatMap(portsOf)
  return portsOf(pod).every((wanted) => !used.some((other) => collide(wanted, other)))
}

function portsOf(pod: Loose): Loose[] {
  return pod.spec.containers.flatMap((container: Loose) => container.ports ?? [])
}

function collide(a: Loose, b: Loose): boolean {
  const isAny = (port: Loose) => (port.hostIP ?? '0.0.0.0') === '0.0.0.0'
  return (
    a.hostPort === b.hostPort &&
    (a.protocol ?? 'TCP') === (b.protocol ?? 'TCP') &&
    (isAny(a) || isAny(b) || a.hostIP === b.hostIP)
  )
}

// Resources, in thousandths.

const UNITS: readonly (readonly [suffix: string, milli: number])[] = [
  ['Gi', 1024 ** 3 * 1000],
  ['Mi', 1024 ** 2 * 1000],
  ['m', 1],
  ['', 1000],
]

export function milliOf(text: string): number {
  const [suffix = '', milli = 0] = UNITS.find(([one]) => text.endsWith(one)) ?? []
  return Number(text.slice(0, text.length - suffix.length)) * milli
}

export function requestOf(pod: Loose, resource: string): number {
  const requested = pod.spec.containers[0].resources?.requests?.[resource]
  return requested === undefined ? 0 : milliOf(requested)
}

export const RESOURCES: readonly string[] = ['cpu', 'memory', 'example.com/gpu']

function hasRoom(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const { allocatable } = node.status
  const running = runningOn(cluster, node)
  if (running.length + 1 > Number(allocatable.pods)) return false
  return RESOURCES.every((resource) => {
    const wanted = requestOf(pod, resource)
    const taken = running.reduce((sum, other) => sum + requestOf(other, resource), 0)
    return wanted === 0 || taken + wanted <= milliOf(allocatable[resource] ?? '0')
  })
}

// Inter-pod affinity.

function termsOf(pod: Loose, kind: 'podAffinity' | 'podAntiAffinity'): Loose[] {
  return pod.spec.affinity?.[kind]?.[REQUIRED] ?? []
}

function selects(labelSelector: Loose, labels: Record<string, string>): boolean {
  const pairs = Object.entries(labelSelector.matchLabels ?? {})
  return (
    pairs.every(([key, value]) => labels[key] === value) &&
    meetsAll(labelSelector.matchExpressions, labels)
  )
}

function termMatches(cluster: NaiveCluster, owner: Loose, term: Loose, pod: Loose): boolean {
  const { namespace } = pod.metadata
  const named = term.namespaces ?? (term.namespaceSelector ? [] : [owner.metadata.namespace])
  const object = cluster.namespaces.find((one) => nameOf(one) === namespace)
  const isSelected = term.namespaceSelector && selects(term.namespaceSelector, labelsOf(object))
  return (named.includes(namespace) || isSelected) && selects(term.labelSelector, labelsOf(pod))
}

function shareDomain(a: Loose, b: Loose, key: string): boolean {
  return labelsOf(a)[key] !== undefined && labelsOf(a)[key] === labelsOf(b)[key]
}

function isNearItsFriends(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const terms = termsOf(pod, 'podAffinity')
  const meetsEvery = (other: Loose) => terms.every((term) => termMatches(cluster, pod, term, other))
  const friends = cluster.pods.filter(meetsEvery)
  if (terms.some(({ topologyKey }) => labelsOf(node)[topologyKey] === undefined)) return false
  const isNear = terms.every(({ topologyKey }) =>
    friends.some((friend) => shareDomain(nodeOf(cluster, friend), node, topologyKey)),
  )
  if (isNear) return true
  // The first of a group may start it.
  const isSomewhere = friends.some((friend) =>
    terms.some(({ topologyKey }) => labelsOf(nodeOf(cluster, friend))[topologyKey] !== undefined),
  )
  return !isSomewhere && meetsEvery(pod)
}

function isFarFromItsFoes(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  return !termsOf(pod, 'podAntiAffinity').some((term) =>
    cluster.pods.some(
      (other) =>
        termMatches(cluster, pod, term, other) &&
        shareDomain(nodeOf(cluster, other), node, term.topologyKey),
    ),
  )
}

function isNoFoeOfOthers(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  return !cluster.pods.some((other) =>
    termsOf(other, 'podAntiAffinity').some(
      (term) =>
        termMatches(cluster, other, term, pod) &&
        shareDomain(nodeOf(cluster, other), node, term.topologyKey),
    ),
  )
}

// Topology spread.

function keepsSkew(cluster: NaiveCluster, node: Loose, pod: Loose): boolean {
  const constraints: Loose[] = (pod.spec.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }: Loose) => whenUnsatisfiable === 'DoNotSchedule',
  )
  const keys = constraints.map(({ topologyKey }) => topologyKey)
  return constraints.every((constraint) => {
    const { topologyKey, maxSkew, minDomains = 1 } = constraint
    const labelSelector = withMatchLabelKeys(constraint, pod)
    const domain = labelsOf(node)[topologyKey]
    if (domain === undefined) return false
    const counts = new Map<string, number>()
    for (const other of cluster.nodes) {
      if (!keys.every((key) => labelsOf(other)[key] !== undefined)) continue
      if (!takesPart(cluster, other, pod, constraint)) continue
      const name = labelsOf(other)[topologyKey] ?? ''
      counts.set(name, (counts.get(name) ?? 0) + countLike(cluster, other, pod, labelSelector))
    }
    const minimum = counts.size < minDomains ? 0 : Math.min(...counts.values(), 2 ** 31 - 1)
    const self = selects(labelSelector, labelsOf(pod)) ? 1 : 0
    return (counts.get(domain) ?? 0) + self - minimum <= maxSkew
  })
}

/** Pods must have the same values as this one for the keys that it has. */
function withMatchLabelKeys({ labelSelector, matchLabelKeys = [] }: Loose, pod: Loose): Loose {
  const own = matchLabelKeys.flatMap((key: string) => {
    const value = labelsOf(pod)[key]
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }]
  })
  if (own.length === 0) return labelSelector
  return { ...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...own] }
}

function takesPart(cluster: NaiveCluster, node: Loose, pod: Loose, constraint: Loose): boolean {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint
  if (nodeAffinityPolicy === 'Honor' && !matchesNode(cluster, node, pod)) return false
  const uncordoned = { ...node, spec: { ...node.spec, unschedulable: false } }
  return nodeTaintsPolicy === 'Ignore' || toleratesTaints(cluster, uncordoned, pod)
}

function countLike(cluster: NaiveCluster, node: Loose, pod: Loose, selector: Loose): number {
  const isEmpty = Object.keys(selector).length === 0
  return runningOn(cluster, node).filter(
    (other) =>
      !isEmpty &&
      other.metadata.deletionTimestamp === undefined &&
      other.metadata.namespace === pod.metadata.namespace &&
      selects(selector, labelsOf(other)),
  ).length
}

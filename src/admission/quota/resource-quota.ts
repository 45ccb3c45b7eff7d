import { UNSET_QUANTITY } from '../../snapshot/quantity/quantity.ts'
import { type Arrival, refuse } from '../arrival.ts'
import type { ResourceQuota } from '../cluster/admission-cluster.ts'
import { compareStrings } from '../go/utf8.ts'
import type { Fact, Refusal } from '../refusal.ts'
import { hasPodLevelResources } from '../resources/qos-class.ts'
import type { PodSpec, ResourceList } from '../types/types.ts'
import { isNativeResource } from '../validation/containers/resource-names.ts'
import { computeUsage, podUsage } from './pod-usage.ts'
import { matchesScopes } from './quota-scopes.ts'

const BY = 'ResourceQuota'
const COMPUTE = ['cpu', 'memory']
/** What every container must say as soon as a quota counts it. */
const REQUIRED = [
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
]
const OF_PODS = new Set([...REQUIRED, 'pods', 'count/pods'])
const STORAGE = ['', 'requests.', 'limits.'].map((prefix) => `${prefix}ephemeral-storage`)
const DEVICE_CLASS = 'requests.deviceclass.resource.kubernetes.io/'

/** What is used after the request, by quota; null where nothing was ever counted. */
export type QuotaUsage = Map<string, ResourceList | null>

export function usageBefore(quotas: readonly ResourceQuota[]): QuotaUsage {
  return new Map(quotas.map(({ name, used }) => [name, used.size > 0 ? used : null]))
}

export type QuotaVerdict =
  | { readonly refusal: Refusal }
  | { readonly refusal: null; readonly used: QuotaUsage }

/**
 * CheckRequest. The server takes quotas in no fixed order and names the first that is short; here
 * that is the first of the snapshot, and the facts are of all.
 */
export function checkQuotas(arrival: Arrival): QuotaVerdict {
  const { spec } = arrival.pod
  const counting = arrival.cluster.resourceQuotas.filter((quota) => {
    return resourcesOfPods(quota).length > 0 && matchesScopes(quota, spec)
  })
  for (const quota of counting) {
    const refusal = unsetResources(arrival, quota) ?? unknownUsage(arrival, quota)
    if (refusal !== null) return { refusal }
  }
  const used = usageBefore(arrival.cluster.resourceQuotas)
  const usage = new Map([...podUsage(spec)].filter(([, quantity]) => !quantity.isZero))
  const short: Shortage[] = []
  for (const quota of counting) {
    const requested = new Map([...usage].filter(([name]) => quota.hard.has(name)))
    const after = new Map(quota.used)
    for (const [name, quantity] of requested) {
      after.set(name, quota.used.get(name)?.add(quantity) ?? quantity)
    }
    const exceeded = [...requested.keys()].filter((name) => exceeds(name, after, quota.hard))
    if (exceeded.length > 0) short.push({ quota, requested, names: exceeded.sort(compareStrings) })
    used.set(quota.name, after)
  }
  const [first] = short
  if (first === undefined) return { refusal: null, used }
  return { refusal: refuse(arrival, BY, sentence(first), short.flatMap(factsOf)) }
}

interface Shortage {
  readonly quota: ResourceQuota
  readonly requested: ResourceList
  /** The resources that are short. */
  readonly names: readonly string[]
}

function exceeds(name: string, after: ResourceList, hard: ResourceList): boolean {
  const [used, limit] = [after.get(name), hard.get(name)]
  return used !== undefined && limit !== undefined && used.compare(limit) > 0
}

/** podEvaluator.MatchingResources. */
function resourcesOfPods({ hard }: ResourceQuota): string[] {
  return [...hard.keys()].filter((name) => {
    const isHugePages = name.startsWith('hugepages-') || name.startsWith('requests.hugepages-')
    const isExtended = name.startsWith('requests.') && !isNativeResource(name)
    const isCompute = OF_PODS.has(name) || STORAGE.includes(name)
    return isCompute || isHugePages || isExtended || name.startsWith(DEVICE_CLASS)
  })
}

/** podEvaluator.Constraints. */
function unsetResources(arrival: Arrival, quota: ResourceQuota): Refusal | null {
  const { spec } = arrival.pod
  if (hasPodLevelResources(spec)) return null
  const required = REQUIRED.filter((name) => quota.hard.has(name)).sort(compareStrings)
  const missing = required
    .map((name) => ({ name, containers: containersWithout(name, spec) }))
    .filter(({ containers }) => containers.length > 0)
  if (missing.length === 0) return null
  const texts = missing.map(({ name, containers }) => `${name} for: ${containers.join(',')}`)
  const facts = missing.map(({ name: resource, containers }): Fact => {
    return { kind: 'quotaUnset', quota: quota.name, resource, containers }
  })
  const cause = `failed quota: ${quota.name}: must specify ${texts.join('; ')}`
  return refuse(arrival, BY, cause, facts)
}

function containersWithout(resource: string, spec: PodSpec): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  const without = containers.filter(({ resources: { requests, limits } }) => {
    return !computeUsage(requests ?? new Map(), limits ?? new Map()).has(resource)
  })
  return [...new Set(without.map(({ name }) => name))].sort(compareStrings)
}

/** A quota whose controller has not counted yet. */
function unknownUsage(arrival: Arrival, quota: ResourceQuota): Refusal | null {
  const resources = resourcesOfPods(quota).sort(compareStrings)
  if (resources.every((name) => quota.used.has(name))) return null
  const cause = `status unknown for quota: ${quota.name}, resources: ${resources.join(',')}`
  const uncounted = resources.filter((name) => !quota.used.has(name))
  const fact = { kind: 'quotaStatus', quota: quota.name, resources: uncounted } as const
  return refuse(arrival, BY, cause, [fact])
}

function sentence({ quota, requested, names }: Shortage): string {
  const list = (of: ResourceList): string =>
    names.flatMap((name) => (of.has(name) ? [`${name}=${of.get(name)}`] : [])).join(',')
  const [asked, used, hard] = [list(requested), list(quota.used), list(quota.hard)]
  return `exceeded quota: ${quota.name}, requested: ${asked}, used: ${used}, limited: ${hard}`
}

function factsOf({ quota, requested, names }: Shortage): Fact[] {
  return names.map((resource) => {
    const [asked = UNSET_QUANTITY, used = UNSET_QUANTITY, hard = UNSET_QUANTITY] = [
      requested.get(resource),
      quota.used.get(resource),
      quota.hard.get(resource),
    ]
    return {
      kind: 'quota',
      quota: quota.name,
      resource,
      requested: asked.toString(),
      used: used.toString(),
      hard: hard.toString(),
      over: used.add(asked).subtract(hard).toString(),
    }
  })
}

import { type Quantity, ZERO_QUANTITY } from '../../snapshot/quantity/quantity.ts'
import { type Arrival, refuse } from '../arrival.ts'
import type { LimitRangeItem } from '../cluster/admission-cluster.ts'
import { goFixed } from '../go/fixed.ts'
import { compareStrings } from '../go/utf8.ts'
import type { LimitFact, Refusal } from '../refusal.ts'
import { aggregate as aggregateResources } from '../resources/resource-sums.ts'
import { aggregate } from '../status/status.ts'
import type { PodSpec, ResourceList } from '../types/types.ts'

/** Above this the server compares whole units, since thousandths would not fit an int64. */
const VALUE_OF_MILLI_MAX = (2n ** 63n - 1n) / 1000n
const POD_LEVEL = ['cpu', 'memory']

/** LimitRanger.Validate: all that breaks one LimitRange, and no further LimitRange. */
export function limitBounds(arrival: Arrival): Refusal | null {
  for (const { name, items } of arrival.cluster.limitRanges) {
    const violations = items.flatMap((item) => violationsOf(item, arrival.pod.spec))
    if (violations.length === 0) continue
    const texts = [...new Set(violations.map(({ text }) => text))]
    const facts = violations.map(({ fact }): LimitFact => ({ ...fact, limitRange: name }))
    return refuse(arrival, 'LimitRanger', aggregate(texts), facts)
  }
  return null
}

interface Violation {
  readonly text: string
  readonly fact: Omit<LimitFact, 'limitRange'>
}

interface Subject {
  readonly type: string
  readonly container: string
  readonly requests: ResourceList
  readonly limits: ResourceList
}

function violationsOf(item: LimitRangeItem, spec: PodSpec): Violation[] {
  return subjectsOf(item.type, spec).flatMap((subject) => [
    ...each(item.min, (name, bound) => belowMinimum(subject, name, bound)),
    ...each(item.max, (name, bound) => aboveMaximum(subject, name, bound)),
    ...each(item.maxLimitRequestRatio, (name, bound) => aboveRatio(subject, name, bound)),
  ])
}

/** The server goes through a map and so in no order. */
function each(
  bounds: ResourceList,
  check: (name: string, bound: Quantity) => Violation | null,
): Violation[] {
  return [...bounds]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([name, bound]) => check(name, bound) ?? [])
}

function subjectsOf(type: string, spec: PodSpec): Subject[] {
  if (type === 'Container') {
    return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((container) => ({
      type,
      container: container.name,
      requests: container.resources.requests ?? new Map(),
      limits: container.resources.limits ?? new Map(),
    }))
  }
  if (type !== 'Pod') return []
  const [requests, limits] = [podSum(spec, 'requests'), podSum(spec, 'limits')]
  return [{ type, container: '', requests, limits }]
}

/** The plugin's own podRequests and podLimits: no overhead. */
function podSum(spec: PodSpec, of: 'requests' | 'limits'): ResourceList {
  const sum = aggregateResources(spec, of)
  for (const [name, quantity] of spec.resources?.[of] ?? []) {
    if (POD_LEVEL.includes(name)) sum.set(name, quantity)
  }
  return sum
}

/** requestLimitEnforcedValues: thousandths where all of them fit. */
function comparable(...quantities: readonly (Quantity | undefined)[]): bigint[] {
  const given = quantities.map((quantity) => quantity ?? ZERO_QUANTITY)
  const values = given.map(({ value }) => value)
  const isSmall = values.every((value) => value <= VALUE_OF_MILLI_MAX)
  return isSmall ? given.map(({ milliValue }) => milliValue) : values
}

function belowMinimum(subject: Subject, name: string, bound: Quantity): Violation | null {
  const [request, limit] = [subject.requests.get(name), subject.limits.get(name)]
  const [requested = 0n, limited = 0n, enforced = 0n] = comparable(request, limit, bound)
  const what = `minimum ${name} usage per ${subject.type} is ${bound}`
  const violation = violating(subject, name, bound, 'min')
  if (request === undefined) return violation(`${what}.  No request is specified`)
  if (requested < enforced) return violation(`${what}, but request is ${request}`)
  return limit !== undefined && limited < enforced
    ? violation(`${what}, but limit is ${limit}`)
    : null
}

function aboveMaximum(subject: Subject, name: string, bound: Quantity): Violation | null {
  const [request, limit] = [subject.requests.get(name), subject.limits.get(name)]
  const [requested = 0n, limited = 0n, enforced = 0n] = comparable(request, limit, bound)
  const what = `maximum ${name} usage per ${subject.type} is ${bound}`
  const violation = violating(subject, name, bound, 'max')
  if (limit === undefined) return violation(`${what}.  No limit is specified`)
  if (limited > enforced) return violation(`${what}, but limit is ${limit}`)
  return request !== undefined && requested > enforced
    ? violation(`${what}, but request is ${request}`)
    : null
}

function aboveRatio(subject: Subject, name: string, bound: Quantity): Violation | null {
  const [request, limit] = [subject.requests.get(name), subject.limits.get(name)]
  const [requested = 0n, limited = 0n] = comparable(request, limit, bound)
  const what = `${name} max limit to request ratio per ${subject.type} is ${bound}, but`
  const violation = violating(subject, name, bound, 'maxLimitRequestRatio')
  if (requested === 0n) return violation(`${what} no request is specified or request is 0`)
  if (limited === 0n) return violation(`${what} no limit is specified or limit is 0`)
  const ratio = Number(limited) / Number(requested)
  const isSmall = bound.value <= VALUE_OF_MILLI_MAX
  const isAbove = isSmall ? ratio * 1000 > Number(bound.milliValue) : ratio > Number(bound.value)
  return isAbove ? violation(`${what} provided ratio is ${goFixed(ratio)}`) : null
}

function violating(
  { type, container, requests, limits }: Subject,
  resource: string,
  limit: Quantity,
  bound: LimitFact['bound'],
): (text: string) => Violation {
  const request = requests.get(resource)?.toString() ?? null
  const ownLimit = limits.get(resource)?.toString() ?? null
  const fact = { kind: 'limit', type, container, resource, bound, limit: `${limit}` } as const
  return (text) => ({ text, fact: { ...fact, request, ownLimit } })
}

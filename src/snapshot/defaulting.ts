import { DEFAULT_GRACE_SECONDS, DEFAULT_NAMESPACE, DEFAULT_SCHEDULER_NAME } from './api-defaults.ts'
import { isObject, type JsonObject } from './json/fields.ts'
import { pointerStep } from './json/json-pointer.ts'

/** One change that defaulting made; `pointer` is relative to the pod. */
export interface Defaulted {
  readonly pointer: string
  readonly value: unknown
}

/**
 * What the API server would have filled in of a hand-written pod, as far as scheduling reads it: a
 * closed list. Objects that came from a cluster have all of it, so nothing changes in them.
 */
export function withPodDefaults(pod: JsonObject): { pod: JsonObject; defaulted: Defaulted[] } {
  const draft = new Draft(structuredCopy(pod))
  const metadata = draft.objectAt(draft.root, 'metadata')
  const spec = draft.objectAt(draft.root, 'spec')
  draft.fill(metadata, '/metadata', 'namespace', DEFAULT_NAMESPACE)
  draft.fill(spec, '/spec', 'schedulerName', DEFAULT_SCHEDULER_NAME)
  draft.fill(spec, '/spec', 'restartPolicy', 'Always')
  draft.fill(spec, '/spec', 'terminationGracePeriodSeconds', DEFAULT_GRACE_SECONDS)
  for (const list of ['containers', 'initContainers']) {
    for (const [index, container] of objectsOf(spec[list]).entries()) {
      const at = `/spec/${list}/${index}`
      requestsFromLimits(draft, container, at)
      defaultPorts(draft, container, at, spec['hostNetwork'] === true)
    }
  }
  mergeLabelKeys(draft, spec, metadata['labels'])
  for (const [index, constraint] of objectsOf(spec['topologySpreadConstraints']).entries()) {
    const at = `/spec/topologySpreadConstraints/${index}`
    draft.fill(constraint, at, 'nodeAffinityPolicy', 'Honor')
    draft.fill(constraint, at, 'nodeTaintsPolicy', 'Ignore')
  }
  return { pod: draft.root, defaulted: draft.changes }
}

type Mutable = { [key: string]: unknown }

/** A copy that is changed in place, with a record of every change. */
class Draft {
  readonly root: Mutable
  readonly changes: Defaulted[] = []

  constructor(root: Mutable) {
    this.root = root
  }

  objectAt(parent: Mutable, key: string): Mutable {
    const value = parent[key]
    if (isObject(value)) return value as Mutable // the draft owns every object in it
    if (value !== undefined && value !== null) return {}
    const made: Mutable = {}
    parent[key] = made
    return made
  }

  fill(target: Mutable, at: string, key: string, value: unknown): void {
    const current = target[key]
    if (current === undefined || current === null || current === '')
      this.set(target, at, key, value)
  }

  set(target: Mutable, at: string, key: string, value: unknown): void {
    target[key] = value
    this.changes.push({ pointer: `${at}${pointerStep(key)}`, value })
  }
}

function objectsOf(value: unknown): Mutable[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function structuredCopy(value: JsonObject): Mutable {
  return copy(value) as Mutable // a copy of an object is an object
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (!isObject(value)) return value
  const made: Mutable = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return Object.fromEntries(Object.entries(value).map(copyEntry))
    made[key] = copy(value[key])
  }
  return made
}

/** Slower, and safe for every name. */
function copyEntry([key, item]: [string, unknown]): [string, unknown] {
  return [key, copy(item)]
}

function requestsFromLimits(draft: Draft, container: Mutable, at: string): void {
  const resources = container['resources']
  if (!isObject(resources) || !isObject(resources['limits'])) return
  const requests = draft.objectAt(resources as Mutable, 'requests') // owned by the draft
  for (const [name, limit] of Object.entries(resources['limits'])) {
    draft.fill(requests, `${at}/resources/requests`, name, limit)
  }
}

function defaultPorts(draft: Draft, container: Mutable, at: string, hostNetwork: boolean): void {
  for (const [index, port] of objectsOf(container['ports']).entries()) {
    const portAt = `${at}/ports/${index}`
    draft.fill(port, portAt, 'protocol', 'TCP')
    if (hostNetwork && !port['hostPort'] && typeof port['containerPort'] === 'number') {
      draft.set(port, portAt, 'hostPort', port['containerPort'])
    }
  }
}

/** matchLabelKeys and mismatchLabelKeys of pod affinity become requirements of the term's selector. */
function mergeLabelKeys(draft: Draft, spec: Mutable, labels: unknown): void {
  if (!isObject(spec['affinity']) || !isObject(labels)) return
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const affinity = spec['affinity'][kind]
    if (!isObject(affinity)) continue
    const at = `/spec/affinity/${kind}`
    const required = 'requiredDuringSchedulingIgnoredDuringExecution'
    for (const [index, term] of objectsOf(affinity[required]).entries()) {
      mergeTerm(draft, term, `${at}/${required}/${index}`, labels)
    }
    const preferred = 'preferredDuringSchedulingIgnoredDuringExecution'
    for (const [index, weighted] of objectsOf(affinity[preferred]).entries()) {
      const term = weighted['podAffinityTerm']
      const termAt = `${at}/${preferred}/${index}/podAffinityTerm`
      if (isObject(term)) mergeTerm(draft, term as Mutable, termAt, labels) // owned by the draft
    }
  }
}

function mergeTerm(draft: Draft, term: Mutable, at: string, labels: JsonObject): void {
  const selector = term['labelSelector']
  if (!isObject(selector)) return
  const present = Array.isArray(selector['matchExpressions']) ? selector['matchExpressions'] : []
  const added = [
    ...expressionsOf(term['matchLabelKeys'], 'In', labels),
    ...expressionsOf(term['mismatchLabelKeys'], 'NotIn', labels),
  ].filter((one) => !present.some((other) => JSON.stringify(other) === JSON.stringify(one)))
  if (added.length === 0) return
  const merged = [...present, ...added]
  draft.set(selector as Mutable, `${at}/labelSelector`, 'matchExpressions', merged) // owned by the draft
}

function expressionsOf(keys: unknown, operator: string, labels: JsonObject): unknown[] {
  if (!Array.isArray(keys)) return []
  return keys
    .filter((key): key is string => typeof key === 'string' && typeof labels[key] === 'string')
    .map((key) => ({ key, operator, values: [labels[key]] }))
}

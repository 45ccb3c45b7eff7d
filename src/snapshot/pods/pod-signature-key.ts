import { isObject, type JsonObject } from '../json/fields.ts'
import { hasBindMountOptions } from './bind-mount-options.ts'

/**
 * Four texts that two pods share exactly when they have one signature: what a pod is called and
 * labelled by, what it asks for, its claims for devices, and all else. They are taken from the raw object, so that a pod of a
 * known signature is never parsed. Everything that read-pod.ts reads must be in one of them.
 */
export interface PodSignatureKey {
  readonly identity: string
  readonly shape: string
  readonly requests: string
  readonly claims: string
}

export function podSignatureKey(pod: JsonObject): PodSignatureKey {
  const metadata = objectOf(pod['metadata'])
  return {
    identity: JSON.stringify([metadata['namespace'], metadata['labels']]),
    shape: shapeKey(pod),
    requests: requestsKey(pod),
    claims: claimsKey(pod),
  }
}

function shapeKey(pod: JsonObject): string {
  const metadata = objectOf(pod['metadata'])
  const spec = objectOf(pod['spec'])
  const status = objectOf(pod['status'])
  return JSON.stringify([
    metadata['ownerReferences'],
    metadata['deletionTimestamp'] !== undefined && metadata['deletionTimestamp'] !== null,
    metadata['deletionGracePeriodSeconds'],
    listOf(spec['containers']).map(containerKey),
    listOf(spec['initContainers']).map(containerKey),
    ...SPEC_FIELDS.map((field) => spec[field]),
    volumesKey(metadata, spec),
    hasBindMountOptions(spec),
    listOf(status['conditions']).flatMap(conditionKey),
  ])
}

function claimsKey(pod: JsonObject): string {
  const { resourceClaims } = objectOf(pod['spec'])
  const { resourceClaimStatuses } = objectOf(pod['status'])
  return JSON.stringify([resourceClaims, resourceClaimStatuses])
}

function requestsKey(pod: JsonObject): string {
  const spec = objectOf(pod['spec'])
  const status = objectOf(pod['status'])
  return JSON.stringify([
    listOf(spec['containers']).map(resourcesOf),
    listOf(spec['initContainers']).map(resourcesOf),
    spec['resources'],
    spec['overhead'],
    status['resources'],
    status['allocatedResources'],
    listOf(status['containerStatuses']).flatMap(statusKey),
    listOf(status['initContainerStatuses']).flatMap(statusKey),
  ])
}

const SPEC_FIELDS: readonly string[] = [
  'schedulerName',
  'schedulingGates',
  'priorityClassName',
  'priority',
  'preemptionPolicy',
  'nodeSelector',
  'affinity',
  'tolerations',
  'topologySpreadConstraints',
  'terminationGracePeriodSeconds',
  'hostNetwork',
  'hostUsers',
]

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** What is no list is kept as it is, so that it is read, and refused, as a signature of its own. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : ['not a list', value]
}

function containerKey(container: unknown): unknown {
  if (!isObject(container)) return container
  return [
    container['name'],
    container['image'],
    container['ports'],
    container['restartPolicy'],
    container['restartPolicyRules'],
  ]
}

function resourcesOf(container: unknown): unknown {
  return isObject(container) ? container['resources'] : null
}

/** The claim of a generic ephemeral volume is named after its pod, so such a pod has a signature of its own. */
function volumesKey(metadata: JsonObject, spec: JsonObject): unknown {
  const volumes = listOf(spec['volumes']).filter(
    (volume) => !isObject(volume) || Object.keys(volume).length > 0,
  )
  const owned = volumes.some((volume) => isObject(volume) && isObject(volume['ephemeral']))
  return owned ? [metadata['name'], metadata['uid'], volumes] : volumes
}

function statusKey(status: unknown): unknown[] {
  if (!isObject(status)) return []
  const { name, resources, allocatedResources } = status
  return resources === undefined && allocatedResources === undefined
    ? []
    : [[name, resources, allocatedResources]]
}

/** Times are left out: they would give every pod its own signature. */
function conditionKey(condition: unknown): unknown[] {
  if (!isObject(condition)) return []
  const { type, status, reason } = condition
  return type === 'PodResizePending' || type === 'DisruptionTarget' ? [[type, status, reason]] : []
}

import {
  DEFAULT_GRACE_SECONDS,
  DEFAULT_NAMESPACE,
  DEFAULT_SCHEDULER_NAME,
} from '../api-defaults.ts'
import type { Fields } from '../json/fields.ts'
import { readTolerations } from '../nodes/taint.ts'
import { nonZeroRequest, nonZeroRequested, requestedBy, takenBy } from '../resources/pod-request.ts'
import type { Accounting, ContainerResources, PodResources } from '../resources/pod-resources.ts'
import { readNodeSelector } from '../selectors/node-selector.ts'
import { readPodVolumes } from '../storage/pod-volume.ts'
import { hasBindMountOptions } from './bind-mount-options.ts'
import type {
  HostPort,
  OwnerReference,
  PodImages,
  PodResourceClaim,
  PodSignature,
} from './pod-signature.ts'
import {
  readPodAffinity,
  readPreferredNodeAffinity,
  readSpreadConstraints,
} from './read-affinity.ts'

/** Reads what a signature keeps of a pod; its numbers are the builder's. */
export function readPodClass(
  pod: Fields,
  accounting: Accounting,
): Omit<PodSignature, 'id' | 'identityId' | 'templateId' | 'shapeId' | 'requestsId' | 'termsId'> {
  const metadata = pod.object('metadata')
  const spec = pod.objectOrEmpty('spec')
  const status = pod.objectOrEmpty('status')
  const namespace = metadata?.string('namespace') || DEFAULT_NAMESPACE
  const labels = metadata?.stringMap('labels') ?? new Map<string, string>()
  const resources = readResources(spec, status)
  const affinity = spec.object('affinity')
  const nodeAffinity = affinity?.object('nodeAffinity')
  const priority = spec.int32('priority')
  return {
    namespace,
    labels,
    schedulerName: spec.string('schedulerName') || DEFAULT_SCHEDULER_NAME,
    schedulingGates: spec.objects('schedulingGates').map((gate) => gate.string('name') ?? ''),
    terminating: metadata?.has('deletionTimestamp') ?? false,
    preempted: wasPreempted(status),
    priorityClassName: spec.string('priorityClassName') ?? '',
    priority: priority ?? 0,
    hasOwnPriority: priority !== undefined,
    priorityFrom: null,
    isPriorityUnseen: false,
    preemptionPolicy: spec.string('preemptionPolicy') ?? '',
    ownPreemptionPolicy: spec.string('preemptionPolicy') ?? '',
    nodeSelector: spec.stringMap('nodeSelector'),
    requiredNodeAffinity:
      nodeAffinity === undefined
        ? null
        : readNodeSelector(nodeAffinity, 'requiredDuringSchedulingIgnoredDuringExecution'),
    preferredNodeAffinity: readPreferredNodeAffinity(nodeAffinity),
    hasPreferredNodeAffinity:
      nodeAffinity?.has('preferredDuringSchedulingIgnoredDuringExecution') ?? false,
    tolerations: readTolerations(spec),
    podAffinity: readPodAffinity(affinity?.object('podAffinity'), namespace),
    podAntiAffinity: readPodAffinity(affinity?.object('podAntiAffinity'), namespace),
    spreadConstraints: readSpreadConstraints(spec, labels),
    hostPorts: readHostPorts(spec, accounting),
    images: readImages(spec),
    volumes: readPodVolumes(spec, metadata?.string('name') ?? ''),
    resourceClaims: readResourceClaims(spec, status),
    controller: metadata === undefined ? null : readController(metadata),
    resources,
    request: requestedBy(resources, accounting),
    nonZeroRequest: nonZeroRequest(resources, accounting),
    taken: takenBy(resources, accounting),
    nonZeroRequested: nonZeroRequested(resources, accounting),
    terminationGraceSeconds: gracePeriodSeconds(metadata, spec),
    hostNetwork: spec.boolean('hostNetwork'),
    hostUsers: !spec.has('hostUsers') || spec.boolean('hostUsers'),
    restartsAllContainers: restartsAll(spec),
    hasBindMountOptions: hasBindMountOptions(spec.value),
    bestEffort: isBestEffort(resources),
  }
}

export function readResources(spec: Fields, status: Fields): PodResources {
  const statuses = new Map<string, Fields>()
  for (const list of ['initContainerStatuses', 'containerStatuses']) {
    for (const fields of status.objects(list)) statuses.set(fields.string('name') ?? '', fields)
  }
  const read = (container: Fields) =>
    readContainer(container, statuses.get(container.string('name') ?? ''))
  const podStatus = status.object('resources')
  return {
    containers: spec.objects('containers').map(read),
    initContainers: spec.objects('initContainers').map(read),
    podRequests: listOrNull(spec.object('resources'), 'requests'),
    overhead: spec.quantities('overhead'),
    podActuated: listOrNull(podStatus, 'requests'),
    podAllocated: listOrNull(status, 'allocatedResources'),
    hasPodStatusResources: podStatus !== undefined,
    resizeInfeasible: isResizeInfeasible(status),
  }
}

function readContainer(container: Fields, status: Fields | undefined): ContainerResources {
  const resources = container.object('resources')
  const reported = status?.object('resources')
  return {
    requests: resources?.quantities('requests') ?? new Map(),
    limits: resources?.quantities('limits') ?? new Map(),
    name: container.string('name') ?? '',
    restartable: container.string('restartPolicy') === 'Always',
    allocated: listOrNull(status, 'allocatedResources'),
    actuated: listOrNull(reported, 'requests'),
    hasStatusResources: reported !== undefined,
  }
}

function listOrNull(fields: Fields | undefined, key: string): Map<string, bigint> | null {
  return fields?.has(key) ? fields.quantities(key) : null
}

function isResizeInfeasible(status: Fields): boolean {
  const pending = status
    .objects('conditions')
    .find((condition) => condition.value['type'] === 'PodResizePending')
  return pending?.value['reason'] === 'Infeasible'
}

function wasPreempted(status: Fields): boolean {
  return status
    .objects('conditions')
    .some(
      ({ value }) =>
        value['type'] === 'DisruptionTarget' &&
        value['status'] === 'True' &&
        value['reason'] === 'PreemptionByScheduler',
    )
}

/** Ports of containers and, since there are such, of init containers that keep running. */
function readHostPorts(spec: Fields, { sidecarPorts }: Accounting): HostPort[] {
  const restartable = spec
    .objects('initContainers')
    .filter((container) => sidecarPorts && container.value['restartPolicy'] === 'Always')
  const ports: HostPort[] = []
  for (const container of [...spec.objects('containers'), ...restartable]) {
    for (const fields of container.objects('ports')) {
      const port = fields.int32('hostPort') ?? 0
      if (port <= 0) continue
      const ip = fields.string('hostIP') || '0.0.0.0'
      ports.push({ ip, protocol: fields.string('protocol') || 'TCP', port })
    }
  }
  return ports
}

function readImages(spec: Fields): PodImages {
  const imagesOf = (key: string) =>
    spec.objects(key).map((container) => container.string('image') ?? '')
  const volumes = spec.objects('volumes').flatMap((volume) => volume.object('image') ?? [])
  return {
    initContainers: imagesOf('initContainers'),
    containers: imagesOf('containers'),
    volumes: volumes.map((image) => image.string('reference') ?? ''),
  }
}

function readResourceClaims(spec: Fields, status: Fields): PodResourceClaim[] {
  const made = new Map<string, string>()
  for (const fields of status.objects('resourceClaimStatuses')) {
    made.set(fields.string('name') ?? '', fields.string('resourceClaimName') ?? '')
  }
  return spec.objects('resourceClaims').map((fields) => {
    const name = fields.string('name') ?? ''
    const claimName = fields.string('resourceClaimName')
    return {
      name,
      claimName: claimName ?? made.get(name) ?? null,
      templateName:
        claimName === undefined ? (fields.string('resourceClaimTemplateName') ?? null) : null,
    }
  })
}

function readController(metadata: Fields): OwnerReference | null {
  const owner = metadata.objects('ownerReferences').find((one) => one.value['controller'] === true)
  if (owner === undefined) return null
  return {
    apiVersion: owner.string('apiVersion') ?? '',
    kind: owner.string('kind') ?? '',
    name: owner.string('name') ?? '',
    uid: owner.string('uid') ?? '',
  }
}

/** A deletion under way has its own grace period. */
function gracePeriodSeconds(metadata: Fields | undefined, spec: Fields): number {
  return (
    metadata?.integer('deletionGracePeriodSeconds') ??
    spec.integer('terminationGracePeriodSeconds') ??
    DEFAULT_GRACE_SECONDS
  )
}

function restartsAll(spec: Fields): boolean {
  return [...spec.objects('containers'), ...spec.objects('initContainers')].some((container) =>
    container
      .objects('restartPolicyRules')
      .some((rule) => rule.value['action'] === 'RestartAllContainers'),
  )
}

function isBestEffort(resources: PodResources): boolean {
  return !resources.containers.some(({ requests, limits }) =>
    ['cpu', 'memory'].some(
      (name) => (requests.get(name) ?? 0n) > 0n || (limits.get(name) ?? 0n) > 0n,
    ),
  )
}

import type { Fields } from '../../snapshot/json/fields.ts'
import { readResources } from '../../snapshot/pods/read-pod.ts'
import { requestedBy } from '../../snapshot/resources/pod-request.ts'
import type { Accounting, PodResources } from '../../snapshot/resources/pod-resources.ts'
import type { ResourceAmounts } from '../../snapshot/resources/resource-amounts.ts'
import { type ControlledPod, readControlledPod } from '../cluster/controlled-pod.ts'
import { formatOf, type QuantityFormat, writeNano } from './write-quantity.ts'

/** A quantity as its object has it. */
export interface Amount {
  readonly nano: bigint
  readonly format: QuantityFormat
  /** As Go writes it. */
  readonly text: string
}

export interface PressuredContainer {
  readonly name: string
  readonly isInit: boolean
  readonly isRestartable: boolean
  readonly requests: ReadonlyMap<string, Amount>
  readonly limits: ReadonlyMap<string, Amount>
}

export interface PressuredVolume {
  readonly name: string
  /** Its size counts as the pod's own: hostPath, configMap, gitRepo, and emptyDir on disk. */
  readonly isLocal: boolean
  /** Of an emptyDir, whatever its medium. */
  readonly sizeLimit: Amount | null
}

/** What a kubelet that runs short looks at. */
export interface PressuredPod {
  readonly pod: ControlledPod
  /** Static, mirror or of a system-critical priority: never evicted. */
  readonly isCritical: boolean
  readonly memoryRequestBytes: number
  readonly ephemeralStorageRequestBytes: number
  /** Of spec.resources. */
  readonly podMemoryRequest: Amount | null
  /** The sum of its containers' limits; null if none has one. */
  readonly ephemeralStorageLimitBytes: number | null
  /** Go's sums are written as their first part is. */
  readonly ephemeralStorageLimitFormat: QuantityFormat
  /** Containers before init containers. */
  readonly containers: readonly PressuredContainer[]
  readonly volumes: readonly PressuredVolume[]
}

const CRITICAL_PRIORITY_MIN = 2_000_000_000
const POD_LEVEL_RESOURCE = /^(cpu|memory|hugepages-.*)$/
const EPHEMERAL_STORAGE = 'ephemeral-storage'

/** Kubernetes 1.37 counting what the spec asks; resizes under way are not looked at. */
const ACCOUNTING: Accounting = {
  modern: true,
  initContainersInUsage: true,
  sidecarPorts: true,
  podLevelResources: true,
  resize: 'ignored',
  podLevelResize: false,
}

export function readPressuredPod(fields: Fields): PressuredPod {
  const pod = readControlledPod(fields, 0)
  const spec = fields.objectOrEmpty('spec')
  const resources = readResources(spec, fields.objectOrEmpty('status'))
  const own = spec.object('resources')
  const isPodLevel = ['requests', 'limits'].some((list) =>
    [...readAmounts(own, list).keys()].some((name) => POD_LEVEL_RESOURCE.test(name)),
  )
  const request = requestOf(resources, isPodLevel)
  const containers = [
    ...spec.objects('containers').map((one) => readContainer(one, false)),
    ...spec.objects('initContainers').map((one) => readContainer(one, true)),
  ]
  const limits = containers.flatMap((one) => one.limits.get(EPHEMERAL_STORAGE) ?? [])
  return {
    pod,
    isCritical: isCritical(fields, pod),
    memoryRequestBytes: request.memoryBytes,
    ephemeralStorageRequestBytes: request.ephemeralStorageBytes,
    podMemoryRequest: isPodLevel ? (readAmounts(own, 'requests').get('memory') ?? null) : null,
    ephemeralStorageLimitBytes:
      limits.length === 0 ? null : limitOf(resources).ephemeralStorageBytes,
    ephemeralStorageLimitFormat: limits[0]?.format ?? 'BinarySI',
    containers,
    volumes: spec.objects('volumes').map(readVolume),
  }
}

/** GetResourceRequestQuantity: with pod-level resources nothing of the containers counts. */
function requestOf(resources: PodResources, isPodLevel: boolean): ResourceAmounts {
  const { overhead } = resources
  const counted = isPodLevel ? { ...resources, containers: [], initContainers: [] } : resources
  const own = requestedBy({ ...counted, overhead: new Map() }, ACCOUNTING)
  const all = requestedBy({ ...counted, overhead }, ACCOUNTING)
  // Overhead is added only to what is asked at all.
  return {
    ...all,
    memoryBytes: own.memoryBytes === 0 ? 0 : all.memoryBytes,
    ephemeralStorageBytes: own.ephemeralStorageBytes === 0 ? 0 : all.ephemeralStorageBytes,
  }
}

function limitOf(resources: PodResources): ResourceAmounts {
  const limited = (containers: PodResources['containers']) =>
    containers.map((one) => ({ ...one, requests: one.limits }))
  const { containers, initContainers } = resources
  return requestedBy(
    {
      ...resources,
      containers: limited(containers),
      initContainers: limited(initContainers),
      podRequests: null,
    },
    ACCOUNTING,
  )
}

function isCritical(fields: Fields, { isMirror, priority }: ControlledPod): boolean {
  const annotations = fields.objectOrEmpty('metadata').stringMap('annotations')
  const source = annotations.get('kubernetes.io/config.source')
  const isStatic = source !== undefined && source !== 'api'
  return isStatic || isMirror || priority >= CRITICAL_PRIORITY_MIN
}

function readContainer(container: Fields, isInit: boolean): PressuredContainer {
  const resources = container.object('resources')
  return {
    name: container.string('name') ?? '',
    isInit,
    isRestartable: container.string('restartPolicy') === 'Always',
    requests: readAmounts(resources, 'requests'),
    limits: readAmounts(resources, 'limits'),
  }
}

function readAmounts(fields: Fields | undefined, key: string): Map<string, Amount> {
  const amounts = new Map<string, Amount>()
  const list = fields?.object(key)
  if (list === undefined) return amounts
  for (const name of Object.keys(list.value)) {
    const amount = readAmount(list, name)
    if (amount !== null) amounts.set(name, amount)
  }
  return amounts
}

function readAmount(fields: Fields, key: string): Amount | null {
  const nano = fields.quantity(key)
  if (nano === undefined) return null
  const format = formatOf(String(fields.value[key]))
  return { nano, format, text: writeNano(nano, format) }
}

function readVolume(volume: Fields): PressuredVolume {
  const emptyDir = volume.object('emptyDir')
  const isOnDisk = emptyDir !== undefined && (emptyDir.string('medium') ?? '') === ''
  const isEphemeral = isOnDisk || volume.has('gitRepo') || volume.has('configMap')
  return {
    name: volume.string('name') ?? '',
    isLocal: volume.has('hostPath') || isEphemeral,
    sizeLimit: emptyDir === undefined ? null : readAmount(emptyDir, 'sizeLimit'),
  }
}

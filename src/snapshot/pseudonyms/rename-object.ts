import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import { isObject, type JsonObject } from '../json/fields.ts'
import { namespaceOf } from '../json/raw-object.ts'
import { CLUSTER_SCOPED } from '../patch.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'

/** What becomes of a text that may name something. */
export type Rename = (text: string) => string

/** Members that name nothing of anybody's: words of Kubernetes, amounts, and what CEL selects devices by. */
const KEPT: ReadonlySet<string> = new Set([
  'accessModes',
  'action',
  'allocationMode',
  'apiGroup',
  'apiVersion',
  'attributes',
  'attacher',
  'bindingConditions',
  'bindingFailureConditions',
  'cel',
  'consumedCapacity',
  'counters',
  'declaredFeatures',
  'distinctAttribute',
  'driver',
  'effect',
  'expression',
  'hostIP',
  'kind',
  'matchAttribute',
  'maximumVolumeSize',
  'migrated-plugins',
  'nodeAffinityPolicy',
  'nodeTaintsPolicy',
  'operator',
  'os',
  'persistentVolumeReclaimPolicy',
  'phase',
  'policy',
  'preemptionPolicy',
  'protocol',
  'provisioner',
  'pullPolicy',
  'qosClass',
  'reason',
  'reclaimPolicy',
  'requestPolicy',
  'restartPolicy',
  'schedulerName',
  'schedulingPolicy',
  'scopeName',
  'scopes',
  'sizeLimit',
  'type',
  'unhealthyPodEvictionPolicy',
  'volumeBindingMode',
  'volumeMode',
  'whenUnsatisfiable',
])

/** Members that no rule reads, and that may say anything. */
const DROPPED: ReadonlySet<string> = new Set([
  'addresses',
  'clusterIP',
  'clusterIPs',
  'config',
  'daemonEndpoints',
  'description',
  'externalIPs',
  'externalName',
  'finalizers',
  'hostIPs',
  'loadBalancer',
  'loadBalancerIP',
  'message',
  'nodeInfo',
  'opaque',
  'parameters',
  'podIP',
  'podIPs',
  'providerID',
  'selfLink',
])

const LABEL_KEYS: ReadonlySet<string> = new Set([
  'key',
  'labelKeys',
  'matchLabelKeys',
  'mismatchLabelKeys',
  'topologyKey',
  'topologyKeys',
])
const LABEL_MAPS: ReadonlySet<string> = new Set([
  'labels',
  'matchLabels',
  'nodeSelector',
  'selector',
])
/** Amounts by resource. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'allocatable',
  'allocatedResources',
  'capacity',
  'default',
  'defaultRequest',
  'hard',
  'limits',
  'max',
  'maxLimitRequestRatio',
  'min',
  'overhead',
  'podFixed',
  'requests',
  'used',
])
/** Annotations whose values are names; those of all others that a snapshot keeps are not. */
const NAMING_ANNOTATIONS: ReadonlySet<string> = new Set([
  'scheduling.k8s.io/group-name',
  'volume.beta.kubernetes.io/storage-class',
  'volume.kubernetes.io/selected-node',
])
/** It holds JSON that names owners of pods. */
const PREFER_AVOID_PODS = 'scheduler.alpha.kubernetes.io/preferAvoidPods'
/** Labels of Kubernetes without a domain, which tell of workloads. */
const WORKLOAD_LABELS: ReadonlySet<string> = new Set([
  'controller-revision-hash',
  'controller-uid',
  'job-name',
  'metadata.name',
  'pod-template-generation',
  'pod-template-hash',
])
/** Labels whose values are of a closed list. */
const KEPT_VALUES: ReadonlySet<string> = new Set([
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'kubernetes.io/arch',
  'kubernetes.io/os',
])
const OF_DEVICE_CLASS = /^((?:requests\.)?deviceclass\.resource\.kubernetes\.io\/)(.+)$/
const OF_CLASS_IN_QUOTA = /^(.+?)(\.(?:storageclass\.storage|deviceclass\.resource)\.k8s\.io\/.+)$/
/** What an API server or a kubelet draws tells nothing. */
const DRAWN = /^[0-9a-f-]+$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const KUBERNETES_DOMAIN = /^([\w.-]+\.)?(kubernetes|k8s)\.io\//

/** An object of a snapshot with all names that somebody gave renamed, and without what no rule reads of it. */
export function renameObject(
  kind: SnapshotResource,
  object: JsonObject,
  rename: Rename,
): JsonObject {
  const isPlaced = CLUSTER_SCOPED.has(kind) || namespaceOf(object) !== ''
  const metadata = isObject(object['metadata']) ? object['metadata'] : {}
  const placed = isPlaced
    ? object
    : { ...object, metadata: { ...metadata, namespace: DEFAULT_NAMESPACE } }
  return new Renamer(kind, rename).object(placed)
}

class Renamer {
  private readonly kind: SnapshotResource
  private readonly rename: Rename

  constructor(kind: SnapshotResource, rename: Rename) {
    this.kind = kind
    this.rename = rename
  }

  object(object: JsonObject): JsonObject {
    return this.members(object, [])
  }

  private members(object: JsonObject, path: readonly string[]): JsonObject {
    const entries = Object.entries(object).flatMap(([name, value]) =>
      this.isDropped(name, path) ? [] : [[name, this.member(name, value, path, object)] as const],
    )
    return Object.fromEntries(entries)
  }

  /** What a node says of its address, unlike the address of a port. */
  private isDropped(name: string, path: readonly string[]): boolean {
    return DROPPED.has(name) || (name === 'hostIP' && path.at(-1) === 'status')
  }

  private member(name: string, value: unknown, path: readonly string[], of: JsonObject): unknown {
    if (this.isKept(name, path)) return value
    if (isObject(value)) {
      if (AMOUNTS.has(name)) return renamedKeys(value, (key) => this.resource(key))
      if (LABEL_MAPS.has(name) && isTextMap(value)) return this.labels(value)
      if (name === 'annotations') return this.annotations(value)
      return this.members(value, [...path, name])
    }
    if (Array.isArray(value)) return this.items(name, value, path, of)
    return typeof value === 'string' ? this.text(name, value, path, of) : value
  }

  private isKept(name: string, path: readonly string[]): boolean {
    if (KEPT.has(name)) return true
    // Amounts of devices are named by their drivers, and CEL knows them by these names.
    if (name === 'capacity') return path.includes('devices') || this.kind === 'csiStorageCapacities'
    const isDriver =
      this.kind === 'csiDrivers' ? path.at(-1) === 'metadata' : path.at(-1) === 'drivers'
    return name === 'name' && isDriver
  }

  private items(
    name: string,
    values: readonly unknown[],
    path: readonly string[],
    of: JsonObject,
  ): unknown[] {
    return values.map((value) => {
      if (isObject(value)) return this.members(value, [...path, name])
      return typeof value === 'string' ? this.text(name, value, path, of) : value
    })
  }

  private text(name: string, text: string, path: readonly string[], of: JsonObject): string {
    if (TIME.test(text)) return text
    if (LABEL_KEYS.has(name)) return this.labelKey(text)
    switch (name) {
      case 'values':
      case 'value':
        return typeof of['key'] === 'string' ? this.labelValue(of['key'], text) : this.rename(text)
      case 'image':
      case 'reference':
        return this.image(text)
      case 'names':
        return path.at(-1) === 'images' ? this.image(text) : this.rename(text)
      case 'priorityClassName':
        return this.className(text)
      case 'name':
        return this.kind === 'priorityClasses' ? this.className(text) : this.rename(text)
      case 'extendedResourceName':
      case 'resourceName':
        return this.resource(text)
      case 'controllerUID':
      case 'uid':
        return DRAWN.test(text) ? text : this.rename(text)
      // A condition's; all else that is called so is an object.
      case 'status':
        return text
      default:
        return this.rename(text)
    }
  }

  private labels(labels: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(labels).map(([key, value]) => [
        this.labelKey(key),
        typeof value === 'string' ? this.labelValue(key, value) : value,
      ]),
    )
  }

  private labelKey(key: string): string {
    return KUBERNETES_DOMAIN.test(key) || WORKLOAD_LABELS.has(key) ? key : this.rename(key)
  }

  private labelValue(key: string, value: string): string {
    return KEPT_VALUES.has(key) ? value : this.rename(value)
  }

  private annotations(annotations: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(annotations).map(([key, value]) => [
        key,
        typeof value === 'string' ? this.annotation(key, value) : value,
      ]),
    )
  }

  private annotation(key: string, value: string): string {
    if (NAMING_ANNOTATIONS.has(key)) return this.rename(value)
    if (key !== PREFER_AVOID_PODS) return value
    const written = parsed(value)
    return isObject(written) ? JSON.stringify(this.members(written, [])) : value
  }

  /** It stays, since configurations name it, unless it is called after a class of the cluster. */
  private resource(name: string): string {
    return name
      .replace(OF_DEVICE_CLASS, (_, before, given) => `${before}${this.rename(given)}`)
      .replace(OF_CLASS_IN_QUOTA, (_, given, after) => `${this.rename(given)}${after}`)
  }

  private className(name: string): string {
    return name.startsWith('system-') ? name : this.rename(name)
  }

  /** `latest` is what an image without a tag has. */
  private image(name: string): string {
    const latest = ':latest'
    const stem = name.endsWith(latest) ? name.slice(0, -latest.length) : name
    return `${this.rename(stem)}${name.slice(stem.length)}`
  }
}

/** Null: it is no JSON, and nobody reads it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isTextMap(value: JsonObject): boolean {
  return Object.values(value).every((one) => typeof one === 'string')
}

function renamedKeys(map: JsonObject, rename: Rename): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [rename(key), value]))
}

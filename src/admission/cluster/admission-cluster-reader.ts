import { Fields, isObject, type JsonObject, type ReadContext } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import type { SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { NodeObjects } from '../kubelet/judge-kubelet.ts'
import {
  type AdmissionCluster,
  accountKey,
  type ExistingPod,
  type LimitRange,
  type Namespace,
  type PriorityClass,
  type ResourceQuota,
  type RuntimeClass,
  type ServiceAccount,
} from './admission-cluster.ts'
import {
  readExistingPod,
  readLimitRange,
  readNamespace,
  readPriorityClass,
  readResourceQuota,
  readRuntimeClass,
  readServiceAccount,
  readTopologyLabels,
} from './read-objects.ts'

/** Reads of a snapshot what the API server asks for when a pod of one namespace comes in. */
export class AdmissionClusterReader implements SnapshotSink {
  private readonly namespace: string
  private readonly context: ReadContext
  private readonly given = new Set<SnapshotResource>()
  private readonly places = new Set<string>()
  private readonly namespaces = new Map<string, Namespace>()
  private readonly serviceAccounts = new Map<string, ServiceAccount>()
  private readonly limitRanges: LimitRange[] = []
  private readonly resourceQuotas: ResourceQuota[] = []
  private readonly priorityClasses = new Map<string, PriorityClass>()
  private readonly runtimeClasses = new Map<string, RuntimeClass>()
  private readonly pods = new Map<string, ExistingPod>()
  private readonly nodes = new Map<string, ReadonlyMap<string, string>>()
  private readonly nodeObjects = new Map<string, JsonObject>()
  /** Of all namespaces. */
  private readonly podsByNode = new Map<string, JsonObject[]>()

  constructor(namespace: string, issues: Issues) {
    this.namespace = namespace
    this.context = { issues, quantities: new QuantityCache() }
  }

  markGiven(kind: SnapshotResource): void {
    this.given.add(kind)
  }

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    this.given.add(kind)
    if (!READ.includes(kind)) return
    if (!isObject(value)) {
      this.context.issues.add(path, 'not-a-request', 'expected an object')
      return
    }
    const fields = new Fields(value, path, this.context)
    const metadata = fields.objectOrEmpty('metadata')
    const name = metadata.string('name') ?? ''
    if (name === '') {
      this.context.issues.add(path, 'not-a-request', `the ${kind} item has no name`)
      return
    }
    const isClusterScoped = CLUSTER_SCOPED.includes(kind)
    const namespace = isClusterScoped ? '' : (metadata.string('namespace') ?? 'default')
    const place = `${kind}/${namespace}/${name}`
    if (this.places.has(place)) {
      this.context.issues.add(path, 'duplicate-object', `${place} is already there`)
    }
    this.places.add(place)
    if (kind === 'nodes') this.nodeObjects.set(name, value)
    if (kind === 'pods') this.keepByNode(fields)
    if (isClusterScoped || namespace === this.namespace) this.keep(kind, name, fields)
  }

  private keep(kind: SnapshotResource, name: string, fields: Fields): void {
    switch (kind) {
      case 'namespaces':
        return void this.namespaces.set(name, readNamespace(fields))
      case 'serviceAccounts': {
        const account = readServiceAccount(fields, name)
        return void this.serviceAccounts.set(accountKey(this.namespace, name), account)
      }
      case 'limitRanges':
        return void this.limitRanges.push(readLimitRange(fields, name))
      case 'resourceQuotas':
        return void this.resourceQuotas.push(readResourceQuota(fields, name))
      case 'priorityClasses':
        return void this.priorityClasses.set(name, readPriorityClass(fields, name))
      case 'runtimeClasses':
        return void this.runtimeClasses.set(name, readRuntimeClass(fields, name))
      case 'pods':
        return void this.pods.set(name, readExistingPod(fields))
      default:
        return void this.nodes.set(name, readTopologyLabels(fields))
    }
  }

  private keepByNode(pod: Fields): void {
    const node = pod.objectOrEmpty('spec').string('nodeName') ?? ''
    if (node === '') return
    const pods = this.podsByNode.get(node)
    if (pods === undefined) this.podsByNode.set(node, [pod.value])
    else pods.push(pod.value)
  }

  /** What a node's kubelet has before it. */
  nodeNamed(name: string): NodeObjects {
    return { node: this.nodeObjects.get(name), pods: this.podsByNode.get(name) ?? [] }
  }

  /** Whether the snapshot says anything about a kind. */
  has(kind: SnapshotResource): boolean {
    return this.given.has(kind)
  }

  /** Namespaces are never taken as empty: nothing could be made anywhere. */
  finish(absentKinds: 'empty' | 'unknown'): AdmissionCluster {
    const absent = READ.filter((kind) => !this.given.has(kind))
    const isUnknown = (kind: SnapshotResource) => absentKinds === 'unknown' || kind === 'namespaces'
    return {
      unknownKinds: new Set(absent.filter(isUnknown)),
      namespaces: this.namespaces,
      serviceAccounts: this.serviceAccounts,
      limitRanges: this.limitRanges,
      resourceQuotas: this.resourceQuotas,
      priorityClasses: this.priorityClasses,
      runtimeClasses: this.runtimeClasses,
      pods: this.pods,
      nodes: this.nodes,
    }
  }
}

const CLUSTER_SCOPED: readonly SnapshotResource[] = [
  'namespaces',
  'priorityClasses',
  'runtimeClasses',
  'nodes',
]
const READ: readonly SnapshotResource[] = [
  ...CLUSTER_SCOPED,
  'serviceAccounts',
  'limitRanges',
  'resourceQuotas',
  'pods',
]

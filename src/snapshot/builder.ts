import {
  Cluster,
  type Pod,
  type PodDisruptionBudget,
  type Workload,
  type Workloads,
} from './cluster.ts'
import { type Defaulted, withPodDefaults } from './defaulting.ts'
import { DeviceObjects } from './devices/device-objects.ts'
import { ColumnNames } from './json/column-names.ts'
import { Fields, isObject, type JsonObject, type ReadContext } from './json/fields.ts'
import { FirstPlaces } from './json/first-places.ts'
import { Issues, type JsonPath, ROOT } from './json/json-path.ts'
import { nameOf, namespacedKey, namespaceOrDefault } from './json/raw-object.ts'
import { Nodes } from './nodes/nodes.ts'
import { type KnownImages, type NodeRecord, readNode } from './nodes/read-node.ts'
import type { NotEvaluated } from './not-evaluated.ts'
import {
  listLost,
  type RunningPod,
  unknownClass,
  unknownNamespaces,
  unseenClass,
} from './not-evaluated-pods.ts'
import { PodSignatures } from './pods/pod-signatures.ts'
import { PriorityClasses } from './pods/priority-classes.ts'
import { ScannedPod } from './pods/scanned-pod.ts'
import { readPartOf } from './read-part.ts'
import { type AbsentKinds, isTakenAsEmpty } from './reads.ts'
import type { Accounting } from './resources/pod-resources.ts'
import { QuantityCache } from './resources/quantity.ts'
import type { Labels } from './selectors/label-selector.ts'
import type { SnapshotResource } from './snapshot-resources.ts'
import { VolumeObjects } from './storage/volume-objects.ts'
import { DisruptionBudgets } from './workloads/disruption-budgets.ts'
import { PodGroups } from './workloads/pod-groups.ts'
import {
  namespacedName,
  readBudget,
  readMapWorkload,
  readSelectorWorkload,
} from './workloads/read-workload.ts'

export interface BuildOptions {
  readonly absentKinds: AbsentKinds
  readonly accounting: Accounting
  readonly defaulting: boolean
  /** PriorityClasses are kept of the cluster that could not be read. */
  readonly lacksStoredClasses?: boolean
}

/** A pod to decide, with what defaulting changed in it. */
export interface PodToDecide {
  readonly pod: Pod
  /** spec.nodeName as given; such a pod is already assigned. */
  readonly nodeName: string
  /** In phase Succeeded or Failed. */
  readonly isFinished: boolean
  readonly defaulted: readonly Defaulted[]
}

/**
 * Takes one Kubernetes object at a time and keeps only what scheduling reads of it. Nodes may come
 * after the pods that run on them, and PriorityClasses last: `finish` puts the parts together.
 */
export class ClusterBuilder {
  readonly issues: Issues
  private readonly options: BuildOptions
  private readonly context: ReadContext
  private readonly given = new Set<SnapshotResource>()
  private readonly nodes: NodeRecord[] = []
  private readonly images: KnownImages = new Map()
  private readonly nodePlaces = new FirstPlaces()
  private readonly podPlaces = new FirstPlaces()
  private readonly decided = new FirstPlaces()
  private readonly toDecide: PodToDecide[] = []
  private readonly running: Pod[] = []
  /** Where each of them runs. */
  private readonly runningOn: string[] = []
  private readonly nominated: Pod[] = []
  private readonly classes: PodSignatures
  private readonly columnNames: ColumnNames
  private readonly namespaces = new Map<string, Labels>()
  private readonly workloads: { readonly [kind in keyof Workloads]: Workload[] } = {
    services: [],
    replicationControllers: [],
    replicaSets: [],
    statefulSets: [],
  }
  private readonly budgets: PodDisruptionBudget[] = []
  private readonly podGroups = new PodGroups()
  private readonly priorityClasses = new PriorityClasses()
  private hasStoredClasses = false
  private readonly volumes = new VolumeObjects()
  private readonly devices: DeviceObjects
  private readonly notEvaluated: NotEvaluated[] = []

  constructor(options: BuildOptions, issues: Issues = new Issues()) {
    this.devices = new DeviceObjects(options.defaulting)
    this.options = options
    this.issues = issues
    this.context = { issues, quantities: new QuantityCache() }
    this.classes = new PodSignatures(options)
    this.columnNames = new ColumnNames(issues)
  }

  /** The kind is there, if only as an empty list. */
  markGiven(kind: SnapshotResource): void {
    this.given.add(kind)
  }

  /** A PriorityClass that is kept of the cluster; the snapshot's own of the same name count before it. */
  addStoredPriorityClass(object: JsonObject): void {
    this.hasStoredClasses = true
    this.priorityClasses.add(new Fields(object, ROOT.at('cluster'), this.context), 'cluster')
  }

  /** Pods to decide come first, since the snapshot's own copy of one does not count. */
  addPodToDecide(value: unknown, path: JsonPath): void {
    if (!this.isObject(value, path)) return
    const given = readPartOf('pods', value)
    const { pod: object, defaulted } = this.options.defaulting
      ? withPodDefaults(given)
      : { pod: given, defaulted: [] }
    const fields = new Fields(object, path, this.context)
    if (!this.isNamed(object, path) || this.isRepeatedPod(object, path)) return
    this.decided.add(namespaceOrDefault(object), nameOf(object), path)
    const nodeName = fields.object('spec')?.string('nodeName') ?? ''
    const pod = this.readPod(object, fields)
    this.columnNames.addResources(pod.signature, path)
    const isFinished = hasFinished(fields)
    if (!isFinished) this.podGroups.join(fields)
    this.toDecide.push({ pod, nodeName, isFinished, defaulted })
  }

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    if (!this.isObject(value, path) || !this.isNamed(value, path)) return
    if (value instanceof ScannedPod) return this.addScannedPod(value, path)
    const object = readPartOf(kind, value)
    if (kind === 'pods') this.addPod(object, path)
    else this.addObject(kind, new Fields(object, path, this.context))
  }

  private addObject(kind: Exclude<SnapshotResource, 'pods'>, object: Fields): void {
    switch (kind) {
      case 'nodes':
        return this.addNode(object)
      case 'namespaces':
        return void this.namespaces.set(
          namespacedName(object).name,
          object.object('metadata')?.stringMap('labels') ?? new Map(),
        )
      case 'services':
      case 'replicationControllers':
        return void this.workloads[kind].push(readMapWorkload(object))
      case 'replicaSets':
      case 'statefulSets':
        return void this.workloads[kind].push(readSelectorWorkload(object))
      case 'podDisruptionBudgets':
        return void this.budgets.push(readBudget(object))
      case 'priorityClasses':
        return this.priorityClasses.add(object, 'snapshot')
      case 'resourceClaims':
      case 'resourceSlices':
      case 'deviceClasses':
      case 'deviceTaintRules':
      case 'resourceClaimTemplates':
        return this.devices.add(kind, object)
      case 'podGroups':
        return this.podGroups.add(object)
      case 'leases': // for the node controllers
      case 'serviceAccounts': // these are for admission
      case 'limitRanges':
      case 'resourceQuotas':
      case 'runtimeClasses':
        return // scheduling does not read them
      default:
        return this.volumes.add(kind, object)
    }
  }

  private addNode(object: Fields): void {
    const record = readNode(object, this.options.defaulting, this.images)
    if (this.isRepeatedNode(record.name, object.path)) return
    this.nodes.push(record)
  }

  private addPod(value: JsonObject, path: JsonPath): void {
    if (this.isDecided(value) || this.isRepeatedPod(value, path)) return
    const fields = new Fields(value, path, this.context)
    if (hasFinished(fields)) return
    this.podGroups.join(fields)
    const nodeName = fields.object('spec')?.string('nodeName') ?? ''
    if (nodeName === '' && !fields.object('status')?.string('nominatedNodeName')) return
    const pod = this.readPod(value, fields)
    this.keepPod(pod, nodeName)
  }

  /** The same for a pod that nobody parses again while others like it are known. */
  private addScannedPod(scanned: ScannedPod, path: JsonPath): void {
    const { name, uid, nodeName, startTimeMs, template } = scanned
    if (this.isDecided(scanned) || this.isRepeatedPod(scanned, path)) return
    const { phase, nominatedNodeName, deletionTimeMs } = template
    if (isFinal(phase)) return
    const podGroup = this.podGroups.joinScanned(scanned)
    if (nodeName === '' && nominatedNodeName === '') return
    const signature = this.classes.ofScanned(scanned, path, this.context)
    this.columnNames.addTopologyKeys(signature, path)
    const pod: Pod = {
      signature,
      name,
      uid,
      node: -1,
      nominatedNodeName,
      podGroup,
      startTimeMs,
      deletionTimeMs,
      index: this.podPlaces.size - 1,
    }
    this.keepPod(pod, nodeName)
  }

  /** A pod of the snapshot, which runs on a node or was promised one. */
  private keepPod(pod: Pod, nodeName: string): void {
    if (nodeName === '') {
      this.nominated.push(pod)
      return
    }
    this.running.push(pod)
    this.runningOn.push(nodeName)
  }

  private readPod(value: JsonObject, fields: Fields): Pod {
    const signature = this.classes.of(value, fields)
    this.columnNames.addTopologyKeys(signature, fields.path)
    const metadata = fields.object('metadata')
    const status = fields.object('status')
    const name = metadata?.string('name') ?? ''
    return {
      signature: signature,
      name,
      uid: metadata?.string('uid') ?? '',
      node: -1,
      nominatedNodeName: status?.string('nominatedNodeName') ?? '',
      podGroup: this.podGroups.keyOf(fields),
      startTimeMs: status?.timeMs('startTime') ?? null,
      deletionTimeMs: metadata?.timeMs('deletionTimestamp') ?? null,
      index: this.podPlaces.size - 1,
    }
  }

  /** Call once, after the last object and only without issues. */
  finish(): { cluster: Cluster; pods: readonly PodToDecide[] } {
    const unseenPriorityClasses = this.resolvePriorities()
    const unfinished = this.toDecide.filter(({ isFinished }) => !isFinished)
    const nodes = new Nodes(this.nodes, !this.options.accounting.modern)
    const running: Pod[] = []
    const lost: RunningPod[] = []
    for (let index = 0; index < this.running.length; index++) {
      const pod = this.running[index]
      const nodeName = this.runningOn[index]
      pod.node = nodes.rowOf.get(nodeName) ?? -1
      if (pod.node < 0) lost.push({ pod, nodeName })
      else running.push(pod)
    }
    const namespaces = this.given.has('namespaces') ? this.namespaces : null
    this.notEvaluated.push(...listLost(lost), ...unknownNamespaces(this.toDecide, namespaces))
    const cluster = Cluster.of({
      nodes,
      running,
      pending: [...this.nominated, ...unfinished.map(({ pod }) => pod)],
      classes: this.classes.all,
      namespaces: this.namespaces,
      workloads: this.workloads,
      podDisruptionBudgets: new DisruptionBudgets(this.budgets),
      volumes: this.volumes,
      devices: this.devices,
      podGroups: this.podGroups,
      given: this.given,
      absentKinds: this.options.absentKinds,
      unseenPriorityClasses,
      notEvaluated: this.notEvaluated,
    })
    return { cluster, pods: this.toDecide.map((one) => this.withClaims(one)) }
  }

  /** Gives the classes that pods ask for and that were not seen. */
  private resolvePriorities(): ReadonlySet<string> {
    const { absentKinds, lacksStoredClasses = false } = this.options
    const isGiven = this.given.has('priorityClasses') || this.hasStoredClasses
    const isListed = isGiven || isTakenAsEmpty('priorityClasses', absentKinds)
    const seen = { isWhole: !lacksStoredClasses, isListed }
    const unseen = new Set<string>()
    for (const signature of this.classes.all) {
      const found = this.priorityClasses.resolve(signature, seen)
      if (found === 'missing') this.notEvaluated.push(unknownClass(signature))
      if (found !== 'unseen') continue
      unseen.add(signature.priorityClassName)
      // What the store did not give is told by whoever asked it.
      if (seen.isWhole) this.notEvaluated.push(unseenClass(signature))
    }
    return unseen
  }

  /** The pod with the claims that its templates stand for. */
  private withClaims(one: PodToDecide): PodToDecide {
    const isOpen = !one.isFinished && one.nodeName === ''
    const made = isOpen ? this.devices.makeClaims(one.pod) : []
    return made.length === 0 ? one : { ...one, defaulted: [...one.defaulted, ...made] }
  }

  private isObject(value: unknown, path: JsonPath): value is JsonObject {
    if (isObject(value)) return true
    this.issues.add(path, 'not-a-request', 'expected a Kubernetes object')
    return false
  }

  private isNamed(value: JsonObject, path: JsonPath): boolean {
    if (nameOf(value) !== '') return true
    this.issues.add(path.at('metadata').at('name'), 'not-a-request', 'the object has no name')
    return false
  }

  private isDecided(pod: unknown): boolean {
    if (this.decided.size === 0) return false
    return this.decided.has(namespaceOrDefault(pod), nameOf(pod))
  }

  private isRepeatedPod(pod: unknown, path: JsonPath): boolean {
    const first = this.podPlaces.add(namespaceOrDefault(pod), nameOf(pod), path)
    return first !== null && this.refuseRepeated(`pod ${namespacedKey(pod)}`, first, path)
  }

  private isRepeatedNode(name: string, path: JsonPath): boolean {
    const first = this.nodePlaces.add('', name, path)
    return first !== null && this.refuseRepeated(`node ${name}`, first, path)
  }

  private refuseRepeated(what: string, first: JsonPath, path: JsonPath): true {
    const message = `${what} is given twice, first at ${first.pointer}`
    this.issues.add(path, 'duplicate-object', message)
    return true
  }
}

function hasFinished(pod: Fields): boolean {
  return isFinal(pod.object('status')?.string('phase') ?? '')
}

function isFinal(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed'
}

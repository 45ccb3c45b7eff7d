import { Cluster } from './cluster.ts'
import { ClusterState } from './cluster-state.ts'
import { DeviceObjects } from './devices/device-objects.ts'
import { ClusterEditor } from './edits/cluster-editor.ts'
import { KnownPods } from './edits/known-pods.ts'
import { Fields, isObject, type JsonObject, type ReadContext } from './json/fields.ts'
import { FirstPlaces } from './json/first-places.ts'
import { Issues, type JsonPath, ROOT } from './json/json-path.ts'
import { nameOf, namespacedKey, namespaceOrDefault } from './json/raw-object.ts'
import { Nodes } from './nodes/nodes.ts'
import { type KnownImages, type NodeRecord, readNode } from './nodes/read-node.ts'
import type { RunningPod } from './not-evaluated-pods.ts'
import type { Pod } from './pods/pod.ts'
import {
  FIRST_TO_DECIDE,
  hasFinished,
  isFinal,
  nodeNameOf,
  PodReader,
  type PodReadOptions,
  type PodToDecide,
} from './pods/pod-reader.ts'
import { PriorityClasses } from './pods/priority-classes.ts'
import { ScannedPod } from './pods/scanned-pod.ts'
import { readPartOf } from './read-part.ts'
import { type AbsentKinds, isTakenAsEmpty, Reads } from './reads.ts'
import { QuantityCache } from './resources/quantity.ts'
import type { Labels } from './selectors/label-selector.ts'
import type { SnapshotResource } from './snapshot-resources.ts'
import { VolumeObjects } from './storage/volume-objects.ts'
import { DisruptionBudgets } from './workloads/disruption-budgets.ts'
import type { PodDisruptionBudget } from './workloads/pod-disruption-budget.ts'
import { PodGroups, type PodMembership } from './workloads/pod-groups.ts'
import {
  namespacedName,
  readBudget,
  readMapWorkload,
  readNamespaceLabels,
  readSelectorWorkload,
} from './workloads/read-workload.ts'
import type { Workload, Workloads } from './workloads/workload.ts'
import { WorkloadGroups } from './workloads/workload-groups.ts'

export interface BuildOptions extends PodReadOptions {
  readonly absentKinds: AbsentKinds
  /** PriorityClasses are kept of the cluster that could not be read. */
  readonly lacksStoredClasses?: boolean
  /** The cluster will be edited: its pods are kept by name. */
  readonly isEditable?: boolean | undefined
}

export interface BuiltCluster {
  readonly cluster: Cluster
  readonly pods: readonly PodToDecide[]
  /** Null where none was asked for. */
  readonly editor: ClusterEditor | null
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
  private readonly podReader: PodReader
  private readonly knownPods: KnownPods | null
  private readonly namespaces = new Map<string, Labels>()
  private readonly workloads: { readonly [kind in keyof Workloads]: Workload[] } = {
    services: [],
    replicationControllers: [],
    replicaSets: [],
    statefulSets: [],
  }
  private readonly budgets: PodDisruptionBudget[] = []
  private readonly podGroups = new PodGroups()
  private readonly workloadGroups = new WorkloadGroups()
  private readonly priorityClasses = new PriorityClasses()
  private hasStoredClasses = false
  private readonly volumes = new VolumeObjects()
  private readonly devices: DeviceObjects

  constructor(options: BuildOptions, issues: Issues = new Issues()) {
    this.devices = new DeviceObjects(options.defaulting)
    this.options = options
    this.issues = issues
    this.context = { issues, quantities: new QuantityCache() }
    this.podReader = new PodReader(options)
    this.knownPods = options.isEditable ? new KnownPods() : null
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
    if (!this.isNamed(given, path) || this.isRepeatedPod(given, path)) return
    this.decided.add(namespaceOrDefault(given), nameOf(given), path)
    const { fields, toDecide } = this.podReader.toDecide(
      given,
      FIRST_TO_DECIDE + this.lastIndex,
      path,
      this.context,
    )
    const { pod, isFinished } = toDecide
    const membership = isFinished ? null : this.podGroups.join(fields)
    const known = { index: pod.index, pod: isFinished ? null : pod, nodeName: '', membership }
    this.knownPods?.set(namespacedKey(given), known)
    this.toDecide.push(toDecide)
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
        return void this.namespaces.set(namespacedName(object).name, readNamespaceLabels(object))
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
      case 'workloads':
        return this.workloadGroups.add(object)
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
    if (hasFinished(fields)) return this.notePod(value, null, '', null)
    const membership = this.podGroups.join(fields)
    const nodeName = nodeNameOf(fields)
    const isNominated = Boolean(fields.object('status')?.string('nominatedNodeName'))
    const counts = nodeName !== '' || isNominated
    const pod = counts ? this.podReader.pod(fields, this.lastIndex) : null
    this.notePod(value, pod, nodeName, membership)
  }

  /** The same for a pod that nobody parses again while others like it are known. */
  private addScannedPod(scanned: ScannedPod, path: JsonPath): void {
    const { nodeName, template } = scanned
    if (this.isDecided(scanned) || this.isRepeatedPod(scanned, path)) return
    if (isFinal(template.phase)) return this.notePod(scanned, null, '', null)
    const membership = this.podGroups.joinScanned(scanned)
    const counts = nodeName !== '' || template.nominatedNodeName !== ''
    const place = { path, context: this.context }
    const pod = counts
      ? this.podReader.scanned(scanned, membership.podGroup, this.lastIndex, place)
      : null
    this.notePod(scanned, pod, nodeName, membership)
  }

  /** A pod of the snapshot; null: it counts nowhere. */
  private notePod(
    value: unknown,
    pod: Pod | null,
    nodeName: string,
    membership: PodMembership | null,
  ): void {
    const index = this.lastIndex
    this.knownPods?.set(namespacedKey(value), { index, pod, nodeName, membership })
    if (pod === null) return
    if (nodeName === '') {
      this.nominated.push(pod)
      return
    }
    this.running.push(pod)
    this.runningOn.push(nodeName)
  }

  /** Of the pod that was met last, in the order of appearance. */
  private get lastIndex(): number {
    return this.podPlaces.size - 1
  }

  /** Call once, after the last object and only without issues. */
  finish(): BuiltCluster {
    this.resolvePriorities()
    const unfinished = this.toDecide.filter(({ isFinished }) => !isFinished)
    const nodes = Nodes.of(this.nodes, !this.options.accounting.modern)
    const running: Pod[] = []
    const lost: RunningPod[] = []
    for (let index = 0; index < this.running.length; index++) {
      const pod = this.running[index]
      const nodeName = this.runningOn[index]
      pod.node = nodes.rowOf.get(nodeName) ?? -1
      if (pod.node < 0) lost.push({ pod, nodeName })
      else running.push(pod)
    }
    const parts = {
      nodes,
      running,
      pending: [...this.nominated, ...unfinished.map(({ pod }) => pod)],
      lost,
      signatures: this.podReader.signatures.all,
      namespaces: this.namespaces,
      workloads: this.workloads,
      podDisruptionBudgets: new DisruptionBudgets(this.budgets),
      priorityClasses: this.priorityClasses,
      volumes: this.volumes,
      devices: this.devices,
      podGroups: this.podGroups,
      workloadGroups: this.workloadGroups,
      given: this.given,
      absentKinds: this.options.absentKinds,
      notes: [],
    }
    const state = new ClusterState(parts, new Reads(this.given, this.options.absentKinds))
    const cluster = Cluster.of(state)
    const pods = this.toDecide.map((one) => this.withClaims(one))
    const { podReader, knownPods } = this
    const { defaulting } = this.options
    const editor = knownPods && new ClusterEditor({ state, defaulting, podReader, knownPods })
    return { cluster, pods, editor }
  }

  private resolvePriorities(): void {
    const { absentKinds, lacksStoredClasses = false } = this.options
    const isGiven = this.given.has('priorityClasses') || this.hasStoredClasses
    const isListed = isGiven || isTakenAsEmpty('priorityClasses', absentKinds)
    this.priorityClasses.seen = { isWhole: !lacksStoredClasses, isListed }
    for (const signature of this.podReader.signatures.all) this.priorityClasses.resolve(signature)
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

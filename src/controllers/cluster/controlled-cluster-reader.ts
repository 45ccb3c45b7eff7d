import { Fields, isObject, type ReadContext } from '../../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import type { SnapshotSink } from '../../snapshot/json/snapshot-reader.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { ControlledCluster } from './controlled-cluster.ts'
import { type ControlledNode, conditionOf, readControlledNode } from './controlled-node.ts'
import { type ControlledPod, keyOf, readControlledPod } from './controlled-pod.ts'

/** What a snapshot leaves open about the cluster. */
export interface ReadGap {
  readonly what: string
  readonly kind: string
  readonly affects: 'outcome'
  readonly reason: string
}

export interface ClusterReaderOptions {
  /** The start, in milliseconds since the epoch. */
  readonly startMs: number
  /** A Lease or heartbeat older than this has ended before the start. */
  readonly graceMs: number
}

/** Reads of a snapshot what the node controllers see: nodes, pods and the kubelets' Leases. */
export class ControlledClusterReader implements SnapshotSink {
  private readonly options: ClusterReaderOptions
  private readonly context: ReadContext
  private readonly nodes = new Map<string, ControlledNode>()
  private readonly pods = new Map<string, ControlledPod>()
  /** Milliseconds after the start, by node. */
  private readonly renewals = new Map<string, number | null>()
  private hasLeases = false

  constructor(options: ClusterReaderOptions, issues: Issues) {
    this.options = options
    this.context = { issues, quantities: new QuantityCache() }
  }

  markGiven(kind: SnapshotResource): void {
    if (kind === 'leases') this.hasLeases = true
  }

  add(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    this.markGiven(kind)
    if (kind === 'leases') return this.addLease(value, path)
    if (kind === 'nodes') {
      const node = this.readNode(value, path)
      if (node !== null) this.addOnce(this.nodes, node.name, node, path)
    }
    if (kind === 'pods') {
      const pod = this.readPod(value, path)
      if (pod !== null) this.addOnce(this.pods, keyOf(pod), pod, path)
    }
  }

  /** A Node that is not in the snapshot, or not yet. */
  readNode(value: unknown, path: JsonPath): ControlledNode | null {
    const fields = this.named(value, path, 'node')
    return fields === null ? null : readControlledNode(fields, this.options.startMs)
  }

  readPod(value: unknown, path: JsonPath): ControlledPod | null {
    const fields = this.named(value, path, 'pod')
    return fields === null ? null : readControlledPod(fields, this.options.startMs)
  }

  fields(value: unknown, path: JsonPath): Fields | null {
    if (isObject(value)) return new Fields(value, path, this.context)
    this.context.issues.add(path, 'not-a-request', 'expected an object')
    return null
  }

  node(name: string): ControlledNode | undefined {
    return this.nodes.get(name)
  }

  get nodeNames(): string[] {
    return [...this.nodes.keys()]
  }

  /** Takes a pod out again, so that it can be made later. */
  takePod(key: string): ControlledPod | undefined {
    const pod = this.pods.get(key)
    this.pods.delete(key)
    return pod
  }

  hasPod(key: string): boolean {
    return this.pods.has(key)
  }

  finish(): { cluster: ControlledCluster; gaps: readonly ReadGap[] } {
    const cluster = new ControlledCluster()
    for (const node of this.nodes.values()) {
      if (this.hasLeases) this.judgeKubelet(node)
      cluster.addNode(node)
    }
    for (const pod of this.pods.values()) cluster.addPod(pod)
    return { cluster, gaps: this.hasLeases ? [] : [NO_LEASES] }
  }

  /** Whether a kubelet still shows itself, by its Lease or, where it has none, by its status. */
  private judgeKubelet(node: ControlledNode): void {
    const renewedMs = this.renewals.get(node.name)
    const ready = conditionOf(node.conditions, 'Ready')
    if (renewedMs === undefined) {
      const isFresh = ready?.heartbeatMs === null || this.isFresh(ready?.heartbeatMs ?? null)
      const isAlive = ready !== null && ready.status !== 'Unknown' && isFresh
      node.kubelet = { isAlive, hasLease: isAlive, lastRenewalMs: null }
      return
    }
    const isAlive = this.isFresh(renewedMs)
    node.kubelet = { isAlive, hasLease: true, lastRenewalMs: renewedMs }
  }

  private isFresh(ms: number | null): boolean {
    return ms !== null && ms > -this.options.graceMs
  }

  private addLease(value: unknown, path: JsonPath): void {
    const lease = this.named(value, path, 'lease')
    if (lease === null) return
    const metadata = lease.objectOrEmpty('metadata')
    if ((metadata.string('namespace') ?? NODE_LEASES) !== NODE_LEASES) return
    const renewedMs = lease.objectOrEmpty('spec').timeMs('renewTime')
    const sinceStartMs = renewedMs === undefined ? null : renewedMs - this.options.startMs
    this.renewals.set(metadata.string('name') ?? '', sinceStartMs)
  }

  private named(value: unknown, path: JsonPath, what: string): Fields | null {
    const fields = this.fields(value, path)
    if (fields === null) return null
    if ((fields.objectOrEmpty('metadata').string('name') ?? '') !== '') return fields
    this.context.issues.add(path, 'not-a-request', `the ${what} has no name`)
    return null
  }

  private addOnce<Value>(
    known: Map<string, Value>,
    key: string,
    value: Value,
    path: JsonPath,
  ): void {
    if (known.has(key)) {
      this.context.issues.add(path, 'duplicate-object', `${key} is already there`)
    }
    known.set(key, value)
  }
}

const NODE_LEASES = 'kube-node-lease'

const NO_LEASES: ReadGap = {
  what: 'leases',
  kind: 'Lease',
  affects: 'outcome',
  reason:
    'the snapshot has no leases; a node whose Ready is not Unknown is taken to renew its own until ' +
    'it is stopped',
}

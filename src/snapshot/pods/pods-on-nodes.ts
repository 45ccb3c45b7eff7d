import type { Pod } from '../cluster.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../resources/resource-names.ts'
import type { PodSignature } from './pod-signature.ts'

/** Allocatable and requested amounts of one resource over all nodes. */
export interface ResourceColumn {
  readonly allocatable: Float64Array
  readonly requested: Float64Array
}

/** One host port in use somewhere: (ip, protocol, port) as one number. */
export interface PortTuple {
  readonly ip: string
  readonly protocol: string
  readonly port: number
}

/** What a dry run on one node can change, to be put back afterwards. No column may be made meanwhile. */
export interface NodeState {
  readonly pods: readonly Pod[]
  readonly resources: readonly number[]
  readonly cpuMilliForScores: number
  readonly memoryBytesForScores: number
  readonly ports: ReadonlySet<number> | null
}

const NO_PORTS: ReadonlySet<number> = new Set()

/** The pods on every node and what they take up there, in columns. */
export class PodsOnNodes {
  /** Pods of each node, in the order in which they came. */
  readonly onNode: Pod[][]
  readonly podCount: Int32Array
  /** cpu and memory requested, with defaults for containers that name none. */
  readonly cpuMilliForScores: Float64Array
  readonly memoryBytesForScores: Float64Array
  readonly portTuples: PortTuple[] = []

  private readonly nodes: Nodes
  private readonly columns = new Map<string, ResourceColumn>()
  private readonly portIds = new Map<string, number>()
  /** Host ports in use, only for nodes that have any. A set, as upstream: two users of a port count once. */
  private readonly portsOnNode = new Map<number, Set<number>>()

  constructor(nodes: Nodes) {
    this.nodes = nodes
    this.onNode = Array.from({ length: nodes.count }, () => [])
    this.podCount = new Int32Array(nodes.count)
    this.cpuMilliForScores = new Float64Array(nodes.count)
    this.memoryBytesForScores = new Float64Array(nodes.count)
    const column = (allocatable: Float64Array) => ({
      allocatable,
      requested: new Float64Array(nodes.count),
    })
    this.columns.set(CPU, column(nodes.cpuMilli))
    this.columns.set(MEMORY, column(nodes.memoryBytes))
    this.columns.set(EPHEMERAL_STORAGE, column(nodes.ephemeralStorageBytes))
  }

  add(pod: Pod, node: number): void {
    this.onNode[node].push(pod)
    this.count(pod.signature, node, 1)
    if (pod.signature.hostPorts.length > 0) this.takePorts(pod.signature, node)
  }

  remove(pod: Pod, node: number): void {
    const pods = this.onNode[node]
    pods.splice(pods.lastIndexOf(pod), 1) // a dryRun takes away what it added last
    this.count(pod.signature, node, -1)
    if (pod.signature.hostPorts.length > 0) this.freePorts(pod.signature, node)
  }

  /** A resource's columns; scalars get theirs when somebody first asks. */
  column(name: string): ResourceColumn {
    const known = this.columns.get(name)
    if (known !== undefined) return known
    const column = {
      allocatable: this.nodes.scalarColumn(name),
      requested: new Float64Array(this.nodes.count),
    }
    for (const [node, pods] of this.onNode.entries()) {
      for (const pod of pods) column.requested[node] += pod.signature.taken.scalars.get(name) ?? 0
    }
    this.columns.set(name, column)
    return column
  }

  ports(node: number): ReadonlySet<number> {
    return this.portsOnNode.get(node) ?? NO_PORTS
  }

  get anyPorts(): boolean {
    return this.portsOnNode.size > 0
  }

  save(node: number): NodeState {
    const ports = this.portsOnNode.get(node)
    return {
      pods: [...this.onNode[node]],
      resources: Array.from(this.columns.values(), (column) => column.requested[node]),
      cpuMilliForScores: this.cpuMilliForScores[node],
      memoryBytesForScores: this.memoryBytesForScores[node],
      ports: ports === undefined ? null : new Set(ports),
    }
  }

  restore(node: number, state: NodeState): void {
    this.onNode[node] = [...state.pods]
    this.podCount[node] = state.pods.length
    let index = 0
    for (const column of this.columns.values()) column.requested[node] = state.resources[index++]
    this.cpuMilliForScores[node] = state.cpuMilliForScores
    this.memoryBytesForScores[node] = state.memoryBytesForScores
    if (state.ports === null) this.portsOnNode.delete(node)
    else this.portsOnNode.set(node, new Set(state.ports))
  }

  private count(pod: PodSignature, node: number, sign: 1 | -1): void {
    this.podCount[node] += sign
    const { taken, nonZeroRequested } = pod
    this.column(CPU).requested[node] += sign * taken.cpuMilli
    this.column(MEMORY).requested[node] += sign * taken.memoryBytes
    this.column(EPHEMERAL_STORAGE).requested[node] += sign * taken.ephemeralStorageBytes
    this.cpuMilliForScores[node] += sign * nonZeroRequested.cpuMilli
    this.memoryBytesForScores[node] += sign * nonZeroRequested.memoryBytes
    for (const [name, amount] of taken.scalars) {
      const column = this.columns.get(name)
      if (column !== undefined) column.requested[node] += sign * amount
    }
  }

  private portId(tuple: PortTuple): number {
    const key = `${tuple.ip} ${tuple.protocol} ${tuple.port}`
    let id = this.portIds.get(key)
    if (id === undefined) {
      id = this.portTuples.length
      this.portIds.set(key, id)
      this.portTuples.push(tuple)
    }
    return id
  }

  private takePorts(pod: PodSignature, node: number): void {
    let ports = this.portsOnNode.get(node)
    if (ports === undefined) {
      ports = new Set()
      this.portsOnNode.set(node, ports)
    }
    for (const port of pod.hostPorts) ports.add(this.portId(port))
  }

  private freePorts(pod: PodSignature, node: number): void {
    const ports = this.portsOnNode.get(node)
    for (const port of pod.hostPorts) ports?.delete(this.portId(port))
    if (ports?.size === 0) this.portsOnNode.delete(node)
  }
}

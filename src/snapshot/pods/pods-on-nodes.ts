import type { Nodes } from '../nodes/nodes.ts'
import { CPU, EPHEMERAL_STORAGE, MEMORY } from '../resources/resource-names.ts'
import type { Pod } from './pod.ts'
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

/** What a dry run on one node can change, to be put back afterwards, once. No column may be made meanwhile. */
export interface NodeState {
  readonly pods: Pod[]
  readonly resources: readonly number[]
  readonly cpuMilliForScores: number
  readonly memoryBytesForScores: number
  readonly ports: ReadonlySet<number> | null
}

/** What goes on when only what the nodes offer changes. */
interface SharedOfPods {
  readonly onNode: Pod[][]
  readonly podCount: Int32Array
  readonly cpuMilliForScores: Float64Array
  readonly memoryBytesForScores: Float64Array
  readonly portNumbers: PortNumbers
  readonly portsOnNode: Map<number, Set<number>>
}

const NO_PORTS: ReadonlySet<number> = new Set()
/** Less than any request leaves free. */
const NO_ROOM = Number.NEGATIVE_INFINITY

/** The pods on every node and what they take up there, in columns. */
export class PodsOnNodes {
  /** Pods of each node, in the order in which they came. */
  readonly onNode: Pod[][]
  readonly podCount: Int32Array
  /** cpu and memory requested, with defaults for containers that name none. */
  readonly cpuMilliForScores: Float64Array
  readonly memoryBytesForScores: Float64Array

  /** What is left for one more pod; nothing fits where the node runs as many as it may. */
  readonly cpuMilliFree: Float64Array
  readonly memoryBytesFree: Float64Array

  private readonly nodes: Nodes
  private readonly columns = new Map<string, ResourceColumn>()
  private cpu: ResourceColumn
  private memory: ResourceColumn
  private ephemeralStorage: ResourceColumn
  readonly portNumbers: PortNumbers
  /** Host ports in use, only for nodes that have any. A set, as upstream: two users of a port count once. */
  readonly portsOnNode: Map<number, Set<number>>

  constructor(nodes: Nodes, shared: Partial<SharedOfPods> = {}) {
    this.nodes = nodes
    this.onNode = shared.onNode ?? Array.from({ length: nodes.count }, () => [])
    this.podCount = shared.podCount ?? new Int32Array(nodes.count)
    this.cpuMilliForScores = shared.cpuMilliForScores ?? new Float64Array(nodes.count)
    this.memoryBytesForScores = shared.memoryBytesForScores ?? new Float64Array(nodes.count)
    this.portNumbers = shared.portNumbers ?? new PortNumbers()
    this.portsOnNode = shared.portsOnNode ?? new Map()
    this.cpu = this.makeColumn(CPU)
    this.memory = this.makeColumn(MEMORY)
    this.ephemeralStorage = this.makeColumn(EPHEMERAL_STORAGE)
    this.cpuMilliFree = new Float64Array(nodes.count)
    this.memoryBytesFree = new Float64Array(nodes.count)
    this.renewAllFree()
  }

  private renewAllFree(): void {
    for (let node = 0; node < this.nodes.count; node++) this.renewFree(node)
  }

  private renewFree(node: number): void {
    const { cpu, memory } = this
    const isFull = this.podCount[node] + 1 > this.nodes.podsMax[node]
    this.cpuMilliFree[node] = isFull ? NO_ROOM : cpu.allocatable[node] - cpu.requested[node]
    this.memoryBytesFree[node] = isFull
      ? NO_ROOM
      : memory.allocatable[node] - memory.requested[node]
  }

  /** The same pods on nodes that changed and kept their rows; what happens there happens here. */
  on(nodes: Nodes): PodsOnNodes {
    const same = new PodsOnNodes(nodes, this)
    for (const [name, { requested }] of this.columns) same.makeColumn(name, requested)
    same.cpu = same.column(CPU)
    same.memory = same.column(MEMORY)
    same.ephemeralStorage = same.column(EPHEMERAL_STORAGE)
    same.renewAllFree()
    return same
  }

  /** The same pods on nodes in other rows. `rowBefore`: by new row the row here, -1 for a node that came. */
  moved(nodes: Nodes, rowBefore: Int32Array): PodsOnNodes {
    const { portNumbers } = this
    const moved = new PodsOnNodes(nodes, { portNumbers })
    for (let row = 0; row < nodes.count; row++) {
      const before = rowBefore[row]
      if (before < 0) continue
      moved.onNode[row] = this.onNode[before].slice()
      const ports = this.portsOnNode.get(before)
      if (ports !== undefined) moved.portsOnNode.set(row, new Set(ports))
    }
    moveRows(this.podCount, moved.podCount, rowBefore)
    moveRows(this.cpuMilliForScores, moved.cpuMilliForScores, rowBefore)
    moveRows(this.memoryBytesForScores, moved.memoryBytesForScores, rowBefore)
    for (const [name, { requested }] of this.columns) {
      const column = moved.columns.get(name) ?? moved.makeColumn(name)
      moveRows(requested, column.requested, rowBefore)
    }
    moved.renewAllFree()
    return moved
  }

  /** Every pod learns its row. */
  tellRows(): void {
    for (let row = 0; row < this.onNode.length; row++) {
      for (const pod of this.onNode[row]) pod.node = row
    }
  }

  private makeColumn(
    name: string,
    requested: Float64Array = new Float64Array(this.nodes.count),
  ): ResourceColumn {
    const column = { allocatable: allocatableOf(this.nodes, name), requested }
    this.columns.set(name, column)
    return column
  }

  get portTuples(): readonly PortTuple[] {
    return this.portNumbers.tuples
  }

  /** For good: the pod comes to the node, at a place among its pods. */
  insert(pod: Pod, node: number, at: number): void {
    this.onNode[node].splice(at, 0, pod)
    this.count(pod.signature, node, 1)
    if (pod.signature.hostPorts.length > 0) this.collectPorts(node)
  }

  /** For good, unlike in a dry run: a port that two pods use stays in use when one of them goes. */
  takeOut(pod: Pod, node: number): number {
    const pods = this.onNode[node]
    const at = pods.lastIndexOf(pod)
    pods.splice(at, 1)
    this.count(pod.signature, node, -1)
    if (pod.signature.hostPorts.length > 0) this.collectPorts(node)
    return at
  }

  private collectPorts(node: number): void {
    this.portsOnNode.delete(node)
    for (const { signature } of this.onNode[node]) {
      if (signature.hostPorts.length > 0) this.takePorts(signature, node)
    }
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
    const column = this.makeColumn(name)
    for (const [node, pods] of this.onNode.entries()) {
      for (const pod of pods) column.requested[node] += pod.signature.taken.scalars.get(name) ?? 0
    }
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
    const resources: number[] = []
    for (const column of this.columns.values()) resources.push(column.requested[node])
    return {
      pods: this.onNode[node].slice(),
      resources,
      cpuMilliForScores: this.cpuMilliForScores[node],
      memoryBytesForScores: this.memoryBytesForScores[node],
      ports: ports === undefined ? null : new Set(ports),
    }
  }

  restore(node: number, state: NodeState): void {
    this.onNode[node] = state.pods
    this.podCount[node] = state.pods.length
    let index = 0
    for (const column of this.columns.values()) column.requested[node] = state.resources[index++]
    this.cpuMilliForScores[node] = state.cpuMilliForScores
    this.memoryBytesForScores[node] = state.memoryBytesForScores
    if (state.ports === null) this.portsOnNode.delete(node)
    else this.portsOnNode.set(node, new Set(state.ports))
    this.renewFree(node)
  }

  private count(pod: PodSignature, node: number, sign: 1 | -1): void {
    this.podCount[node] += sign
    const { taken, nonZeroRequested } = pod
    this.cpu.requested[node] += sign * taken.cpuMilli
    this.memory.requested[node] += sign * taken.memoryBytes
    this.ephemeralStorage.requested[node] += sign * taken.ephemeralStorageBytes
    this.cpuMilliForScores[node] += sign * nonZeroRequested.cpuMilli
    this.memoryBytesForScores[node] += sign * nonZeroRequested.memoryBytes
    this.renewFree(node)
    if (taken.scalars.size === 0) return
    for (const [name, amount] of taken.scalars) {
      const column = this.columns.get(name)
      if (column !== undefined) column.requested[node] += sign * amount
    }
  }

  private takePorts(pod: PodSignature, node: number): void {
    let ports = this.portsOnNode.get(node)
    if (ports === undefined) {
      ports = new Set()
      this.portsOnNode.set(node, ports)
    }
    for (const port of pod.hostPorts) ports.add(this.portNumbers.of(port))
  }

  private freePorts(pod: PodSignature, node: number): void {
    const ports = this.portsOnNode.get(node)
    for (const port of pod.hostPorts) ports?.delete(this.portNumbers.of(port))
    if (ports?.size === 0) this.portsOnNode.delete(node)
  }
}

function moveRows<Column extends Float64Array | Int32Array>(
  from: Column,
  to: Column,
  rowBefore: Int32Array,
): void {
  for (let row = 0; row < to.length; row++) if (rowBefore[row] >= 0) to[row] = from[rowBefore[row]]
}

function allocatableOf(nodes: Nodes, name: string): Float64Array {
  if (name === CPU) return nodes.cpuMilli
  if (name === MEMORY) return nodes.memoryBytes
  return name === EPHEMERAL_STORAGE ? nodes.ephemeralStorageBytes : nodes.scalarColumn(name)
}

/** Host ports as numbers, in the order of appearance. */
class PortNumbers {
  readonly tuples: PortTuple[] = []
  private readonly numbers = new Map<string, number>()

  of(tuple: PortTuple): number {
    const key = `${tuple.ip} ${tuple.protocol} ${tuple.port}`
    let number = this.numbers.get(key)
    if (number === undefined) {
      number = this.tuples.length
      this.numbers.set(key, number)
      this.tuples.push(tuple)
    }
    return number
  }
}

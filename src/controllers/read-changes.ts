import type { Fields } from '../snapshot/json/fields.ts'
import type { Issues, JsonPath } from '../snapshot/json/json-path.ts'
import type { Change, GivenCondition } from './changes.ts'
import type { ControlledClusterReader } from './cluster/controlled-cluster-reader.ts'
import type { ControlledNode } from './cluster/controlled-node.ts'
import { type ControlledPod, keyOf, readTimedTolerations } from './cluster/controlled-pod.ts'
import { readTaintsWithTime } from './cluster/taint-with-time.ts'

/** One change as the wire has it: at most one of its verbs, with what belongs to it. */
export interface WireChange {
  /** Seconds after the start. */
  readonly at: number
  readonly node?: string | undefined
  readonly taints?: readonly unknown[] | undefined
  readonly createPods?: readonly unknown[] | undefined
  readonly createNodes?: readonly unknown[] | undefined
  readonly setTolerations?:
    | { readonly pod: string; readonly tolerations: readonly unknown[] }
    | undefined
  /** What the API server answered to `setTolerations`. */
  readonly status?: number | undefined
  readonly deleteNode?: string | undefined
  readonly delete?: readonly string[] | undefined
  readonly stop?: readonly string[] | undefined
  readonly start?: readonly string[] | undefined
  readonly ready?: string | undefined
  readonly set?: readonly string[] | undefined
  readonly conditions?: { readonly [type: string]: WireCondition } | undefined
  readonly unschedulable?: boolean | undefined
}

export type WireCondition =
  | string
  | {
      readonly status: string
      readonly reason?: string | undefined
      readonly message?: string | undefined
    }

/** From here on a request to the API server was refused. */
const REFUSED_STATUS = 400

/** Reads changes against the snapshot; names that nothing in the request bears are issues. */
export class ChangesReader {
  private readonly cluster: ControlledClusterReader
  private readonly issues: Issues
  /** Names that the changes themselves bring. */
  private readonly newNodes = new Set<string>()
  private readonly newPods = new Set<string>()

  constructor(cluster: ControlledClusterReader, issues: Issues) {
    this.cluster = cluster
    this.issues = issues
  }

  read(changes: readonly WireChange[], path: JsonPath): Change[] {
    const inTime = changes
      .map((change, index) => ({ change, path: path.at(index) }))
      .sort((a, b) => a.change.at - b.change.at)
    return inTime.flatMap(({ change, path: at }) => {
      const one = this.readOne(change, at)
      return one === null ? [] : [one]
    })
  }

  private readOne(change: WireChange, path: JsonPath): Change | null {
    const atMs = change.at * 1000
    if (change.taints !== undefined) return this.readTaints(change, atMs, path)
    if (change.createPods !== undefined) {
      return { atMs, kind: 'createPods', pods: this.readPods(change.createPods, path) }
    }
    if (change.createNodes !== undefined) {
      return { atMs, kind: 'createNodes', nodes: this.readNodes(change.createNodes, path) }
    }
    if (change.setTolerations !== undefined) return this.readTolerations(change, atMs, path)
    if (change.deleteNode !== undefined) {
      const nodes = this.known([change.deleteNode], path.at('deleteNode'))
      return { atMs, kind: 'deleteNodes', nodes }
    }
    if (change.delete !== undefined) {
      return { atMs, kind: 'deleteNodes', nodes: this.known(change.delete, path.at('delete')) }
    }
    return this.readKubelets(change, atMs, path)
  }

  private readKubelets(change: WireChange, atMs: number, path: JsonPath): Change | null {
    const conditions = readConditions(change)
    if (change.stop !== undefined) {
      return { atMs, kind: 'stop', nodes: this.known(change.stop, path.at('stop')) }
    }
    if (change.start !== undefined) {
      const nodes = this.known(change.start, path.at('start'))
      return { atMs, kind: 'start', nodes, ready: change.ready ?? null, conditions }
    }
    if (change.set === undefined) return null
    const nodes = this.known(change.set, path.at('set'))
    const isUnschedulable = change.unschedulable ?? null
    return { atMs, kind: 'set', nodes, conditions, isUnschedulable }
  }

  private readTaints(change: WireChange, atMs: number, path: JsonPath): Change | null {
    const [only, second] = this.cluster.nodeNames
    const name = change.node ?? (second === undefined ? only : undefined)
    if (name === undefined) {
      this.wrong(path, 'names no node, and the snapshot does not have exactly one')
      return null
    }
    this.known([name], path)
    const taints = this.listOf('taints', change.taints, path, readTaintsWithTime)
    return { atMs, kind: 'taints', node: name, taints }
  }

  private readTolerations(change: WireChange, atMs: number, path: JsonPath): Change | null {
    const { setTolerations, status = 0 } = change
    if (setTolerations === undefined || status >= REFUSED_STATUS) return null
    const at = path.at('setTolerations')
    const { pod } = setTolerations
    const key = pod.includes('/') ? pod : keyOf({ namespace: 'default', name: pod })
    if (!this.cluster.hasPod(key) && !this.newPods.has(key)) {
      this.wrong(at.at('pod'), `there is no pod ${key} in the request`)
    }
    const given = setTolerations.tolerations
    const tolerations = this.listOf('tolerations', given, at, readTimedTolerations)
    return { atMs, kind: 'setTolerations', pod: key, tolerations }
  }

  /** A pod given by name is one of the snapshot, and is not there before. */
  private readPods(values: readonly unknown[], path: JsonPath): ControlledPod[] {
    const pods: ControlledPod[] = []
    for (const [index, value] of values.entries()) {
      const at = path.at('createPods').at(index)
      const pod =
        typeof value === 'string' ? this.takePod(value, at) : this.cluster.readPod(value, at)
      if (pod === null) continue
      this.newPods.add(keyOf(pod))
      pods.push(pod)
    }
    return pods
  }

  private takePod(name: string, path: JsonPath): ControlledPod | null {
    const key = name.includes('/') ? name : keyOf({ namespace: 'default', name })
    const pod = this.cluster.takePod(key)
    if (pod !== undefined) return pod
    this.wrong(path, `there is no pod ${key} in the snapshot`)
    return null
  }

  private readNodes(values: readonly unknown[], path: JsonPath): ControlledNode[] {
    const nodes: ControlledNode[] = []
    for (const [index, value] of values.entries()) {
      const node = this.cluster.readNode(value, path.at('createNodes').at(index))
      if (node === null) continue
      this.newNodes.add(node.name)
      nodes.push(node)
    }
    return nodes
  }

  private listOf<Item>(
    key: string,
    items: readonly unknown[] | undefined,
    path: JsonPath,
    read: (fields: Fields) => Item[],
  ): Item[] {
    const fields = this.cluster.fields({ [key]: items }, path)
    return fields === null ? [] : read(fields)
  }

  private known(names: readonly string[], path: JsonPath): readonly string[] {
    for (const name of names) {
      const isKnown = this.cluster.node(name) !== undefined || this.newNodes.has(name)
      if (!isKnown) this.wrong(path, `there is no node ${name} in the request`)
    }
    return names
  }

  private wrong(path: JsonPath, message: string): void {
    this.issues.add(path, 'not-a-request', message)
  }
}

function readConditions({ conditions = {} }: WireChange): GivenCondition[] {
  return Object.entries(conditions).map(([type, given]) => {
    if (typeof given === 'string') return { type, status: given, reason: null, message: null }
    const { status, reason = null, message = null } = given
    return { type, status, reason, message }
  })
}

import type { JsonObject } from '../../snapshot/json/fields.ts'
import type { IssueCode, Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import type { SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import { withoutNode } from '../explanations/without-node.ts'
import type { EditedObjects } from './edited-objects.ts'
import { factsOf, isOfNode, isOver } from './pod-facts.ts'
import { PodIndex } from './pod-index.ts'
import { nodeOf, nodesOf, workloadsOf } from './pod-keys.ts'
import { nameIn, type PodName } from './pod-name.ts'

/** A pod that is to be decided. */
interface PlacedPod extends PodName {
  /** Where it went; absent where its decision tells. */
  readonly to?: string | null
}

/** It lost its node. */
interface MovedPod extends PlacedPod {
  readonly node: string
}

/** What became of pods. */
export interface EditedPods {
  readonly pendingAgain: readonly MovedPod[]
  readonly created: readonly PlacedPod[]
  readonly deleted: readonly PodName[]
}

export interface EditLimits {
  /** Pods to decide. */
  readonly podsMax: number
  readonly nodesMax: number
  /** Pods that the request wants decided may not be deleted by it. */
  readonly keepsGiven: boolean
}

/** Pods that edits look at or make without deciding them, those of one workload or node again with each edit. */
const LOOKED_AT_MAX = 200_000

/** What all edits of a request share while they are applied, one after the other. */
export class EditRun {
  readonly objects: EditedObjects
  /** By node name. */
  readonly podsOnNodes: PodIndex
  /** By the keys of their workloads. */
  readonly podsOfWorkloads: PodIndex
  readonly limits: EditLimits
  private readonly issues: Issues
  private readonly pendingAgain = new Map<string, MovedPod>()
  private readonly created = new Map<string, PodName>()
  private readonly deleted = new Map<string, PodName>()
  /** Null: nobody has asked. */
  private nodeCount: number | null = null
  /** The number that the last new node was given, by the name of the node that it is like. */
  private readonly newNodes = new Map<string, number>()
  private lookedAt = 0
  private hasTooMuch = false

  constructor(objects: EditedObjects, limits: EditLimits, issues: Issues) {
    this.objects = objects
    this.podsOnNodes = new PodIndex(objects, nodesOf)
    this.podsOfWorkloads = new PodIndex(objects, workloadsOf)
    this.limits = limits
    this.issues = issues
  }

  get edited(): EditedPods {
    return {
      pendingAgain: [...this.pendingAgain.values()],
      created: [...this.created.values()],
      deleted: [...this.deleted.values()],
    }
  }

  /** Some limit is exceeded: nothing further is looked at. */
  get isOver(): boolean {
    return this.hasTooMuch
  }

  refuse(path: JsonPath, message: string, code: IssueCode = 'not-a-request'): void {
    if (code === 'too-many' || code === 'too-expensive') this.hasTooMuch = true
    this.issues.add(path, code, message)
  }

  /** False, and told, where edits look at more pods than they may. */
  canLookAt(podCount: number, path: JsonPath): boolean {
    this.lookedAt += podCount
    if (this.lookedAt <= LOOKED_AT_MAX) return true
    const message = `the edits look at more than ${LOOKED_AT_MAX} pods, each time counted`
    this.refuse(path, message, 'too-expensive')
    return false
  }

  /** Null, and told, where there is none. */
  node(name: string, path: JsonPath): JsonObject | null {
    const node = this.objects.find('nodes', { name })
    if (node === null) this.refuse(path.at('node'), `there is no node ${JSON.stringify(name)}`)
    return node
  }

  /** False, and told, where there would be too many nodes. */
  canAddNodes(count: number, path: JsonPath): boolean {
    this.nodeCount ??= [...this.objects.each('nodes')].length
    if (this.nodeCount + count <= this.limits.nodesMax) return true
    this.refuse(path, `more than ${this.limits.nodesMax} nodes`, 'too-many')
    return false
  }

  /** The name of one more node like this one. */
  newNodeName(like: string): string {
    let index = (this.newNodes.get(like) ?? 0) + 1
    while (this.objects.has('nodes', { name: `${like}-new-${index}` })) index++
    this.newNodes.set(like, index)
    return `${like}-new-${index}`
  }

  /** Takes the place of one of the same name. */
  put(kind: SnapshotResource, value: unknown, path: JsonPath): void {
    if (kind === 'nodes' && this.nodeCount !== null) {
      if (!this.objects.isThere(kind, value)) this.nodeCount++
    }
    this.objects.put(kind, value, path)
    if (kind === 'pods') this.noteInIndexes(value)
  }

  removeNode(name: string, path: JsonPath): void {
    this.objects.remove('nodes', { name }, path)
    if (this.nodeCount !== null) this.nodeCount--
  }

  /** A pod that has lost its node: it is decided anew, unless it goes with the node. */
  displace(pod: JsonObject, path: JsonPath): void {
    const facts = factsOf(pod)
    if (isOver(facts) || isOfNode(facts)) return this.deletePod(pod, path)
    const name = nameIn(pod)
    const node = nodeOf(pod)
    this.pendingAgain.set(keyOf(name), { ...name, node })
    this.decide(withoutNode(pod), 'pendingAgain', path)
  }

  /** False, and told, where there are too many then. */
  createPod(pod: JsonObject, path: JsonPath): boolean {
    const name = nameIn(pod)
    this.created.set(keyOf(name), name)
    const isTaken = this.decide(pod, 'created', path)
    this.noteInIndexes(pod)
    return isTaken
  }

  deletePod(pod: JsonObject, path: JsonPath): void {
    const name = nameIn(pod)
    this.objects.remove('pods', name, path)
    this.pendingAgain.delete(keyOf(name))
    if (!this.created.delete(keyOf(name))) this.deleted.set(keyOf(name), name)
  }

  private noteInIndexes(pod: unknown): void {
    this.podsOnNodes.add(pod)
    this.podsOfWorkloads.add(pod)
  }

  private decide(pod: JsonObject, because: 'pendingAgain' | 'created', path: JsonPath): boolean {
    const count = this.objects.decide({ pod, path, below: null, isDaemon: false, because })
    if (count <= this.limits.podsMax) return true
    const message = `more than ${this.limits.podsMax} pods to decide with those of this edit`
    if (!this.hasTooMuch) this.refuse(path, message, 'too-many')
    return false
  }
}

function keyOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`
}

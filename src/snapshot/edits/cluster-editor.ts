import { err, ok, type Result } from '../../result.ts'
import type { ClusterParts, ClusterState } from '../cluster-state.ts'
import { Fields, isObject, type JsonObject, type ReadContext } from '../json/fields.ts'
import { type Issue, Issues, type JsonPath } from '../json/json-path.ts'
import { nameOf, namespacedKey, namespaceOrDefault, objectOf } from '../json/raw-object.ts'
import type { NodeEdits } from '../nodes/node-columns.ts'
import { type NodeRecord, readNode } from '../nodes/read-node.ts'
import { type ReadPatch, readPatch, type SnapshotPatch } from '../patch.ts'
import type { PodReader, PodToDecide } from '../pods/pod-reader.ts'
import { readPartOf } from '../read-part.ts'
import { QuantityCache } from '../resources/quantity.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { membershipOf } from '../workloads/pod-groups.ts'
import type { ObjectEdit } from '../workloads/read-workload.ts'
import { editParts } from './edit-parts.ts'
import type { KnownPod, KnownPods } from './known-pods.ts'
import { PodEdits } from './pod-edits.ts'

export interface EditorParts {
  readonly state: ClusterState
  /** What hand-written objects leave out is completed. */
  readonly defaulting: boolean
  readonly podReader: PodReader
  readonly knownPods: KnownPods
}

/** What a patch comes to; null is an object that is gone. */
interface ReadEdits {
  readonly nodes: NodeEdits
  readonly pods: ReadonlyMap<string, KnownPod | null>
  readonly parts: Partial<ClusterParts>
}

/** Objects of a patch by kind; null where one is removed. */
type EditsByKind = Map<SnapshotResource, ObjectEdit[]>

/**
 * Adds, changes and removes objects of a cluster that was read, in time proportional to the edit:
 * afterwards all is as if the edited snapshot had been read anew. Pods and nodes are edited on the
 * columns, of another kind the index of that kind is made anew. The cluster's savepoint undoes edits.
 */
export class ClusterEditor {
  private readonly state: ClusterState
  private readonly defaulting: boolean
  private readonly podReader: PodReader
  private readonly knownPods: KnownPods
  private readonly pods: PodEdits

  constructor({ state, defaulting, podReader, knownPods }: EditorParts) {
    this.state = state
    this.defaulting = defaulting
    this.podReader = podReader
    this.knownPods = knownPods
    this.pods = new PodEdits(state, podReader, knownPods)
  }

  /**
   * Applies a patch whole, or, where something is wrong with it, nothing. An object that is replaced
   * keeps its place, new ones come last. To remove what is not there changes nothing; a kind of which
   * nothing was known stays unknown with one object more.
   */
  apply(patch: SnapshotPatch): Result<null, readonly Issue[]> {
    const issues = new Issues()
    const forget = this.podReader.savepoint()
    const edits = this.read(readPatch(patch, issues), issues)
    if (issues.any) {
      forget()
      return err(issues.list)
    }
    if (Object.keys(edits.parts).length > 0) this.state.replace(edits.parts)
    for (const [key, pod] of edits.pods) this.pods.replace(key, pod)
    if (edits.nodes.size > 0) this.replaceNodes(edits.nodes)
    return ok(null)
  }

  /**
   * Pods that are to be decided from here on: the cluster's own copy of one does not count any more.
   * An edit that puts one of them replaces it.
   */
  takePods(values: readonly unknown[], path: JsonPath): Result<PodToDecide[], readonly Issue[]> {
    const issues = new Issues()
    const context = { issues, quantities: new QuantityCache() }
    const forget = this.podReader.savepoint()
    const taken = new Map<string, { readonly known: KnownPod; readonly toDecide: PodToDecide }>()
    for (const [index, value] of values.entries()) {
      const at = path.at(index)
      const given = this.named('pods', value, at, issues)
      if (given === null) continue
      const key = namespacedKey(given)
      if (taken.has(key)) issues.add(at, 'duplicate-object', `pod ${key} is given twice`)
      taken.set(key, this.readToDecide(given, at, context))
    }
    if (issues.any) {
      forget()
      return err(issues.list)
    }
    return ok([...taken].map(([key, { known, toDecide }]) => this.take(key, known, toDecide)))
  }

  private readToDecide(given: JsonObject, path: JsonPath, context: ReadContext) {
    const index = this.knownPods.indexToDecide()
    const { fields, toDecide } = this.podReader.toDecide(given, index, path, context)
    const { pod, isFinished } = toDecide
    const membership = isFinished ? null : membershipOf(fields)
    return { known: { index, pod: isFinished ? null : pod, nodeName: '', membership }, toDecide }
  }

  private take(key: string, known: KnownPod, toDecide: PodToDecide): PodToDecide {
    const { pod, nodeName, isFinished, defaulted } = toDecide
    this.pods.replace(key, known)
    this.state.parts.priorityClasses.resolve(pod.signature)
    if (isFinished || nodeName !== '' || pod.signature.resourceClaims.length === 0) return toDecide
    this.state.ownStorage()
    const made = this.state.parts.devices.makeClaims(pod)
    return { ...toDecide, defaulted: [...defaulted, ...made] }
  }

  private read({ put, removed }: ReadPatch, issues: Issues): ReadEdits {
    const context = { issues, quantities: new QuantityCache() }
    const nodes = new Map<string, NodeRecord | null>()
    const pods = new Map<string, KnownPod | null>()
    const others: EditsByKind = new Map()
    for (const { kind, namespace, name } of removed.values()) {
      if (kind === 'nodes') nodes.set(name, null)
      else if (kind === 'pods') pods.set(`${namespace}/${name}`, null)
      else append(others, kind, { namespace, name, object: null })
    }
    for (const { kind, value, path } of put.values()) {
      const object = this.named(kind, value, path, issues)
      if (object === null) continue
      const fields = new Fields(object, path, context)
      if (kind === 'nodes') nodes.set(nameOf(object), readNode(fields, this.defaulting))
      else if (kind === 'pods') {
        const key = namespacedKey(object)
        pods.set(key, this.pods.read(key, fields))
      } else {
        const [namespace, name] = [namespaceOrDefault(object), nameOf(object)]
        append(others, kind, { namespace, name, object: fields })
      }
    }
    return { nodes, pods, parts: this.readOthers(others) }
  }

  private readOthers(edits: EditsByKind): Partial<ClusterParts> {
    let changed: Partial<ClusterParts> = {}
    for (const [kind, ofKind] of edits) {
      if (kind === 'nodes' || kind === 'pods') continue
      const parts = { ...this.state.parts, ...changed }
      changed = { ...changed, ...editParts(parts, kind, ofKind) }
    }
    return changed
  }

  private replaceNodes(edits: NodeEdits): void {
    const { state, pods } = this
    const gone = [...edits].flatMap(([name, record]) => (record === null ? [name] : []))
    pods.lose(gone)
    state.replaceNodes(state.parts.nodes.edited(edits))
    pods.find()
  }

  private named(
    kind: SnapshotResource,
    value: unknown,
    path: JsonPath,
    issues: Issues,
  ): JsonObject | null {
    const object = objectOf(value)
    if (!isObject(object)) issues.add(path, 'not-a-request', 'expected a Kubernetes object')
    else if (nameOf(object) === '') {
      issues.add(path.at('metadata').at('name'), 'not-a-request', 'the object has no name')
    } else return readPartOf(kind, object)
    return null
  }
}

function append(edits: EditsByKind, kind: SnapshotResource, edit: ObjectEdit): void {
  const ofKind = edits.get(kind)
  if (ofKind === undefined) edits.set(kind, [edit])
  else ofKind.push(edit)
}

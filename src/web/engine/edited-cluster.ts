import type { Grouping } from '../../explain/board/board.ts'
import { groupingsOf } from '../../explain/board/groupings.ts'
import { err, ok, type Result } from '../../result.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import type { ClusterEditor } from '../../snapshot/edits/cluster-editor.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { type Issue, ROOT } from '../../snapshot/json/json-path.ts'
import { nameOf, namespacedKey, namespaceOf } from '../../snapshot/json/raw-object.ts'
import type { ObjectKey, SnapshotPatch } from '../../snapshot/patch.ts'
import type { PodToDecide } from '../../snapshot/pods/pod-reader.ts'
import { type ReadOptions, readEditableCluster } from '../../snapshot/read.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../../snapshot/snapshot-resources.ts'
import type { Edit } from '../edits.ts'
import { isPodEdit } from '../edits.ts'
import { editObjects } from './apply-edits.ts'
import type { Objects, OpenedCluster } from './opened-cluster.ts'

type Lines = readonly string[]

/** The cluster as it is to be asked: with what is tried, and the pod that is asked about. */
export interface ReadyCluster {
  readonly cluster: Cluster
  /** For trials that are undone again. */
  readonly editor: ClusterEditor
  readonly objects: Objects
  readonly groupings: readonly Grouping[]
  podToDecide(key: string): PodToDecide | undefined
}

/**
 * One reading of the opened cluster, edited as each question wants it and put back for the next. What
 * it gives is good until it is asked for again.
 */
export class EditedCluster {
  private readonly opened: OpenedCluster
  private readonly cluster: Cluster
  private readonly editor: ClusterEditor
  private readonly pods: ReadonlyMap<string, PodToDecide>
  private readonly groupings: readonly Grouping[]
  private current: { readonly key: string; readonly ready: ReadyCluster } | null = null
  private undo: () => void = () => {}

  private constructor(
    opened: OpenedCluster,
    cluster: Cluster,
    editor: ClusterEditor,
    pods: readonly PodToDecide[],
  ) {
    this.opened = opened
    this.cluster = cluster
    this.editor = editor
    this.pods = new Map(pods.map((one, index) => [opened.pending[index] ?? '', one]))
    this.groupings = groupingsOf(cluster.nodes, opened.objects.get('nodes') ?? [])
  }

  static read(opened: OpenedCluster, options: ReadOptions): Result<EditedCluster, Lines> {
    const { objects, pending } = opened
    const snapshot = Object.fromEntries(objects)
    const pods = pending.map((key) => opened.podToPlace(key))
    const read = readEditableCluster({ snapshot, pods }, options)
    if (!read.ok) return err(read.error.map((issue) => describe(issue, objects, pending)))
    return ok(new EditedCluster(opened, read.value.cluster, read.value.editor, read.value.pods))
  }

  /** With edits of the cluster, and the pod as it is edited itself. */
  with(edits: readonly Edit[], podKey: string, pod: JsonObject): Result<ReadyCluster, Lines> {
    const ofCluster = edits.filter((edit) => !isPodEdit(edit))
    const isUsual = this.pods.has(podKey) && !edits.some(isPodEdit)
    const key = JSON.stringify([ofCluster, isUsual ? null : [podKey, edits.filter(isPodEdit)]])
    if (this.current?.key === key) return ok(this.current.ready)
    this.undo()
    this.undo = this.cluster.savepoint()
    this.current = null
    const objects = editObjects(this.opened.objects, ofCluster)
    const patch = patchBetween(this.opened.objects, objects)
    const edited = this.editor.apply(patch)
    if (!edited.ok) return err(edited.error.map(({ message }) => message))
    const taken = isUsual ? ok([]) : this.editor.takePods([pod], ROOT)
    if (!taken.ok) return err(taken.error.map(({ pointer, message }) => `${pointer}: ${message}`))
    const [own] = taken.value
    const ready = this.readyWith(objects, podKey, own)
    this.current = { key, ready }
    return ok(ready)
  }

  private readyWith(objects: Objects, podKey: string, own: PodToDecide | undefined): ReadyCluster {
    const { cluster, editor, pods, groupings, opened } = this
    const nodes = objects.get('nodes') ?? []
    const isSame = nodes === opened.objects.get('nodes')
    return {
      cluster,
      editor,
      objects,
      groupings: isSame ? groupings : groupingsOf(cluster.nodes, nodes),
      podToDecide: (key) => (key === podKey && own !== undefined ? own : pods.get(key)),
    }
  }
}

/** What leads from one state of the objects to another: those that are another object, and those gone. */
function patchBetween(before: Objects, after: Objects): SnapshotPatch {
  const put = new Map<SnapshotResource, unknown[]>()
  const remove: ObjectKey[] = []
  for (const [kind, list] of after) {
    const old = before.get(kind) ?? []
    if (list === old) continue
    const known = new Set(old)
    put.set(
      kind,
      list.filter((object) => !known.has(object)),
    )
    const kept = new Set(list.map(namespacedKey))
    for (const object of old) if (!kept.has(namespacedKey(object))) remove.push(keyOf(kind, object))
  }
  return { path: ROOT, put: Object.fromEntries(put), remove }
}

function keyOf(kind: SnapshotResource, object: unknown): ObjectKey {
  const namespace = namespaceOf(object)
  const named = { kind: SNAPSHOT_RESOURCES[kind], name: nameOf(object) }
  return namespace === '' ? named : { ...named, namespace }
}

/** Pointers of the reader begin at its request: /snapshot/nodes/0/..., /pods/0/... */
function describe({ pointer, message }: Issue, objects: Objects, pods: readonly string[]): string {
  const [, list, ...path] = pointer.split('/')
  if (list === 'pods') return `Pod ${pods[Number(path[0])]}, ${path.slice(1).join('/')}: ${message}`
  const [kind = '', index = '', ...below] = path
  const object = objects.get(kind as SnapshotResource)?.[Number(index)] // any other text finds nothing
  const name = isObject(object) ? nameOf(object) : index
  return `${kind} ${name}, ${below.join('/')}: ${message}`
}

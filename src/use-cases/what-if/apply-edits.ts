import type { Edit } from '../../../schemas/decisions/edits.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { applyJsonPatch } from '../../snapshot/json/json-patch.ts'
import type { Issues, JsonPath } from '../../snapshot/json/json-path.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { keyOfObject } from '../../snapshot/patch.ts'
import {
  ARRAY_OF_KIND,
  SNAPSHOT_RESOURCES,
  type SnapshotResource,
} from '../../snapshot/snapshot-resources.ts'
import { addNode, editNode, removeNode } from './edit-nodes.ts'
import { type EditedPods, type EditLimits, EditRun } from './edit-run.ts'
import type { EditedObjects } from './edited-objects.ts'
import { scale } from './scale.ts'

/** Operations of all JSON Patches of one request. */
const OPERATIONS_MAX = 10_000

/**
 * Applies edits to the objects of a snapshot and to the pods to decide, one on top of the other; what is
 * wrong with one is told by its place, and nothing of the kind is guessed.
 */
export function applyEdits(
  edits: readonly Edit[],
  path: JsonPath,
  objects: EditedObjects,
  limits: EditLimits,
  issues: Issues,
): EditedPods {
  const run = new EditRun(objects, limits, issues)
  let operations = 0
  for (const [index, edit] of edits.entries()) {
    const at = path.at(index)
    if (edit.op === 'patch') operations += edit.patch.length
    if (operations > OPERATIONS_MAX) {
      run.refuse(at.at('patch'), `more than ${OPERATIONS_MAX} operations in all`, 'too-many')
    } else apply(run, edit, at)
    if (run.isOver) break
  }
  return run.edited
}

function apply(run: EditRun, edit: Edit, path: JsonPath): void {
  switch (edit.op) {
    case 'addNode':
      return addNode(run, edit, path)
    case 'removeNode':
    case 'cordon':
    case 'uncordon':
    case 'taint':
    case 'untaint':
    case 'label':
      return editNode(run, edit, path)
    case 'deletePod':
      return remove(run, { ...edit, kind: 'Pod' }, path)
    case 'scale':
      return scale(run, edit, path)
    case 'put':
      return put(run, edit, path.at('object'))
    case 'remove':
      return remove(run, edit, path)
    case 'patch':
      return patch(run, edit, path)
  }
}

interface Named {
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

function put(run: EditRun, { object }: Extract<Edit, { op: 'put' }>, path: JsonPath): void {
  const kind = isObject(object) ? kindNamed(run, String(object['kind'] ?? ''), path) : null
  if (kind === null) return
  if (nameOf(object) === '') {
    return run.refuse(path.at('metadata').at('name'), 'the object has no name')
  }
  const isNewNode = kind === 'nodes' && !run.objects.isThere(kind, object)
  if (isNewNode && !run.canAddNodes(1, path)) return
  run.put(kind, object, path)
}

function remove(run: EditRun, edit: Named, path: JsonPath): void {
  const kind = kindNamed(run, edit.kind, path)
  if (kind === null) return
  const object = run.objects.find(kind, edit)
  if (object === null) return run.refuse(path.at('name'), noSuch(edit))
  if (kind === 'nodes') return removeNode(run, edit.name, path)
  if (kind !== 'pods') return run.objects.remove(kind, edit, path)
  const isGiven = run.objects.decidedPod(edit)?.because === 'given'
  if (isGiven && run.limits.keepsGiven) {
    return run.refuse(path.at('name'), 'the pod is one of those that are to be decided')
  }
  run.deletePod(object, path)
}

function patch(run: EditRun, edit: Extract<Edit, { op: 'patch' }>, path: JsonPath): void {
  const kind = kindNamed(run, edit.kind, path)
  if (kind === null) return
  const object = run.objects.find(kind, edit)
  if (object === null) return run.refuse(path.at('name'), noSuch(edit))
  const patched = applyJsonPatch(object, edit.patch)
  if (!patched.ok) {
    const { index, member, message } = patched.error
    return run.refuse(path.at('patch').at(index).at(member), message)
  }
  const { value } = patched
  if (!isObject(value) || keyOfObject(kind, value) !== keyOfObject(kind, object)) {
    return run.refuse(path.at('patch'), 'an object must keep its name and namespace')
  }
  run.put(kind, value, path)
}

function kindNamed(run: EditRun, kind: string, path: JsonPath): SnapshotResource | null {
  const known = ARRAY_OF_KIND.get(kind)
  if (known !== undefined) return known
  const kinds = Object.values(SNAPSHOT_RESOURCES).join(', ')
  run.refuse(path.at('kind'), `${JSON.stringify(kind)} is not a kind; known are ${kinds}`)
  return null
}

function noSuch({ kind, namespace, name }: Named): string {
  return `there is no ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

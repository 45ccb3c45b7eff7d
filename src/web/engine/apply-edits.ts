import type { ClaimChange } from '../../explain/why/change.ts'
import { changeClaim } from '../../explain/why/change-claim.ts'
import { changeNode, cordonedNode, nodeLike, taintedNode } from '../../explain/why/change-node.ts'
import { changePod } from '../../explain/why/change-pod.ts'
import { boundClaim, reachableVolume } from '../../explain/why/reachable-claim.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespacedKey } from '../../snapshot/json/raw-object.ts'
import type { Edit } from '../edits.ts'
import { isPodEdit, type PodEdit } from '../edits.ts'
import type { Objects } from './opened-cluster.ts'
import { setRequest } from './pod-request.ts'

type ClusterEdit = Exclude<Edit, PodEdit>

/** The pod as it would be after the edits of its manifest, in their order. */
export function editPod(pod: JsonObject, edits: readonly Edit[]): JsonObject {
  return edits
    .filter(isPodEdit)
    .reduce(
      (edited, edit) =>
        edit.op === 'setRequest'
          ? setRequest(edited, edit.resource, edit.milli)
          : changePod(edited, edit),
      pod,
    )
}

/** The objects of the cluster as they would be after the edits; those given stay as they are. */
export function editObjects(objects: Objects, edits: readonly Edit[]): Objects {
  const edited = new Map(objects)
  for (const edit of edits) if (!isPodEdit(edit)) apply(edited, edit)
  return edited
}

function apply(objects: Map<string, readonly unknown[]>, edit: ClusterEdit): void {
  const nodes = objects.get('nodes') ?? []
  const onNode = (name: string, change: (node: JsonObject) => JsonObject) =>
    nodes.map((node) => (isObject(node) && nameOf(node) === name ? change(node) : node))
  switch (edit.op) {
    case 'cordon':
      objects.set('nodes', onNode(edit.node, cordonedNode))
      break
    case 'taint':
      objects.set(
        'nodes',
        onNode(edit.node, (node) => taintedNode(node, edit)),
      )
      break
    case 'uncordon':
    case 'untaint':
    case 'label':
      objects.set(
        'nodes',
        onNode(edit.node, (node) => changeNode(node, edit)),
      )
      break
    case 'removeNode':
      objects.set(
        'nodes',
        nodes.filter((node) => nameOf(node) !== edit.node),
      )
      break
    case 'addNode': {
      const like = nodes.find((node) => nameOf(node) === edit.like)
      if (isObject(like))
        objects.set('nodes', [...nodes, nodeLike(like, freeName(nodes, edit.like))])
      break
    }
    case 'deletePod':
      removePod(objects, `${edit.namespace}/${edit.name}`)
      break
    case 'createClaim': {
      const add = (kind: string, object: JsonObject) =>
        objects.set(kind, [...(objects.get(kind) ?? []), object])
      add('persistentVolumeClaims', boundClaim(edit))
      add('persistentVolumes', reachableVolume(edit))
      break
    }
    default:
      applyToClaim(objects, edit)
  }
}

function applyToClaim(objects: Map<string, readonly unknown[]>, edit: ClaimChange): void {
  const key = `${edit.namespace}/${edit.name}`
  const claims = objects.get('resourceClaims') ?? []
  objects.set(
    'resourceClaims',
    claims.map((claim) =>
      isObject(claim) && namespacedKey(claim) === key ? changeClaim(claim, edit) : claim,
    ),
  )
  if (edit.op === 'freeClaim' && edit.pod !== '') {
    removePod(objects, `${edit.namespace}/${edit.pod}`)
  }
}

function removePod(objects: Map<string, readonly unknown[]>, key: string): void {
  const pods = objects.get('pods') ?? []
  objects.set(
    'pods',
    pods.filter((pod) => namespacedKey(pod) !== key),
  )
}

function freeName(nodes: readonly unknown[], like: string): string {
  const taken = new Set(nodes.map(nameOf))
  let number = 1
  while (taken.has(`${like}-new-${number}`)) number++
  return `${like}-new-${number}`
}

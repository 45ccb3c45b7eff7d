import type { Edit } from '../../../schemas/decisions/edits.ts'
import {
  cordonedNode,
  hasTaint,
  labelledNode,
  nodeLike,
  taintedNode,
  uncordonedNode,
  untaintedNode,
} from '../../explain/why/change-node.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { JsonPath } from '../../snapshot/json/json-path.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { isTolerated } from '../../snapshot/nodes/taint.ts'
import type { EditRun } from './edit-run.ts'
import { factsOf, isOver } from './pod-facts.ts'

type EditOf<Op extends Edit['op']> = Extract<Edit, { op: Op }>

/** One Node as it is given, or new ones like one: with the pods that DaemonSets run on that. */
export function addNode(run: EditRun, { node, like, count }: EditOf<'addNode'>, path: JsonPath) {
  const place = path.at(node === undefined ? 'like' : 'node')
  const model = node ?? run.objects.find('nodes', { name: like ?? '' })
  if (!isObject(model)) return run.refuse(place, `there is no node ${JSON.stringify(like)}`)
  const name = nameOf(model)
  if (name === '') return run.refuse(place.at('metadata').at('name'), 'the node has no name')
  if (!run.canAddNodes(count, path)) return
  if (node !== undefined && count === 1) {
    if (run.objects.has('nodes', { name })) {
      return run.refuse(
        place,
        `there is a node ${JSON.stringify(name)} already`,
        'duplicate-object',
      )
    }
    return run.put('nodes', model, place)
  }
  const running = like === undefined ? [] : run.podsOnNodes.under(like)
  if (!run.canLookAt(running.length, path)) return
  const daemons = running.filter(isDaemon)
  if (!run.canLookAt(daemons.length * count, path)) return
  for (let added = 0; added < count; added++) {
    const newName = run.newNodeName(name)
    run.put('nodes', nodeLike(model, newName), path)
    for (const daemon of daemons) startDaemon(run, daemon, newName, path)
  }
}

/** The pods that are on it are pending again; those that belong to it go with it. */
export function removeNode(run: EditRun, name: string, path: JsonPath): void {
  run.removeNode(name, path)
  for (const pod of run.podsOnNodes.under(name)) run.displace(pod, path)
}

export function editNode(
  run: EditRun,
  edit: EditOf<'removeNode' | 'cordon' | 'uncordon' | 'taint' | 'untaint' | 'label'>,
  path: JsonPath,
): void {
  const node = run.node(edit.node, path)
  if (node === null) return
  const put = (changed: JsonObject) => run.put('nodes', changed, path)
  switch (edit.op) {
    case 'removeNode':
      return removeNode(run, edit.node, path)
    case 'cordon':
      return put(cordonedNode(node))
    case 'uncordon':
      return put(uncordonedNode(node))
    case 'taint':
      put(taintedNode(node, { key: edit.key, value: edit.value, effect: edit.effect }))
      return driveAway(run, edit, path)
    case 'untaint':
      if (!hasTaint(node, edit.key, edit.effect)) {
        const what = `${edit.key}${edit.effect === undefined ? '' : `:${edit.effect}`}`
        return run.refuse(path.at('key'), `the node has no taint ${JSON.stringify(what)}`)
      }
      return put(untaintedNode(node, edit.key, edit.effect))
    case 'label':
      return label(run, node, edit.labels, path)
  }
}

function label(run: EditRun, node: JsonObject, labels: EditOf<'label'>['labels'], path: JsonPath) {
  const changes = Object.entries(labels)
  const { metadata } = node
  const known = isObject(metadata) && isObject(metadata['labels']) ? metadata['labels'] : {}
  for (const [key, value] of changes) {
    if (value !== null || Object.hasOwn(known, key)) continue
    run.refuse(path.at('labels').at(key), `the node has no label ${JSON.stringify(key)}`)
  }
  run.put('nodes', labelledNode(node, changes), path)
}

/** A NoExecute taint drives away at once whoever does not tolerate it, daemons too. */
function driveAway(
  run: EditRun,
  { node, key, value, effect }: EditOf<'taint'>,
  path: JsonPath,
): void {
  if (effect !== 'NoExecute') return
  const running = run.podsOnNodes.under(node)
  if (!run.canLookAt(running.length, path)) return
  for (const pod of running) {
    if (!isTolerated(factsOf(pod).tolerations, { key, value, effect })) run.displace(pod, path)
  }
}

function isDaemon(pod: JsonObject): boolean {
  const facts = factsOf(pod)
  return facts.owner?.kind === 'DaemonSet' && !isOver(facts)
}

/** The copy that its DaemonSet starts on a node. */
function startDaemon(run: EditRun, daemon: JsonObject, node: string, path: JsonPath): void {
  const { metadata, spec } = daemon
  if (!isObject(metadata) || !isObject(spec)) return
  const { uid: _, ...shared } = metadata
  const pod = {
    ...daemon,
    metadata: { ...shared, name: `${nameOf(daemon)}-${node}` },
    spec: { ...spec, nodeName: node },
  }
  run.put('pods', pod, path)
}

import type { Edit } from '../../../schemas/decisions/edits.ts'
import { DELETION_COST_ANNOTATION } from '../../admission/validation/metadata/annotation-keys.ts'
import { drawnSuffix } from '../../controllers/workloads/pod-template.ts'
import { inDeletionOrder } from '../../controllers/workloads/scale-down.ts'
import { DEFAULT_NAMESPACE } from '../../snapshot/api-defaults.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import type { JsonPath } from '../../snapshot/json/json-path.ts'
import { listAt, namespaceOrDefault, objectAt } from '../../snapshot/json/raw-object.ts'
import { withoutNode } from '../explanations/without-node.ts'
import type { EditRun } from './edit-run.ts'
import { factsOf, isOver } from './pod-facts.ts'
import { keyOfWorkload, type Workload } from './pod-keys.ts'

type Scale = Extract<Edit, { op: 'scale' }>

/** A workload's pod, with what its controller reads of it. */
interface Replica {
  readonly pod: JsonObject
  readonly name: string
  readonly owner: string
  readonly nodeName: string
  readonly phase: string
  readonly isReady: boolean
  readonly deletionCost: number
  readonly createdAtMs: number | null
}

/**
 * Pods more, made like the youngest that there is, or pods less, those that the controller would delete
 * first. A snapshot has no templates of workloads, so that of one without pods nothing can be made.
 */
export function scale(run: EditRun, edit: Scale, path: JsonPath): void {
  const { kind, name: ownerName, namespace = DEFAULT_NAMESPACE } = edit
  const replicas = replicasOf(run, { kind, namespace, name: ownerName }, path)
  if (replicas === null) return
  if (replicas.length === 0) {
    const workload = `${kind} ${namespace}/${ownerName}`
    return run.refuse(path.at('name'), `no pod of ${workload} shows what its pods look like`)
  }
  if (kind === 'StatefulSet') return scaleStatefulSet(run, edit, replicas, path)
  const order = inDeletionOrder(replicas)
  for (const { pod } of order.slice(0, Math.max(0, replicas.length - edit.replicas))) {
    run.deletePod(pod, path)
  }
  const [model] = replicas.toSorted((a, b) => (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0))
  if (model === undefined) return
  let drawn = 0
  for (let count = replicas.length; count < edit.replicas; count++) {
    let name = `${model.owner}-${drawnSuffix(drawn++)}`
    while (run.objects.has('pods', { namespace, name })) {
      name = `${model.owner}-${drawnSuffix(drawn++)}`
    }
    if (!run.createPod(copyOf(model.pod, name, {}), path)) return
  }
}

/** Pods of ordinals from the first on; those above leave, the highest first. */
function scaleStatefulSet(run: EditRun, edit: Scale, replicas: readonly Replica[], path: JsonPath) {
  const byOrdinal = new Map(replicas.map((one) => [ordinalOf(one.name), one]))
  const ordinals = [...byOrdinal.keys()].sort((a, b) => a - b)
  const first = ordinals[0] ?? 0
  const end = first + edit.replicas
  for (const ordinal of ordinals.toReversed()) {
    const replica = byOrdinal.get(ordinal)
    if (ordinal >= end && replica !== undefined) run.deletePod(replica.pod, path)
  }
  const model = byOrdinal.get(ordinals.at(-1) ?? 0)
  if (model === undefined) return
  for (let ordinal = first; ordinal < end; ordinal++) {
    if (byOrdinal.has(ordinal)) continue
    if (!run.createPod(statefulCopy(run, model, `${edit.name}-${ordinal}`, path), path)) return
  }
}

function ordinalOf(name: string): number {
  const ordinal = Number(name.slice(name.lastIndexOf('-') + 1))
  return Number.isSafeInteger(ordinal) && ordinal >= 0 ? ordinal : 0
}

/** Its own claims are called after it, and made where there are none. */
function statefulCopy(
  run: EditRun,
  { pod, name: modelName }: Replica,
  name: string,
  path: JsonPath,
) {
  const namespace = namespaceOrDefault(pod)
  const copy = copyOf(pod, name, {
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinalOf(name)),
  })
  const spec = objectAt(copy, 'spec')
  const volumes = listAt(spec, 'volumes').map((volume) => {
    const source = objectAt(volume, 'persistentVolumeClaim')
    const claimName = String(source['claimName'] ?? '')
    if (!isObject(volume) || !claimName.endsWith(`-${modelName}`)) return volume
    const newName = `${claimName.slice(0, -modelName.length)}${name}`
    const model = run.objects.find('persistentVolumeClaims', { namespace, name: claimName })
    const isThere = run.objects.has('persistentVolumeClaims', { namespace, name: newName })
    if (model !== null && !isThere) {
      run.put('persistentVolumeClaims', unboundClaim(model, namespace, newName), path)
    }
    return { ...volume, persistentVolumeClaim: { ...source, claimName: newName } }
  })
  return { ...copy, spec: { ...spec, ...(volumes.length > 0 && { volumes }) } }
}

function unboundClaim(claim: JsonObject, namespace: string, name: string): JsonObject {
  const { volumeName: _, ...spec } = objectAt(claim, 'spec')
  const { labels } = objectAt(claim, 'metadata')
  return { ...claim, metadata: { name, namespace, labels }, spec, status: { phase: 'Pending' } }
}

/** A new pod like one that there is: of its name, age and place it keeps nothing. */
function copyOf(pod: JsonObject, name: string, labels: JsonObject): JsonObject {
  const metadata = objectAt(pod, 'metadata')
  const { annotations, ownerReferences, namespace } = metadata
  return {
    ...withoutNode(pod),
    metadata: {
      name,
      namespace,
      labels: { ...objectAt(metadata, 'labels'), ...labels },
      ...(annotations !== undefined && { annotations }),
      ownerReferences,
    },
  }
}

/** Null, and told, where there are too many. */
function replicasOf(run: EditRun, workload: Workload, path: JsonPath): Replica[] | null {
  const pods = run.podsOfWorkloads.under(keyOfWorkload(workload))
  if (!run.canLookAt(pods.length, path)) return null
  return pods.flatMap((pod) => {
    const facts = factsOf(pod)
    if (isOver(facts)) return []
    const owner = facts.owner?.name ?? workload.name
    return [{ ...facts, pod, owner, isReady: facts.isReady ?? false, deletionCost: costOf(pod) }]
  })
}

function costOf(pod: JsonObject): number {
  const annotations = objectAt(objectAt(pod, 'metadata'), 'annotations')
  const cost = Number(annotations[DELETION_COST_ANNOTATION] ?? 0)
  return Number.isInteger(cost) ? cost : 0
}

import { type ControlledPod, readControlledPod } from '../../controllers/cluster/controlled-pod.ts'
import { Fields, isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { Issues, ROOT } from '../../snapshot/json/json-path.ts'
import { listAt, objectAt } from '../../snapshot/json/raw-object.ts'
import { QuantityCache } from '../../snapshot/resources/quantity.ts'

/** What edits read of a pod; what is wrong with it is for its reader to say. */
export function factsOf(pod: JsonObject): ControlledPod {
  const context = { issues: new Issues(), quantities: new QuantityCache() }
  // Nothing is timed here, so any start will do.
  return readControlledPod(new Fields(pod, ROOT, context), 0)
}

/** Who controls a pod; null: nobody. */
export function controllerOf(pod: JsonObject): { kind: string; name: string } | null {
  const owners = listAt(objectAt(pod, 'metadata'), 'ownerReferences')
  const owner = owners.find((one) => isObject(one) && one['controller'] === true)
  if (!isObject(owner)) return null
  return { kind: String(owner['kind'] ?? ''), name: String(owner['name'] ?? '') }
}

/** It holds nothing of its node any more, or not for long. */
export function isOver({ phase, isTerminating }: ControlledPod): boolean {
  return phase === 'Succeeded' || phase === 'Failed' || isTerminating
}

/** It belongs to its node, and goes with it: a DaemonSet's, or the mirror of a static pod. */
export function isOfNode({ owner, isMirror }: ControlledPod): boolean {
  return isMirror || owner?.kind === 'DaemonSet' || owner?.kind === 'Node'
}

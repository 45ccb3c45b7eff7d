import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'

/** The pod as it would be placed now, though it may run already; what is no spec is told by its reader. */
export function withoutNode(pod: JsonObject): JsonObject {
  const { spec } = pod
  if (!isObject(spec)) return pod
  const { nodeName: _, ...rest } = spec
  return { ...pod, spec: rest, status: {} }
}

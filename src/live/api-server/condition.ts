import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'

interface Condition extends JsonObject {
  readonly type: string
  readonly status: string
}

/** The condition of this type that an object has. */
export function conditionOf({ status }: JsonObject, type: string): JsonObject | undefined {
  return conditionsOf(status).find((one) => one['type'] === type)
}

/** As it is written: its time of transition stays while its status does (UpdatePodCondition, SetStatusCondition). */
export function nextCondition(object: JsonObject, next: Condition): JsonObject {
  const { metadata } = object
  const generation = isObject(metadata) ? metadata['generation'] : undefined
  const observed = typeof generation === 'number' ? { observedGeneration: generation } : {}
  const before = conditionOf(object, next.type)
  const isSame = before !== undefined && before['status'] === next.status
  const lastTransitionTime = isSame ? before['lastTransitionTime'] : wholeSeconds(new Date())
  return { ...next, ...observed, lastTransitionTime }
}

/** All conditions of an object, with one put in its place. */
export function withCondition({ status }: JsonObject, one: JsonObject): JsonObject[] {
  const others = conditionsOf(status).filter(({ type }) => type !== one['type'])
  return [...others, one]
}

/** As the API server writes times. */
export function wholeSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

function conditionsOf(status: unknown): readonly JsonObject[] {
  const held = isObject(status) ? status['conditions'] : undefined
  return Array.isArray(held) ? held.filter(isObject) : []
}

import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'

/** A copy of an object from outside, to be changed. */
export type Draft = Record<string, unknown>

/** Of JSON: nothing else is in an object that was read from text. */
export function draftOf(object: JsonObject): Draft {
  return JSON.parse(JSON.stringify(object))
}

export function isDraft(value: unknown): value is Draft {
  return isObject(value)
}

/** A member that is an object, made where there is none. */
export function draftAt(parent: Draft, key: string): Draft {
  const member = parent[key]
  if (isDraft(member)) return member
  const made: Draft = {}
  parent[key] = made
  return made
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

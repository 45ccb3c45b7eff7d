import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import { ScannedPod } from '../pods/scanned-pod.ts'
import { isObject, type JsonObject } from './fields.ts'

/** A text two levels down in an object that nobody has read yet; empty when it is not there, or no text. */
export function textAt(value: unknown, parent: string, key: string): string {
  const known = value instanceof ScannedPod ? value.textAt(parent, key) : undefined
  if (known !== undefined) return known
  const object = isObject(value) ? value[parent] : undefined
  const text = isObject(object) ? object[key] : undefined
  return typeof text === 'string' ? text : ''
}

/** The object that stands in a value, also where it only looks like one. */
export function objectOf(value: unknown): unknown {
  return value instanceof ScannedPod ? value.toObject() : value
}

export function nameOf(value: unknown): string {
  return value instanceof ScannedPod ? value.name : textAt(value, 'metadata', 'name')
}

/** Empty when it names none. */
export function namespaceOf(value: unknown): string {
  return value instanceof ScannedPod ? value.namespace : textAt(value, 'metadata', 'namespace')
}

export function namespaceOrDefault(value: unknown): string {
  return namespaceOf(value) || DEFAULT_NAMESPACE
}

/** By which objects of a namespaced kind are told apart. */
export function namespacedKey(value: unknown): string {
  return `${namespaceOrDefault(value)}/${nameOf(value)}`
}

/** A member that is an object; an empty one where it is absent or something else, which readers tell. */
export function objectAt(value: unknown, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined
  return isObject(member) ? member : {}
}

export function listAt(value: unknown, key: string): readonly unknown[] {
  const member = isObject(value) ? value[key] : undefined
  return Array.isArray(member) ? member : []
}

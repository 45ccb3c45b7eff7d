import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import { ScannedPod } from '../pods/scanned-pod.ts'
import { isObject } from './fields.ts'

/** A text two levels down in an object that nobody has read yet; empty when it is not there, or no text. */
export function textAt(value: unknown, parent: string, key: string): string {
  const object = isObject(value) ? value[parent] : undefined
  const text = isObject(object) ? object[key] : undefined
  return typeof text === 'string' ? text : ''
}

export function nameOf(value: unknown): string {
  return value instanceof ScannedPod ? value.name : textAt(value, 'metadata', 'name')
}

/** Empty when it names none. */
export function namespaceOf(value: unknown): string {
  return value instanceof ScannedPod ? value.namespace : textAt(value, 'metadata', 'namespace')
}

/** By which objects of a namespaced kind are told apart. */
export function namespacedKey(value: unknown): string {
  return `${namespaceOf(value) || DEFAULT_NAMESPACE}/${nameOf(value)}`
}

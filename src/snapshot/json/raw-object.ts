import { DEFAULT_NAMESPACE } from '../api-defaults.ts'
import { isObject } from './fields.ts'

/** A text two levels down in an object that nobody has read yet; empty when it is not there, or no text. */
export function textAt(value: unknown, parent: string, key: string): string {
  const object = isObject(value) ? value[parent] : undefined
  const text = isObject(object) ? object[key] : undefined
  return typeof text === 'string' ? text : ''
}

/** By which objects of a namespaced kind are told apart. */
export function namespacedKey(value: unknown): string {
  const namespace = textAt(value, 'metadata', 'namespace') || DEFAULT_NAMESPACE
  return `${namespace}/${textAt(value, 'metadata', 'name')}`
}

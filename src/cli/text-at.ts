import { isObject } from '../snapshot/fields.ts'

/** A text inside a value, empty when anything on the way is missing or of another type. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  let current = value
  for (const key of path) current = isObject(current) ? current[key] : undefined
  return typeof current === 'string' ? current : ''
}

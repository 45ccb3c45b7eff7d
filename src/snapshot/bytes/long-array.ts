import { pointerStep } from '../json/json-pointer.ts'

/** The first array in a value with more than so many items. */
export function firstLongArray(
  value: unknown,
  itemsMax: number,
): { readonly pointer: string; readonly length: number } | null {
  if (Array.isArray(value) && value.length > itemsMax) return { pointer: '', length: value.length }
  if (typeof value !== 'object' || value === null) return null
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value)
  for (const [key, item] of entries) {
    const found = firstLongArray(item, itemsMax)
    if (found !== null) return { ...found, pointer: pointerStep(key) + found.pointer }
  }
  return null
}

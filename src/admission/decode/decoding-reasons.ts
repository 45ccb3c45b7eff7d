import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { PatchOperation } from '../changes/difference.ts'
import type { JsonValue } from '../types/write.ts'
import type { StrictFault } from './fault.ts'

/** Why decoding and writing a pod again changes what was sent. */
export function decodingReason(strict: readonly StrictFault[], sent: JsonValue) {
  const unknown = new Set(
    strict.filter(({ kind }) => kind === 'unknown field').map(({ path }) => pointer(path)),
  )
  const repeated = strict
    .filter(({ kind }) => kind === 'duplicate field')
    .map(({ path }) => pointer(path))
  return (path: string, { op }: PatchOperation): string => {
    if (repeated.some((place) => path === place || path.startsWith(`${place}/`))) {
      return 'the field was sent more than once; the last one is merged into what came before'
    }
    if (op === 'add') return 'the API always writes this field'
    if (op === 'replace') return 'written in the form that the API gives to such values'
    if (unknown.has(path)) return 'the API has no such field; it is dropped'
    const value = valueAt(sent, path)
    if (value === null) return 'null is the same as nothing'
    return isEmpty(value)
      ? 'an empty value is the same as none'
      : 'the API has no such field; it is dropped'
  }
}

function pointer(path: readonly (string | number)[]): string {
  return path.map((part) => pointerStep(part)).join('')
}

function valueAt(sent: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = sent
  for (const part of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(value, key) ? (value as Record<string, JsonValue>)[key] : undefined // own
  }
  return value
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === '' || value === 0 || value === false
}

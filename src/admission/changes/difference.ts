import { pointerStep } from '../../snapshot/json/json-pointer.ts'
import type { JsonValue } from '../types/write.ts'

/** One step of a JSON Patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: JsonValue
}

/**
 * The patch that turns one JSON value into another: field by field, list items in place. A list
 * that lost items is replaced whole, since there is no telling which one went.
 */
export function difference(before: JsonValue, after: JsonValue): PatchOperation[] {
  const operations: PatchOperation[] = []
  compare(before, after, '', operations)
  return operations
}

function compare(before: JsonValue, after: JsonValue, path: string, into: PatchOperation[]): void {
  if (isObject(before) && isObject(after)) compareObjects(before, after, path, into)
  else if (Array.isArray(before) && Array.isArray(after) && after.length >= before.length) {
    compareLists(before, after, path, into)
  } else if (!isSame(before, after)) into.push({ op: 'replace', path, value: after })
}

type JsonObject = { [field: string]: JsonValue }

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function compareObjects(
  before: JsonObject,
  after: JsonObject,
  path: string,
  into: PatchOperation[],
): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) into.push({ op: 'remove', path: `${path}${pointerStep(key)}` })
  }
  for (const [key, value] of Object.entries(after)) {
    const place = `${path}${pointerStep(key)}`
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    if (old === undefined) into.push({ op: 'add', path: place, value })
    else compare(old, value, place, into)
  }
}

function compareLists(
  before: JsonValue[],
  after: JsonValue[],
  path: string,
  into: PatchOperation[],
): void {
  for (const [index, value] of after.entries()) {
    const old = before[index]
    if (index >= before.length || old === undefined) {
      into.push({ op: 'add', path: `${path}/${index}`, value })
    } else compare(old, value, `${path}/${index}`, into)
  }
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  if (Array.isArray(a) || Array.isArray(b) || isObject(a) || isObject(b)) return false
  return a === b
}

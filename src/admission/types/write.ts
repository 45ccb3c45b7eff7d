import { Quantity } from '../../snapshot/quantity/quantity.ts'
import type { FieldType } from './field.ts'
import { fieldsOf } from './types.ts'
import type { StructValue, Value } from './zero.ts'

/** JSON as the server writes it; a bigint is a whole number that a double cannot hold. */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonValue[]
  | { [field: string]: JsonValue }

/**
 * A struct as it comes back from storage: fields with an empty value are left out where the Go tag
 * says so, and an empty list or map is none at all, since storage does not tell them apart.
 */
export function writeStruct(name: string, struct: StructValue): { [field: string]: JsonValue } {
  const written: { [field: string]: JsonValue } = {}
  for (const [key, type] of fieldsOf(name)) {
    const value = struct[key]
    if (!type.isAlwaysWritten && isEmpty(type, value)) continue
    written[key] = writeValue(type, value)
  }
  return written
}

function isEmpty(type: FieldType, value: Value): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  if (value instanceof Map) return value.size === 0
  if (type.isPointer) return false
  return value === '' || value === 0 || value === 0n || value === false
}

export function writeValue(type: FieldType, value: Value): JsonValue {
  if (value === undefined) return null
  if (value instanceof Quantity) return value.toString()
  if (typeof value === 'bigint') return writeInt64(value)
  if (type.kind === 'struct') return writeStruct(type.struct, value as StructValue) // by the tables
  const { element } = type
  if (element === null) return value as JsonValue // a text, a number or a truth
  if (value instanceof Map) return writeMap(element, value)
  return (value as Value[]).map((item) => writeValue(element, item)) // lists and maps alone have elements
}

function writeInt64(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * Keys sorted, as Go writes maps. Names from outside become keys only of objects without a
 * prototype.
 */
function writeMap(element: FieldType, map: Map<string, Value>): JsonValue {
  const written: { [field: string]: JsonValue } = Object.create(null)
  for (const key of [...map.keys()].sort()) written[key] = writeValue(element, map.get(key))
  return written
}

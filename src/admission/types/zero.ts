import { UNSET_QUANTITY } from '../../snapshot/quantity/quantity.ts'
import type { FieldType } from './field.ts'
import { fieldsOf, type Struct, type StructName } from './types.ts'

/** What is decoded: a struct, its parts, and nothing else. */
export type Value = unknown
export type StructValue = { [field: string]: Value }

/** A struct as Go makes it: every field with its zero value. */
export function zero<Name extends StructName>(name: Name): Struct<Name> {
  return zeroStruct(name) as Struct<Name> // the tables make both the fields and the type
}

export function zeroStruct(name: string): StructValue {
  const struct: StructValue = {}
  for (const [key, type] of fieldsOf(name)) struct[key] = zeroOf(type)
  return struct
}

/** The zero value of a field: nothing for pointers, lists and maps. */
export function zeroOf(type: FieldType): Value {
  if (type.isPointer) return undefined
  switch (type.kind) {
    case 'string':
    case 'Time':
      return ''
    case 'bool':
      return false
    case 'int32':
    case 'IntOrString':
      return 0
    case 'int64':
      return 0n
    case 'Quantity':
      return UNSET_QUANTITY
    case 'struct':
      return zeroStruct(type.struct)
    case 'list':
    case 'map':
    case 'FieldsV1':
      return undefined
  }
}

/** reflect.Value.IsZero: an empty list or map is there, and so is not zero. */
export function isZero(type: FieldType, value: Value): boolean {
  if (value === undefined) return true
  if (type.isPointer) return false
  if (type.kind === 'struct') {
    const struct = value as StructValue // by the tables
    return [...fieldsOf(type.struct)].every(([key, field]) => isZero(field, struct[key]))
  }
  return value === '' || value === 0 || value === 0n || value === false || value === UNSET_QUANTITY
}

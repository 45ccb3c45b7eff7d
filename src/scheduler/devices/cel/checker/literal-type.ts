import { BOOL, BYTES, type CelType, DOUBLE, INT, NULL, STRING, UINT } from '../types/cel-type.ts'
import { type CelValue, Uint } from '../values/cel-value.ts'

/** The type of what can be written as a literal. */
export function typeOfLiteral(value: CelValue): CelType {
  switch (typeof value) {
    case 'boolean':
      return BOOL
    case 'bigint':
      return INT
    case 'number':
      return DOUBLE
    case 'string':
      return STRING
    default:
      if (value === null) return NULL
      return value instanceof Uint ? UINT : BYTES
  }
}

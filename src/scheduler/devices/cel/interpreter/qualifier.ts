import { isMap } from '../values/cel-map.ts'
import { CelError, CelList, type CelValue, type Outcome, Uint } from '../values/cel-value.ts'
import { goTypeName } from '../values/go-type-name.ts'
import { INT_MAX, INT_MIN } from '../values/integers.ts'
import { printValue } from '../values/print-value.ts'
import { typeNameOf } from '../values/type-name.ts'
import type { Node } from './run.ts'

/** A step from a value into it: a field, a key or an index. */
export interface Qualifier {
  /** Undefined: computed. */
  readonly constant: CelValue | undefined
  readonly computed: Node | null
  readonly isOptional: boolean
  /** has(): whether it is there. */
  readonly isTest: boolean
}

export function constantQualifier(key: CelValue, isOptional = false): Qualifier {
  return { constant: key, computed: null, isOptional, isTest: false }
}

/** What is wrong with a value as a key, null if it can be one. */
export function keyError(key: CelValue): CelError | null {
  const isKey = key instanceof Uint || (typeof key !== 'object' && key !== null)
  return isKey ? null : new CelError(`invalid qualifier type: ${goTypeName(key)}`)
}

/** What a key finds in a value; undefined: nothing, an error only where the key makes no sense. */
export function find(value: CelValue, key: CelValue): Outcome | undefined {
  if (isMap(value)) return value.find(key)
  if (!(value instanceof CelList)) return undefined
  const index = toIndex(key)
  return index instanceof CelError ? index : value.items[index]
}

/** The error of a key that finds nothing. */
export function missing(value: CelValue, key: CelValue): CelError {
  const what = value instanceof CelList ? 'index out of bounds' : 'no such key'
  return new CelError(`${what}: ${printValue(key)}`)
}

/** A number of any type can be an index if it is whole. */
function toIndex(key: CelValue): number | CelError {
  if (typeof key === 'bigint') return clamp(key)
  if (key instanceof Uint && key.value <= INT_MAX) return clamp(key.value)
  if (typeof key === 'number' && Number.isInteger(key)) {
    if (key > Number(INT_MIN) && key < Number(INT_MAX)) return key < 0 ? -1 : key
  }
  if (typeof key === 'number' || key instanceof Uint) {
    return new CelError(`unsupported index value ${printValue(key)} in list`)
  }
  return new CelError(`unsupported index type '${typeNameOf(key)}' in list`)
}

/** Indexes that no list has become -1. */
function clamp(index: bigint): number {
  return index < 0n || index > 0xffffffffn ? -1 : Number(index)
}

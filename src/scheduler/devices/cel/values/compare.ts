import {
  Bytes,
  CelError,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
  Uint,
} from './cel-value.ts'
import { Duration, Timestamp } from './time.ts'

const NOT_ORDERED = new CelError('NaN values cannot be ordered')

/** Whether a value has an order at all (cel-go's trait Comparer). */
export function isComparable(value: CelValue): boolean {
  return (
    (typeof value !== 'object' && value !== null) ||
    value instanceof Uint ||
    value instanceof Bytes ||
    value instanceof Duration ||
    value instanceof Timestamp
  )
}

/** -1, 0 or 1, or why two values have no order; numbers of different types have one. */
export function compareValues(a: CelValue, b: CelValue): -1 | 0 | 1 | CelError {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(Number(a), Number(b))
  if (a instanceof Bytes && b instanceof Bytes) return compareOctets(a.octets, b.octets)
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos)
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanos, b.nanos)
  return NO_SUCH_OVERLOAD
}

export type CelNumber = bigint | number | Uint

export function isNumber(value: Outcome): value is CelNumber {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint
}

function compareNumbers(a: CelNumber, b: CelNumber): -1 | 0 | 1 | CelError {
  const left = a instanceof Uint ? a.value : a
  const right = b instanceof Uint ? b.value : b
  if (typeof left === 'bigint' && typeof right === 'bigint') return order(left, right)
  if (Number.isNaN(left) || Number.isNaN(right)) return NOT_ORDERED
  // A whole number beside a double is taken as one, unless the double is beyond all of its type.
  return order(Number(left), Number(right))
}

function order<T extends number | bigint>(a: T, b: T): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** By UTF-8, that is by code points, where JavaScript goes by UTF-16. */
export function compareStrings(a: string, b: string): -1 | 0 | 1 {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return order(codePointRank(left), codePointRank(right))
  }
  return order(a.length, b.length)
}

/** Surrogates stand for code points above all others. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function compareOctets(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return order(a[i], b[i])
  }
  return order(a.length, b.length)
}

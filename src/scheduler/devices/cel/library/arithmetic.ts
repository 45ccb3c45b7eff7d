import type { Run } from '../interpreter/run.ts'
import {
  Bytes,
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
  Uint,
} from '../values/cel-value.ts'
import { isInt, isUint } from '../values/integers.ts'
import { Duration, isTimestampSecond, Timestamp } from '../values/time.ts'

const INT_OVERFLOW = new CelError('integer overflow')
const UINT_OVERFLOW = new CelError('unsigned integer overflow')
const TIMESTAMP_OVERFLOW = new CelError('timestamp overflow')
const DIVISION_BY_ZERO = new CelError('division by zero')
const MODULUS_BY_ZERO = new CelError('modulus by zero')

export function intOrOverflow(value: bigint): Outcome {
  return isInt(value) ? value : INT_OVERFLOW
}

export function uintOrOverflow(value: bigint): Outcome {
  return isUint(value) ? new Uint(value) : UINT_OVERFLOW
}

function durationOrOverflow(nanos: bigint): Outcome {
  return isInt(nanos) ? new Duration(nanos) : INT_OVERFLOW
}

export function timestampOrOverflow(nanos: bigint, offsetMinutes: number): Outcome {
  const timestamp = new Timestamp(nanos, offsetMinutes)
  return isTimestampSecond(timestamp.seconds) ? timestamp : TIMESTAMP_OVERFLOW
}

/** What cel-go says of an operator for which a type has no method at all. */
function notFor(operator: string): CelError {
  return new CelError(`no such overload: ${operator}`)
}

/** Strings, durations and timestamps have methods for the operators that they lack. */
export function withoutOperator(value: CelValue, operator: string): CelError {
  const isReceiver =
    typeof value === 'string' || value instanceof Duration || value instanceof Timestamp
  return isReceiver ? NO_SUCH_OVERLOAD : notFor(operator)
}

export function add([a, b]: readonly CelValue[], run: Run): Outcome {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? intOrOverflow(a + b) : NO_SUCH_OVERLOAD
  if (typeof a === 'number') return typeof b === 'number' ? a + b : NO_SUCH_OVERLOAD
  if (typeof a === 'string') {
    return typeof b === 'string' ? concatenate(a, b, run) : NO_SUCH_OVERLOAD
  }
  return addObjects(a, b, run)
}

function addObjects(a: CelValue, b: CelValue, run: Run): Outcome {
  if (a instanceof CelList) return b instanceof CelList ? append(a, b, run) : NO_SUCH_OVERLOAD
  if (a instanceof Uint) {
    return b instanceof Uint ? uintOrOverflow(a.value + b.value) : NO_SUCH_OVERLOAD
  }
  if (a instanceof Bytes) return b instanceof Bytes ? joinBytes(a, b, run) : NO_SUCH_OVERLOAD
  if (a instanceof Duration) return addToDuration(a, b)
  if (!(a instanceof Timestamp)) return notFor('_+_')
  return b instanceof Duration ? addToDuration(b, a) : NO_SUCH_OVERLOAD
}

function addToDuration(a: Duration, b: CelValue): Outcome {
  if (b instanceof Duration) return durationOrOverflow(a.nanos + b.nanos)
  if (!(b instanceof Timestamp)) return NO_SUCH_OVERLOAD
  return timestampOrOverflow(a.nanos + b.nanos, b.offsetMinutes)
}

function concatenate(a: string, b: string, run: Run): Outcome {
  // Joined strings share their parts, but whoever reads them pays for their length.
  return run.made((a.length + b.length) >> 2, () => a + b)
}

function joinBytes(a: Bytes, b: Bytes, run: Run): Outcome {
  const length = a.octets.length + b.octets.length
  return run.made(length, () => {
    const octets = new Uint8Array(length)
    octets.set(a.octets)
    octets.set(b.octets, a.octets.length)
    return new Bytes(octets)
  })
}

/** What a loop collects grows in place; any other list is left as it is. */
function append(a: CelList, b: CelList, run: Run): Outcome {
  if (!a.isGrowing) {
    if (a.items.length === 0) return b
    if (b.items.length === 0) return a
    const length = a.items.length + b.items.length
    return run.made(length, () => new CelList([...a.items, ...b.items]))
  }
  return run.made(b.items.length, () => {
    for (const item of b.items.slice()) a.items.push(item)
    return a
  })
}

export function subtract([a, b]: readonly CelValue[]): Outcome {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? intOrOverflow(a - b) : NO_SUCH_OVERLOAD
  if (typeof a === 'number') return typeof b === 'number' ? a - b : NO_SUCH_OVERLOAD
  if (a instanceof Uint)
    return b instanceof Uint ? uintOrOverflow(a.value - b.value) : NO_SUCH_OVERLOAD
  if (a instanceof Duration) {
    return b instanceof Duration ? durationOrOverflow(a.nanos - b.nanos) : NO_SUCH_OVERLOAD
  }
  if (!(a instanceof Timestamp)) return withoutOperator(a, '_-_')
  if (b instanceof Timestamp) return durationOrOverflow(a.nanos - b.nanos)
  return b instanceof Duration
    ? timestampOrOverflow(a.nanos - b.nanos, a.offsetMinutes)
    : NO_SUCH_OVERLOAD
}

export function multiply([a, b]: readonly CelValue[]): Outcome {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? intOrOverflow(a * b) : NO_SUCH_OVERLOAD
  if (typeof a === 'number') return typeof b === 'number' ? a * b : NO_SUCH_OVERLOAD
  if (!(a instanceof Uint)) return withoutOperator(a, '_*_')
  return b instanceof Uint ? uintOrOverflow(a.value * b.value) : NO_SUCH_OVERLOAD
}

export function divide([a, b]: readonly CelValue[]): Outcome {
  if (typeof a === 'bigint') {
    if (typeof b !== 'bigint') return NO_SUCH_OVERLOAD
    return b === 0n ? DIVISION_BY_ZERO : intOrOverflow(a / b)
  }
  if (typeof a === 'number') return typeof b === 'number' ? a / b : NO_SUCH_OVERLOAD
  if (!(a instanceof Uint)) return withoutOperator(a, '_/_')
  if (!(b instanceof Uint)) return NO_SUCH_OVERLOAD
  return b.value === 0n ? DIVISION_BY_ZERO : new Uint(a.value / b.value)
}

export function modulo([a, b]: readonly CelValue[]): Outcome {
  if (typeof a === 'bigint') {
    if (typeof b !== 'bigint') return NO_SUCH_OVERLOAD
    if (b === 0n) return MODULUS_BY_ZERO
    // In 64 bits the quotient of the least number and -1 does not exist.
    return isInt(a / b) ? a % b : INT_OVERFLOW
  }
  if (!(a instanceof Uint)) return withoutOperator(a, '_%_')
  if (!(b instanceof Uint)) return NO_SUCH_OVERLOAD
  return b.value === 0n ? MODULUS_BY_ZERO : new Uint(a.value % b.value)
}

export function negate([a]: readonly CelValue[]): Outcome {
  if (typeof a === 'bigint') return intOrOverflow(-a)
  if (typeof a === 'number') return -a
  if (typeof a === 'boolean') return NO_SUCH_OVERLOAD
  if (a instanceof Duration) return durationOrOverflow(-a.nanos)
  return withoutOperator(a, '-_')
}

export function not([a]: readonly CelValue[]): Outcome {
  return typeof a === 'boolean' ? !a : NO_SUCH_OVERLOAD
}

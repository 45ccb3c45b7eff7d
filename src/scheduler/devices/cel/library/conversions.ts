import { typeOfType } from '../types/cel-type.ts'
import {
  Bytes,
  CelError,
  type CelValue,
  type Outcome,
  TypeValue,
  Uint,
} from '../values/cel-value.ts'
import { formatGoFloat, parseGoFloat } from '../values/go-float.ts'
import { INT_MAX, INT_MIN, isInt, isUint, UINT_MAX } from '../values/integers.ts'
import { NANOS_PER_SECOND, parseDuration, parseTimestamp } from '../values/time.ts'
import { typeNameOf } from '../values/type-name.ts'
import { fromUtf8, utf8 } from '../values/utf8.ts'
import { intOrOverflow, timestampOrOverflow, uintOrOverflow } from './arithmetic.ts'
import { traversal } from './cost.ts'
import { global, type Overload, shared } from './overload.ts'
import {
  aBool,
  aDouble,
  aDuration,
  aDyn,
  anInt,
  any,
  aString,
  aTimestamp,
  aUint,
  type Param,
  someBytes,
} from './params.ts'

const INT_OVERFLOW = new CelError('integer overflow')
const UINT_OVERFLOW = new CelError('unsigned integer overflow')

function failed(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`)
}

function identity(name: string, param: Param): Overload {
  return global(name, [param], param, (value) => value)
}

/** strconv.ParseBool */
const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['t', true],
  ['T', true],
  ['true', true],
  ['TRUE', true],
  ['True', true],
  ['0', false],
  ['f', false],
  ['F', false],
  ['false', false],
  ['FALSE', false],
  ['False', false],
])

function toBytes(text: string): Bytes {
  return new Bytes(utf8(text))
}

function doubleToInt(value: number): Outcome {
  // The bounds themselves are not doubles; what rounds to them is beyond.
  if (!Number.isFinite(value) || value <= Number(INT_MIN) || value >= Number(INT_MAX)) {
    return INT_OVERFLOW
  }
  return BigInt(Math.trunc(value))
}

function doubleToUint(value: number): Outcome {
  if (!Number.isFinite(value) || value < 0 || value >= Number(UINT_MAX)) return UINT_OVERFLOW
  return new Uint(BigInt(Math.trunc(value)))
}

function parseInt64(text: string): Outcome {
  const value = /^[+-]?\d{1,400}$/.test(text) ? BigInt(text.replace('+', '')) : null
  return value === null || !isInt(value) ? failed('string', 'int') : value
}

function parseUint64(text: string): Outcome {
  const value = /^\d{1,400}$/.test(text) ? BigInt(text) : null
  return value === null || !isUint(value) ? failed('string', 'uint') : new Uint(value)
}

const TO_INT: readonly Overload[] = [
  identity('int', anInt),
  global('int', [aDouble], anInt, doubleToInt),
  global('int', [aDuration], anInt, ({ nanos }) => nanos),
  global('int', [aString], anInt, parseInt64),
  global('int', [aTimestamp], anInt, ({ seconds }) => seconds),
  global('int', [aUint], anInt, ({ value }) => intOrOverflow(value)),
]

const TO_UINT: readonly Overload[] = [
  identity('uint', aUint),
  global('uint', [aDouble], aUint, doubleToUint),
  global('uint', [anInt], aUint, uintOrOverflow),
  global('uint', [aString], aUint, parseUint64),
]

const TO_DOUBLE: readonly Overload[] = [
  identity('double', aDouble),
  global('double', [anInt], aDouble, Number),
  global('double', [aString], aDouble, (text) => parseGoFloat(text) ?? failed('string', 'double')),
  global('double', [aUint], aDouble, ({ value }) => Number(value)),
]

const TO_STRING: readonly Overload[] = [
  identity('string', aString),
  global('string', [aBool], aString, String),
  global(
    'string',
    [someBytes],
    aString,
    ({ octets }) =>
      fromUtf8(octets) ?? new CelError('invalid UTF-8 in bytes, cannot convert to string'),
    { cost: traversal(0) },
  ),
  global('string', [aDouble], aString, formatGoFloat),
  global('string', [aDuration], aString, String),
  global('string', [anInt], aString, String),
  global('string', [aTimestamp], aString, String),
  global('string', [aUint], aString, ({ value }) => String(value)),
]

const TO_TIMES: readonly Overload[] = [
  identity('duration', aDuration),
  global(
    'duration',
    [aString],
    aDuration,
    (text) => parseDuration(text) ?? failed('string', 'google.protobuf.Duration'),
  ),
  identity('timestamp', aTimestamp),
  global('timestamp', [anInt], aTimestamp, (seconds) =>
    timestampOrOverflow(seconds * NANOS_PER_SECOND, 0),
  ),
  global('timestamp', [aString], aTimestamp, (text) => {
    const parsed = parseTimestamp(text)
    if (parsed === null) return failed('string', 'google.protobuf.Timestamp')
    return timestampOrOverflow(parsed.nanos, parsed.offsetMinutes)
  }),
]

/** Declared by cel-go before 0.29, and never able to convert. */
export const DURATION_OF_INT: Overload = global('duration', [anInt], aDuration, () =>
  failed('int', 'google.protobuf.Duration'),
)

const OTHERS: readonly Overload[] = [
  identity('bool', aBool),
  global('bool', [aString], aBool, (text) => BOOLS.get(text) ?? failed('string', 'bool')),
  identity('bytes', someBytes),
  global('bytes', [aString], someBytes, toBytes, { cost: traversal(0) }),
  ...shared('dyn', 'global', [{ params: [any('A')], result: aDyn }], ([value]) => value),
  ...shared(
    'type',
    'global',
    [{ params: [any('A')], result: { type: typeOfType(any('A').type) } }],
    ([value]) => typeOf(value),
  ),
]

function typeOf(value: CelValue): TypeValue {
  return new TypeValue(typeNameOf(value))
}

export const CONVERSIONS: readonly Overload[] = [
  ...TO_INT,
  ...TO_UINT,
  ...TO_DOUBLE,
  ...TO_STRING,
  ...TO_TIMES,
  ...OTHERS,
]

/** The functions whose calls on literals are computed once, before any device is seen. */
export const CONVERSION_NAMES: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])

import { isMap } from '../values/cel-map.ts'
import {
  Bytes,
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  NONE,
  Optional,
  type Outcome,
  Uint,
} from '../values/cel-value.ts'
import { printValue } from '../values/print-value.ts'
import { Duration, SECONDS_MIN, Timestamp } from '../values/time.ts'
import { global, method, type Overload, shared } from './overload.ts'
import { aBool, any, listOf, optional } from './params.ts'

const V = any('V')
const NO_VALUE = new CelError('optional.none() dereference')

/** Whether a value is the zero of its type; values of types without a zero never are. */
function isZero(value: CelValue): boolean {
  switch (typeof value) {
    case 'boolean':
      return !value
    case 'bigint':
      return value === 0n
    case 'number':
      return value === 0
    case 'string':
      return value === ''
    default:
      return value === null || isZeroObject(value)
  }
}

function isZeroObject(value: NonNullable<CelValue>): boolean {
  if (value instanceof Uint) return value.value === 0n
  if (value instanceof Bytes) return value.octets.length === 0
  if (value instanceof CelList) return value.items.length === 0
  if (value instanceof Duration) return value.nanos === 0n
  // Go's zero time is the start of the first year.
  if (value instanceof Timestamp) return value.seconds === SECONDS_MIN && value.nanosOfSecond === 0
  return isMap(value) && value.size === 0
}

function unwrap({ items }: CelList): Outcome {
  const values: CelValue[] = []
  for (const item of items) {
    if (!(item instanceof Optional)) {
      return new CelError(`value ${printValue(item)} is not optional`)
    }
    if (item.value !== undefined) values.push(item.value)
  }
  return new CelList(values)
}

/** or and orValue are the interpreter's: they may leave their argument alone. */
function special(name: string, second: typeof V, result: typeof V): readonly Overload[] {
  return shared(name, 'method', [{ params: [optional(V), second], result }], () => NO_SUCH_OVERLOAD)
}

/** Optional values (cel-go cel.OptionalTypes). */
export const OPTIONALS: readonly Overload[] = [
  global('optional.of', [V], optional(V), (value) => new Optional(value)),
  global('optional.ofNonZeroValue', [V], optional(V), (value) =>
    isZero(value) ? NONE : new Optional(value),
  ),
  global('optional.none', [], optional(V), () => NONE),
  method('value', [optional(V)], V, ({ value }) => valueOrError(value)),
  method('hasValue', [optional(V)], aBool, ({ value }) => value !== undefined),
  ...special('or', optional(V), optional(V)),
  ...special('orValue', V, V),
  method('first', [listOf(V)], optional(V), ({ items }) => new Optional(items[0])),
  method('last', [listOf(V)], optional(V), ({ items }) => new Optional(items[items.length - 1])),
  global('optional.unwrap', [listOf(optional(V))], listOf(V), unwrap),
  method('unwrapOpt', [listOf(optional(V))], listOf(V), unwrap),
]

function valueOrError(value: CelValue | undefined): Outcome {
  return value === undefined ? NO_VALUE : value
}

import { isMap } from '../values/cel-map.ts'
import {
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
} from '../values/cel-value.ts'
import { compareValues, isComparable } from '../values/compare.ts'
import { type Effort, equalValues } from '../values/equality.ts'
import { Cidr, IpAddress } from '../values/ip-address.ts'
import { NamedFormat } from '../values/named-format.ts'
import { Quantity } from '../values/quantity.ts'
import { Semver } from '../values/semver.ts'
import { Url } from '../values/url.ts'
import {
  add,
  divide,
  modulo,
  multiply,
  negate,
  not,
  subtract,
  withoutOperator,
} from './arithmetic.ts'
import { bothLengths, elementsOfSecond, shorter } from './cost.ts'
import { type Cost, type Overload, type Signature, shared } from './overload.ts'
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
  listOf,
  mapOf,
  optional,
  type Param,
  someBytes,
} from './params.ts'

const A = any('A')
const B = any('B')
const K = any('K')
const V = any('V')

function alike(param: Param, cost?: Signature['cost']): Signature {
  return { params: [param, param], result: param, ...(cost === undefined ? {} : { cost }) }
}

function pair(a: Param, b: Param, result: Param): Signature {
  return { params: [a, b], result }
}

const ARITHMETIC: readonly Overload[] = [
  ...shared(
    '_+_',
    'global',
    [
      alike(someBytes, bothLengths),
      alike(aDouble),
      alike(aDuration),
      pair(aDuration, aTimestamp, aTimestamp),
      pair(aTimestamp, aDuration, aTimestamp),
      alike(anInt),
      alike(listOf(A)),
      alike(aString, bothLengths),
      alike(aUint),
    ],
    add,
  ),
  ...shared(
    '_-_',
    'global',
    [
      alike(aDouble),
      alike(aDuration),
      alike(anInt),
      pair(aTimestamp, aDuration, aTimestamp),
      pair(aTimestamp, aTimestamp, aDuration),
      alike(aUint),
    ],
    subtract,
  ),
  ...shared('_*_', 'global', [alike(aDouble), alike(anInt), alike(aUint)], multiply),
  ...shared('_/_', 'global', [alike(aDouble), alike(anInt), alike(aUint)], divide),
  ...shared('_%_', 'global', [alike(anInt), alike(aUint)], modulo),
  ...shared(
    '-_',
    'global',
    [
      { params: [aDouble], result: aDouble },
      { params: [anInt], result: anInt },
    ],
    negate,
  ),
  ...shared('!_', 'global', [{ params: [aBool], result: aBool }], not),
]

/** Numbers compare across their types, everything else with its own. */
const ORDERED: readonly Signature[] = [
  { params: [aBool, aBool], result: aBool },
  ...[anInt, aDouble, aUint].map((second) => pair(anInt, second, aBool)),
  ...[aUint, aDouble, anInt].map((second) => pair(aUint, second, aBool)),
  ...[aDouble, anInt, aUint].map((second) => pair(aDouble, second, aBool)),
  { params: [aString, aString], result: aBool, cost: shorter },
  { params: [someBytes, someBytes], result: aBool, cost: shorter },
  pair(aTimestamp, aTimestamp, aBool),
  pair(aDuration, aDuration, aBool),
]

function ordering(name: string, isWanted: (order: number) => boolean): readonly Overload[] {
  return shared(name, 'global', ORDERED, ([a, b]) => {
    if (!isComparable(a)) return withoutOperator(a, name)
    const order = compareValues(a, b)
    return order instanceof CelError ? order : isWanted(order)
  })
}

/** Membership: a list has an element that equals, a map has the key. */
export function isIn(value: CelValue, aggregate: CelValue, effort: Effort): Outcome {
  if (isMap(aggregate)) return aggregate.has(value)
  if (!(aggregate instanceof CelList)) return NO_SUCH_OVERLOAD
  if (!effort(aggregate.items.length)) return false
  return aggregate.items.some((item) => equalValues(value, item, effort) === true)
}

const MEMBERSHIP = shared(
  '@in',
  'global',
  [
    { params: [A, listOf(A)], result: aBool, cost: elementsOfSecond },
    { params: [A, mapOf(A, B)], result: aBool },
  ],
  ([value, aggregate], run) => isIn(value, aggregate, run.work),
)

/** What the interpreter does itself; the overloads are for the checker. */
function special(name: string, signatures: readonly Signature[]): readonly Overload[] {
  return shared(name, 'global', signatures, () => NO_SUCH_OVERLOAD)
}

/** Kubernetes' own values are small to compare; all others cost the length of the shorter. */
const comparison: Cost = (args, result) => (isOfKubernetes(args[0]) ? 1 : shorter(args, result))

function isOfKubernetes(value: Outcome | undefined): boolean {
  return (
    value instanceof Quantity ||
    value instanceof Semver ||
    value instanceof IpAddress ||
    value instanceof Cidr ||
    value instanceof Url ||
    value instanceof NamedFormat
  )
}

const SPECIAL: readonly Overload[] = [
  ...special('_?_:_', [{ params: [aBool, A, A], result: A }]),
  ...special('_&&_', [pair(aBool, aBool, aBool)]),
  ...special('_||_', [pair(aBool, aBool, aBool)]),
  ...special('_==_', [{ params: [A, A], result: aBool, cost: comparison }]),
  ...special('_!=_', [{ params: [A, A], result: aBool, cost: shorter }]),
  ...special('@not_strictly_false', [{ params: [aBool], result: aBool }]),
  ...special('_[_]', [
    { params: [listOf(A), anInt], result: A },
    { params: [mapOf(A, B), A], result: B },
    { params: [optional(listOf(V)), anInt], result: optional(V) },
    { params: [optional(mapOf(K, V)), K], result: optional(V) },
  ]),
  ...special('_[?_]', [
    { params: [listOf(V), anInt], result: optional(V) },
    { params: [optional(listOf(V)), anInt], result: optional(V) },
    { params: [mapOf(K, V), K], result: optional(V) },
    { params: [optional(mapOf(K, V)), K], result: optional(V) },
  ]),
  ...special('_?._', [{ params: [aDyn, aString], result: optional(V) }]),
]

export const OPERATORS: readonly Overload[] = [
  ...ARITHMETIC,
  ...ordering('_<_', (order) => order < 0),
  ...ordering('_<=_', (order) => order <= 0),
  ...ordering('_>_', (order) => order > 0),
  ...ordering('_>=_', (order) => order >= 0),
  ...MEMBERSHIP,
  ...SPECIAL,
]

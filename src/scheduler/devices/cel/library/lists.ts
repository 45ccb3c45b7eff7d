import { sortAsGo } from '../../../go/go-sort.ts'
import type { CelDialect } from '../device-selector.ts'
import type { Run } from '../interpreter/run.ts'
import {
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
} from '../values/cel-value.ts'
import { compareValues, isComparable } from '../values/compare.ts'
import { equalValues } from '../values/equality.ts'
import { typeNameOf } from '../values/type-name.ts'
import { withoutOperator } from './arithmetic.ts'
import { madeList, resultList, selfComparison, sizeOf } from './cost.ts'
import { type Cost, global, method, type Overload, type Signature, shared } from './overload.ts'
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
  type Param,
  someBytes,
} from './params.ts'

type CelGo = CelDialect['celGo']

const T = any('T')
const LIST = listOf(T)

/** Types of which lists can be sorted, in upstream's order. */
export const COMPARABLE: readonly Param[] = [
  anInt,
  aUint,
  aDouble,
  aBool,
  aDuration,
  aTimestamp,
  aString,
  someBytes,
]

function slice({ items }: CelList, start: bigint, end: bigint): Outcome {
  const cannot = `cannot slice(${start}, ${end}), `
  if (start < 0n || end < 0n) return new CelError(`${cannot}negative indexes not supported`)
  if (start > end) {
    return new CelError(`${cannot}start index must be less than or equal to end index`)
  }
  if (BigInt(items.length) < end) return new CelError(`${cannot}list is length ${items.length}`)
  return new CelList(items.slice(Number(start), Number(end)))
}

/** Longer ranges cost more than an expression may; since 1.37 they are refused before that shows. */
const RANGE_MAX = 1_000_000n

function range(size: bigint, celGo: CelGo, run: Run): Outcome {
  if (size < 0n && celGo === '0.26') return new CelList([])
  if (size < 0n) return new CelError(`lists.range: size must be non-negative, got ${size}`)
  if (size > RANGE_MAX && celGo !== '0.26') {
    return new CelError(`lists.range: size ${size} exceeds maximum allowed (${RANGE_MAX})`)
  }
  const length = Number(size > RANGE_MAX ? RANGE_MAX + 1n : size)
  return run.made(length, () => new CelList(Array.from({ length }, (_, i) => BigInt(i))))
}

/** Any value is taken for a list where the types are only known now. */
function flatten([list, depth]: readonly CelValue[], run: Run): Outcome {
  const isTyped = depth === undefined || typeof depth === 'bigint'
  if (!(list instanceof CelList) || !isTyped) return noFlatten(list, depth)
  const levels = depth ?? 1n
  if (levels < 0n) return new CelError('level must be non-negative')
  const items: CelValue[] = []
  flattenInto(items, list, levels, run)
  return new CelList(items)
}

function noFlatten(list: CelValue, depth: CelValue | undefined): CelError {
  const arg = depth === undefined ? '' : typeNameOf(depth)
  return new CelError(`no such overload: ${typeNameOf(list)}.flatten(${arg})`)
}

function flattenInto(items: CelValue[], list: CelList, levels: bigint, run: Run): void {
  if (!run.work(list.items.length)) return
  for (const item of list.items) {
    if (item instanceof CelList && levels > 0n) flattenInto(items, item, levels - 1n, run)
    else items.push(item)
  }
}

const flattenCost: Cost = ([list, depth]) => {
  const perElement = typeof depth === 'bigint' ? Number(depth) : 1
  return madeList(list === undefined ? 0 : sizeOf(list), perElement)
}

function distinct({ items }: CelList, run: Run): Outcome {
  const unique: CelValue[] = []
  for (const item of items) {
    if (!run.work(unique.length + 1)) break
    if (!unique.some((other) => equalValues(item, other, run.work) === true)) unique.push(item)
  }
  return new CelList(unique)
}

/** Sorts a list by keys that are given in another one. */
function sortByKeys([list, keys]: readonly CelValue[], run: Run): Outcome {
  if (!(list instanceof CelList)) return withoutOperator(list, '@sortByAssociatedKeys')
  if (!(keys instanceof CelList)) return NO_SUCH_OVERLOAD
  return sorted(list, keys, run)
}

function sort([list]: readonly CelValue[], run: Run): Outcome {
  return list instanceof CelList ? sorted(list, list, run) : withoutOperator(list, 'sort')
}

function sorted({ items }: CelList, { items: keys }: CelList, run: Run): Outcome {
  if (items.length === 0) return new CelList([])
  const [first] = keys
  if (first === undefined || !isComparable(first)) {
    return new CelError('list elements must be comparable')
  }
  const type = typeNameOf(first)
  if (keys.length > 1 && keys.some((key) => typeNameOf(key) !== type)) {
    return new CelError('list elements must have the same type')
  }
  if (!run.work(items.length * 20)) return new CelList([])
  const order = items.map((_, i) => i)
  sortAsGo(order, (a, b) => compareValues(keys[a], keys[b]) === -1)
  return new CelList(order.map((i) => items[i]))
}

const SORTED: readonly Signature[] = COMPARABLE.map((element) => ({
  params: [listOf(element)],
  result: listOf(element),
  cost: selfComparison(0),
}))
const SORTED_BY: readonly Signature[] = COMPARABLE.map((key) => ({
  params: [LIST, listOf(key)],
  result: LIST,
  cost: selfComparison(1),
}))

/** The lists extension, version 3 (cel-go ext/lists.go). */
export const LISTS: readonly Overload[] = [
  method('slice', [LIST, anInt, anInt], LIST, slice, { cost: resultList }),
  ...shared(
    'flatten',
    'method',
    [
      { params: [listOf(LIST)], result: LIST, cost: flattenCost },
      { params: [listOf(aDyn), anInt], result: listOf(aDyn), cost: flattenCost },
    ],
    flatten,
  ),
  ...shared('sort', 'method', SORTED, sort),
  ...shared('@sortByAssociatedKeys', 'method', SORTED_BY, sortByKeys),
  method('reverse', [LIST], LIST, ({ items }) => new CelList(items.toReversed()), {
    cost: resultList,
  }),
  method('distinct', [LIST], LIST, distinct, { cost: selfComparison(0) }),
]

export function listsRange(celGo: CelGo): Overload {
  return global('lists.range', [anInt], listOf(anInt), (size, run) => range(size, celGo, run), {
    cost: resultList,
  })
}

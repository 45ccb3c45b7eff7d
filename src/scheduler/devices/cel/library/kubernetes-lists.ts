import type { Run } from '../interpreter/run.ts'
import {
  CelError,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  type Outcome,
  Uint,
} from '../values/cel-value.ts'
import { compareValues, isComparable } from '../values/compare.ts'
import { equalValues } from '../values/equality.ts'
import { Duration } from '../values/time.ts'
import { add } from './arithmetic.ts'
import { deepTraversal } from './cost.ts'
import { COMPARABLE } from './lists.ts'
import { method, type Overload } from './overload.ts'
import { aBool, aDouble, aDuration, aDyn, anInt, any, aUint, listOf, type Param } from './params.ts'

const A = any('A')
const SUMMABLE: readonly (readonly [Param, CelValue])[] = [
  [anInt, 0n],
  [aUint, new Uint(0n)],
  [aDouble, 0],
  [aDuration, new Duration(0n)],
]
const through = { costOfName: deepTraversal }

function isSorted({ items }: CelList): Outcome {
  if (!items.every(isComparable)) return NO_SUCH_OVERLOAD
  for (let i = 1; i < items.length; i++) {
    if (compareValues(items[i - 1], items[i]) === 1) return false
  }
  return true
}

function sum({ items }: CelList, zero: CelValue, run: Run): Outcome {
  let total: Outcome = zero
  for (const item of items) {
    total = add([total, item], run)
    // An error has no + either.
    if (total instanceof CelError) return total
  }
  return total
}

/** The first of the least or the greatest elements. */
function extreme({ items }: CelList, name: 'min' | 'max'): Outcome {
  const worse = name === 'min' ? 1 : -1
  if (!items.every(isComparable)) return NO_SUCH_OVERLOAD
  let best = items[0]
  if (best === undefined) return new CelError(`${name} called on empty list`)
  for (const item of items) {
    if (compareValues(best, item) === worse) best = item
  }
  return best
}

function isEqual(a: CelValue, b: CelValue, run: Run): boolean {
  return equalValues(a, b, run.work) === true
}

function indexOf({ items }: CelList, wanted: CelValue, run: Run): Outcome {
  return BigInt(items.findIndex((item) => isEqual(item, wanted, run)))
}

function lastIndexOf({ items }: CelList, wanted: CelValue, run: Run): Outcome {
  return BigInt(items.findLastIndex((item) => isEqual(item, wanted, run)))
}

/** Whether a list has an element; a value that is no list is taken for its own only one. */
function includes(target: CelValue, wanted: CelValue, run: Run): Outcome {
  if (!(target instanceof CelList)) return isEqual(target, wanted, run)
  return target.items.some((item) => isEqual(item, wanted, run))
}

/** Kubernetes' functions of lists (apiserver library/lists.go). */
export const KUBERNETES_LISTS: readonly Overload[] = [
  ...COMPARABLE.map((element) => method('isSorted', [listOf(element)], aBool, isSorted, through)),
  ...SUMMABLE.map(([element, zero]) =>
    method('sum', [listOf(element)], element, (list, run) => sum(list, zero, run), through),
  ),
  ...COMPARABLE.map((element) =>
    method('max', [listOf(element)], element, (list) => extreme(list, 'max'), through),
  ),
  ...COMPARABLE.map((element) =>
    method('min', [listOf(element)], element, (list) => extreme(list, 'min'), through),
  ),
]

export const LIST_INDEXES: readonly Overload[] = [
  method('indexOf', [listOf(A), A], anInt, indexOf, through),
  method('lastIndexOf', [listOf(A), A], anInt, lastIndexOf, through),
]

export function includesCosting(costs: 'flat' | 'by-size'): Overload {
  return method('includes', [aDyn, aDyn], aBool, includes, costs === 'flat' ? {} : through)
}

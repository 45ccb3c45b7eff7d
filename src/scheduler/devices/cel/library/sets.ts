import type { Run } from '../interpreter/run.ts'
import type { CelList, Outcome } from '../values/cel-value.ts'
import { sizeOf } from './cost.ts'
import { isIn } from './operators.ts'
import { type Cost, global, type Overload } from './overload.ts'
import { aBool, any, listOf } from './params.ts'

const LIST = listOf(any('T'))

function contains(list: CelList, part: CelList, run: Run): boolean {
  return part.items.every((item) => isIn(item, list, run.work) === true)
}

function equivalent(a: CelList, b: CelList, run: Run): Outcome {
  return contains(a, b, run) && contains(b, a, run)
}

function intersects(a: CelList, b: CelList, run: Run): Outcome {
  return a.items.some((item) => isIn(item, b, run.work) === true)
}

/** Every element of one against every one of the other. */
function eachAgainstEach(factor: number): Cost {
  return ([a = null, b = null]) => 1 + sizeOf(a) * sizeOf(b) * factor
}

/** The sets extension (cel-go ext/sets.go). */
export const SETS: readonly Overload[] = [
  global('sets.contains', [LIST, LIST], aBool, contains, { cost: eachAgainstEach(1) }),
  global('sets.equivalent', [LIST, LIST], aBool, equivalent, { cost: eachAgainstEach(2) }),
  global('sets.intersects', [LIST, LIST], aBool, intersects, { cost: eachAgainstEach(1) }),
]

import { EntryMap, isMap } from '../values/cel-map.ts'
import { CelError, CelList, type CelValue, type Outcome } from '../values/cel-value.ts'
import { goTypeName } from '../values/go-type-name.ts'
import { COST_EXCEEDED, type Node, type Run } from './run.ts'

export interface PlannedLoop {
  readonly range: Node
  /** Slots of the variables; second null: the loop has one. */
  readonly accumulator: number
  readonly first: number
  readonly second: number | null
  readonly condition: Node
  readonly step: Node
  readonly result: Node
}

/** Goes through a list or a map, collecting; what is collected starts when it is first asked for. */
export function loopNode(loop: PlannedLoop): Node {
  return (run) => {
    const range = loop.range(run)
    if (range instanceof CelError) return range
    run.slots[loop.accumulator] = undefined
    const wrong = iterate(loop, range, run)
    if (wrong !== null) return wrong
    return run.isOver ? COST_EXCEEDED : finished(loop.result(run))
  }
}

function iterate(loop: PlannedLoop, range: CelValue, run: Run): CelError | null {
  if (range instanceof CelList) iterateList(loop, range.items, run)
  else if (isMap(range)) iterateMap(loop, range.entries(), run)
  else return notIterable(range, loop.second !== null)
  return null
}

function iterateList(loop: PlannedLoop, items: readonly CelValue[], run: Run): void {
  const { length } = items
  for (let i = 0; i < length; i++) {
    const hasTwo = loop.second !== null
    const [first, second] = hasTwo ? [BigInt(i), items[i]] : [items[i], items[i]]
    if (!turn(loop, first, second, run)) return
  }
}

function iterateMap(
  loop: PlannedLoop,
  entries: Iterable<readonly [CelValue, CelValue]>,
  run: Run,
): void {
  for (const [key, value] of entries) {
    if (!turn(loop, key, value, run)) return
  }
}

/** One time through; false: it was the last. */
function turn(loop: PlannedLoop, first: CelValue, second: CelValue, run: Run): boolean {
  if (!run.work(1)) return false
  run.slots[loop.first] = first
  if (loop.second !== null) run.slots[loop.second] = second
  if (loop.condition(run) === false) return false
  run.slots[loop.accumulator] = loop.step(run)
  return !run.isOver
}

function notIterable(range: CelValue, hasTwo: boolean): CelError {
  const type = goTypeName(range)
  if (hasTwo) return new CelError(`unsupported comprehension range type: ${type}`)
  return new CelError(`got '${type}', expected iterable type`)
}

/** An empty list or map that a loop starts with grows in place. */
export function growing(initial: Outcome): Outcome {
  if (initial instanceof CelList && initial.items.length === 0) return new CelList([], true)
  return isMap(initial) && initial.size === 0 ? new EntryMap([], true) : initial
}

function finished(outcome: Outcome): Outcome {
  if (outcome instanceof CelList && outcome.isGrowing) return new CelList(outcome.items)
  if (outcome instanceof EntryMap && outcome.isGrowing) return new EntryMap(outcome.entries())
  return outcome
}

import { LIST_COST, MAP_COST } from '../library/cost.ts'
import { EntryMap } from '../values/cel-map.ts'
import { CelError, CelList, type CelValue, Optional, type Outcome } from '../values/cel-value.ts'
import { printValue } from '../values/print-value.ts'
import type { Node } from './run.ts'

export interface PlannedElement {
  readonly value: Node
  readonly isOptional: boolean
}

export interface PlannedEntry extends PlannedElement {
  readonly key: Node
}

/** A list literal; the first error among its elements is its own. */
export function makeList(elements: readonly PlannedElement[]): Node {
  return (run) => {
    const items: CelValue[] = []
    let error: CelError | null = null
    for (const { value, isOptional } of elements) {
      const outcome = isOptional ? inside(value(run), notOptionalElement) : value(run)
      if (outcome instanceof CelError) {
        error = outcome
        break
      }
      if (outcome !== undefined) items.push(outcome)
    }
    run.charge(LIST_COST)
    return error ?? new CelList(items)
  }
}

export function makeMap(entries: readonly PlannedEntry[]): Node {
  return (run) => {
    const map = new EntryMap()
    let error: CelError | null = null
    for (const { key, value, isOptional } of entries) {
      error = addEntry(map, key(run), () => value(run), isOptional)
      if (error !== null) break
    }
    run.charge(MAP_COST)
    return error ?? map
  }
}

function addEntry(
  map: EntryMap,
  key: Outcome,
  evaluate: () => Outcome,
  isOptional: boolean,
): CelError | null {
  if (key instanceof CelError) return key
  const outcome = evaluate()
  const value = isOptional ? inside(outcome, (wrong) => notOptionalEntry(key, wrong)) : outcome
  if (value instanceof CelError) return value
  if (value === undefined) map.delete(key)
  else map.set(key, value)
  return null
}

/** The value of an optional; undefined: it has none. */
function inside(outcome: Outcome, notOptional: (value: CelValue) => CelError): Outcome | undefined {
  if (outcome instanceof CelError) return outcome
  return outcome instanceof Optional ? outcome.value : notOptional(outcome)
}

function notOptionalElement(value: CelValue): CelError {
  const shown = printValue(value)
  return new CelError(`cannot initialize optional list element from non-optional value ${shown}`)
}

function notOptionalEntry(key: CelValue, value: CelValue): CelError {
  const entry = `'${printValue(key)}' from non-optional value ${printValue(value)}`
  return new CelError(`cannot initialize optional entry ${entry}`)
}

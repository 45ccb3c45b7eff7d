import type { Cost } from '../library/overload.ts'
import {
  CelError,
  type CelValue,
  NO_SUCH_OVERLOAD,
  Optional,
  type Outcome,
} from '../values/cel-value.ts'
import { equalValues } from '../values/equality.ts'
import type { Node, Run } from './run.ts'

/**
 * && (decided by false) and || (decided by true): a term that decides wins over errors of others,
 * before it or after; of several errors the first is told.
 */
export function logical(terms: readonly Node[], deciding: boolean): Node {
  return (run) => {
    let error: CelError | null = null
    for (const term of terms) {
      const value = term(run)
      if (value === deciding) return deciding
      if (typeof value === 'boolean' || error !== null) continue
      error = value instanceof CelError ? value : NO_SUCH_OVERLOAD
    }
    return error ?? !deciding
  }
}

/** Loops go on while this is true: an error does not end them. */
export function notStrictlyFalse(arg: Node): Node {
  return (run) => {
    const value = arg(run)
    run.charge(1)
    return value !== false
  }
}

export function equality(left: Node, right: Node, cost: Cost, isNegated: boolean): Node {
  return (run) => {
    const a = left(run)
    const b = right(run)
    const outcome = equals(a, b, run)
    const result = isNegated && !isEither(a, b) ? outcome !== true : outcome
    const charged = cost([a, b], result)
    run.charge(charged instanceof CelError ? 1 : charged)
    return result
  }
}

function isEither(a: Outcome, b: Outcome): boolean {
  return a instanceof CelError || b instanceof CelError
}

function equals(a: Outcome, b: Outcome, run: Run): Outcome {
  if (a instanceof CelError) return a
  return b instanceof CelError ? b : equalValues(a, b, run.work)
}

/**
 * or() and orValue() of optionals: the second is only looked at where the first has no value. What
 * becomes of a value that is no optional is left to the caller.
 */
export function optionalOr(
  left: Node,
  right: Node,
  wantsValue: boolean,
  ofOther: (value: CelValue) => Outcome,
): Node {
  return (run) => {
    const optional = left(run)
    if (optional instanceof CelError) return optional
    if (!(optional instanceof Optional)) return ofOther(optional)
    if (optional.value === undefined) return right(run)
    return wantsValue ? optional.value : optional
  }
}

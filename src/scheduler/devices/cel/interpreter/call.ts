import type { ResolvedCall } from '../checker/checked.ts'
import type { Cost } from '../library/overload.ts'
import { CelError, type CelValue, type Outcome } from '../values/cel-value.ts'
import { COST_EXCEEDED, type Node, type Run } from './run.ts'

type Implementation = (args: readonly CelValue[], run: Run) => Outcome

/**
 * A call. Functions of one or two arguments evaluate all of them and charge for the call even if it
 * fails; others stop at the first error, and charge only if it is the last argument's.
 */
export function callNode(call: ResolvedCall, args: readonly Node[]): Node {
  const { called, overload } = call
  const cost = called.costOf(overload)
  const run: Implementation = (values, run) => called.call(overload, values, run)
  const isVariadic = overload?.isVariadic ?? (called.overloads.length > 1 && !called.isShared)
  if (args.length > 2 || isVariadic) return variadic(args, run, cost)
  return args.length === 1 ? unary(args[0], run, cost) : eager(args, run, cost)
}

function charge(run: Run, cost: Cost | null, args: readonly Outcome[], result: Outcome): Outcome {
  const charged = cost === null ? 1 : cost(args, result)
  if (charged instanceof CelError) run.abort(charged)
  else run.charge(charged)
  return result
}

function unary(arg: Node, implementation: Implementation, cost: Cost | null): Node {
  return (run) => {
    const value = arg(run)
    if (run.isOver) return COST_EXCEEDED
    const result = value instanceof CelError ? value : implementation([value], run)
    return charge(run, cost, [value], result)
  }
}

function eager(args: readonly Node[], implementation: Implementation, cost: Cost | null): Node {
  return (run) => {
    const outcomes = args.map((arg) => arg(run))
    if (run.isOver) return COST_EXCEEDED
    const values = withoutErrors(outcomes)
    const result = values instanceof CelError ? values : implementation(values, run)
    return charge(run, cost, outcomes, result)
  }
}

/** The first error if there is one. */
function withoutErrors(outcomes: readonly Outcome[]): readonly CelValue[] | CelError {
  const values: CelValue[] = []
  for (const outcome of outcomes) {
    if (outcome instanceof CelError) return outcome
    values.push(outcome)
  }
  return values
}

export function variadic(
  args: readonly Node[],
  implementation: Implementation,
  cost: Cost | null,
): Node {
  return (run) => {
    const values: CelValue[] = []
    for (const arg of args) {
      const value = arg(run)
      if (value instanceof CelError) {
        const isLast = values.length === args.length - 1
        return isLast ? charge(run, cost, [...values, value], value) : value
      }
      values.push(value)
    }
    if (run.isOver) return COST_EXCEEDED
    return charge(run, cost, values, implementation(values, run))
  }
}

import type { Run } from '../interpreter/run.ts'
import type { CelType } from '../types/cel-type.ts'
import type { CelError, CelValue, Outcome } from '../values/cel-value.ts'
import type { Param } from './params.ts'

/**
 * What a call costs besides its arguments, by their values and the result. An error where upstream
 * panics when it counts, which ends the evaluation.
 */
export type Cost = (args: readonly Outcome[], result: Outcome) => number | CelError

/** One way to call a function. */
export interface Overload {
  readonly name: string
  readonly isMethod: boolean
  readonly params: readonly CelType[]
  readonly result: CelType
  /** Whether the values of a call are what it takes. */
  accepts(args: readonly CelValue[]): boolean
  call(args: readonly CelValue[], run: Run): Outcome
  /** The operators' way: one implementation for all overloads, which looks at the values itself. */
  readonly isShared: boolean
  /** Its cost where the checker could tell that it is this overload; else it is 1. */
  readonly cost: Cost | null
  /** Its cost in any case. */
  readonly costOfName: Cost | null
  /** Evaluates its arguments up to the first error, however few they are. */
  readonly isVariadic: boolean
}

export interface Costs {
  readonly cost?: Cost
  readonly costOfName?: Cost
  readonly isVariadic?: boolean
}

type Values<Params extends readonly Param[]> = {
  [Index in keyof Params]: Params[Index] extends Param<infer T> ? T : never
}

type Implementation<Params extends readonly Param[]> = (
  ...args: [...Values<Params>, Run]
) => Outcome

/** name(args) */
export function global<const Params extends readonly Param[]>(
  name: string,
  params: Params,
  result: { readonly type: CelType },
  implementation: Implementation<Params>,
  costs: Costs = {},
): Overload {
  return overload(false, name, params, result.type, implementation, costs)
}

/** args[0].name(args[1], ...) */
export function method<const Params extends readonly Param[]>(
  name: string,
  params: Params,
  result: { readonly type: CelType },
  implementation: Implementation<Params>,
  costs: Costs = {},
): Overload {
  return overload(true, name, params, result.type, implementation, costs)
}

function overload<const Params extends readonly Param[]>(
  isMethod: boolean,
  name: string,
  params: Params,
  result: CelType,
  implementation: Implementation<Params>,
  { cost, costOfName, isVariadic }: Costs,
): Overload {
  return {
    name,
    isMethod,
    params: params.map(({ type }) => type),
    result,
    accepts: (args) =>
      args.length === params.length && args.every((value, i) => params[i].accepts(value)),
    // `accepts` was asked before, which is what the types of the parameters rest on.
    call: (args, run) => implementation(...(args as Values<Params>), run),
    isShared: false,
    cost: cost ?? null,
    costOfName: costOfName ?? null,
    isVariadic: isVariadic ?? false,
  }
}

/** What an operator takes and gives, and its cost where the checker could tell the types. */
export interface Signature {
  readonly params: readonly Param[]
  readonly result: { readonly type: CelType }
  readonly cost?: Cost
}

/** A function whose one implementation is asked whatever the types are. */
export function shared(
  name: string,
  style: 'global' | 'method',
  signatures: readonly Signature[],
  call: (args: readonly CelValue[], run: Run) => Outcome,
  costOfName: Cost | null = null,
): readonly Overload[] {
  return signatures.map(({ params, result, cost = null }) => ({
    name,
    isMethod: style === 'method',
    params: params.map(({ type }) => type),
    result: result.type,
    accepts: () => true,
    call,
    isShared: true,
    cost,
    costOfName,
    isVariadic: false,
  }))
}

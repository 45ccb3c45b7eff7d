import type { ResolvedCall } from '../checker/checked.ts'
import { isIn } from '../library/operators.ts'
import type { Expr, ListExpr, MapExpr } from '../syntax/expr.ts'
import { EntryMap } from '../values/cel-map.ts'
import { Bytes, CelError, CelList, type CelValue, Uint } from '../values/cel-value.ts'
import { makeList, makeMap } from './aggregate.ts'
import { callNode } from './call.ts'
import { constantStep, type Step, valueStep } from './step.ts'

type Plan = (expr: Expr) => Step

/** A list literal; of constants it is one itself, and costs nothing. */
export function planList({ elements }: ListExpr, plan: Plan): Step {
  const steps = elements.map(({ value }) => plan(value))
  const constants = constantsOf(steps)
  if (constants !== null) return constantStep(new CelList(constants))
  return valueStep(
    makeList(steps.map(({ node }, i) => ({ value: node, isOptional: elements[i].isOptional }))),
  )
}

export function planMap({ entries }: MapExpr, plan: Plan): Step {
  const keys = entries.map(({ key }) => plan(key))
  const values = entries.map(({ value }) => plan(value))
  const constantKeys = constantsOf(keys)
  const constantValues = constantsOf(values)
  if (constantKeys !== null && constantValues !== null) {
    return constantStep(new EntryMap(constantKeys.map((key, i) => [key, constantValues[i]])))
  }
  return valueStep(
    makeMap(
      entries.map(({ isOptional }, i) => ({
        key: keys[i].node,
        value: values[i].node,
        isOptional,
      })),
    ),
  )
}

function constantsOf(steps: readonly Step[]): CelValue[] | null {
  const constants: CelValue[] = []
  for (const { constant } of steps) {
    if (constant === undefined) return null
    constants.push(constant)
  }
  return constants
}

/** `in`; looking into a list of constants costs nothing. */
export function planMembership(call: ResolvedCall, plan: Plan): Step {
  const [value, list] = call.args.map(plan)
  const { constant } = list
  const isOfList = call.overload === call.called.overloads[0]
  if (!isOfList || !(constant instanceof CelList) || !constant.items.every(isPrimitive)) {
    return valueStep(callNode(call, [value.node, list.node]))
  }
  if (constant.items.length === 0) return constantStep(false)
  return valueStep((run) => {
    const outcome = value.node(run)
    return outcome instanceof CelError ? outcome : isIn(outcome, constant, run.work)
  })
}

function isPrimitive(value: CelValue): boolean {
  if (value === null || value instanceof Bytes) return false
  return typeof value !== 'object' || value instanceof Uint
}

import { ACCUMULATOR, type ExprBuilder } from './build-expr.ts'
import type { Expansion, MacroError } from './expansion.ts'
import type { Expr } from './expr.ts'
import { quantifierParts } from './quantifiers.ts'

/** The loops with two variables: index and element, or key and value (cel-go ext/comprehensions.go). */
export function expandTwoVariableMacro(
  build: ExprBuilder,
  key: string,
  target: Expr,
  args: readonly Expr[],
): Expansion | null {
  const name = key.slice(0, key.indexOf('/'))
  if (!isTwoVariableMacro(key)) return null
  const variables = loopVariables(args[0], args[1])
  if ('error' in variables) return variables
  const range = { range: target, variable: variables.first, secondVariable: variables.second }
  const last = args[args.length - 1]
  if (name === 'all' || name === 'exists' || name === 'existsOne' || name === 'exists_one') {
    return build.loop({ ...range, ...quantifierParts(build, name, last) })
  }
  const filter = args.length === 4 ? args[2] : null
  const grown = grow(build, name, variables.first, last)
  return build.loop({
    ...range,
    init: name === 'transformList' ? build.list() : build.emptyMap(),
    condition: build.literal(true),
    step: filter === null ? grown : build.call('_?_:_', filter, grown, build.accumulator()),
    result: build.accumulator(),
  })
}

function isTwoVariableMacro(key: string): boolean {
  return /^(all|exists|existsOne|exists_one)\/3$|^transform(List|Map|MapEntry)\/[34]$/.test(key)
}

function grow(build: ExprBuilder, name: string, key: string, transform: Expr): Expr {
  const collected = build.accumulator()
  if (name === 'transformList') return build.call('_+_', collected, build.list(transform))
  if (name === 'transformMapEntry') return build.call('cel.@mapInsert', collected, transform)
  return build.call('cel.@mapInsert', collected, build.ident(key), transform)
}

function loopVariables(first: Expr, second: Expr): { first: string; second: string } | MacroError {
  if (first.kind !== 'ident') return notAName(first)
  if (second.kind !== 'ident') return notAName(second)
  if (first.name === second.name) {
    return { at: second.at, error: `duplicate variable name: ${first.name}` }
  }
  for (const { name, at } of [first, second]) {
    if (name === ACCUMULATOR || name === '__result__') {
      return { at, error: 'iteration variable overwrites accumulator variable' }
    }
  }
  return { first: first.name, second: second.name }
}

function notAName({ at }: Expr): MacroError {
  return { at, error: 'argument must be a simple name' }
}

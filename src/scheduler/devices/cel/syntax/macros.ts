import { ACCUMULATOR, ExprBuilder } from './build-expr.ts'
import type { Expansion, MacroError } from './expansion.ts'
import type { Expr } from './expr.ts'
import { quantifierParts } from './quantifiers.ts'
import { expandTwoVariableMacro } from './two-variable-macros.ts'

/** The macro of a call, expanded; null: the call is not one. */
export function expandMacro(
  at: number,
  name: string,
  target: Expr | null,
  args: readonly Expr[],
): Expansion | null {
  if (target === null) return name === 'has' && args.length === 1 ? expandHas(at, args[0]) : null
  const build = new ExprBuilder(at)
  const key = `${name}/${args.length}`
  switch (key) {
    case 'all/2':
    case 'exists/2':
    case 'exists_one/2':
      return expandQuantifier(build, name, target, args)
    case 'map/2':
    case 'map/3':
      return expandMap(build, target, args)
    case 'filter/2':
      return expandFilter(build, target, args)
    case 'bind/3':
      return expandBind(build, target, args)
    case 'optMap/2':
    case 'optFlatMap/2':
      return expandOptional(build, name, target, args)
    case 'sortBy/2':
      return expandSortBy(build, target, args)
    default:
      return expandTwoVariableMacro(build, key, target, args)
  }
}

function expandHas(at: number, arg: Expr): Expansion {
  if (arg.kind !== 'select') return { at: arg.at, error: 'invalid argument to has() macro' }
  return { kind: 'select', at, operand: arg.operand, field: arg.field, isTest: true }
}

/** The name of a loop's variable, or what is wrong with it. */
function loopVariable(arg: Expr, wanted: string): string | MacroError {
  if (arg.kind !== 'ident') return { at: arg.at, error: wanted }
  if (arg.name === ACCUMULATOR || arg.name === '__result__') {
    return { at: arg.at, error: 'iteration variable overwrites accumulator variable' }
  }
  return arg.name
}

function expandQuantifier(
  build: ExprBuilder,
  name: string,
  target: Expr,
  [nameArg, predicate]: readonly Expr[],
): Expansion {
  const variable = loopVariable(nameArg, 'argument must be a simple name')
  if (typeof variable !== 'string') return variable
  return build.loop({
    range: target,
    variable,
    secondVariable: null,
    ...quantifierParts(build, name, predicate),
  })
}

function expandMap(build: ExprBuilder, target: Expr, args: readonly Expr[]): Expansion {
  const variable = loopVariable(args[0], 'argument is not an identifier')
  if (typeof variable !== 'string') return variable
  const filter = args.length === 3 ? args[1] : null
  const element = build.list(args[args.length - 1])
  const append = build.call('_+_', build.accumulator(), element)
  return build.loop({
    range: target,
    variable,
    secondVariable: null,
    init: build.list(),
    condition: build.literal(true),
    step: filter === null ? append : build.call('_?_:_', filter, append, build.accumulator()),
    result: build.accumulator(),
  })
}

function expandFilter(build: ExprBuilder, target: Expr, args: readonly Expr[]): Expansion {
  const variable = loopVariable(args[0], 'argument is not an identifier')
  if (typeof variable !== 'string') return variable
  const append = build.call('_+_', build.accumulator(), build.list(args[0]))
  return build.loop({
    range: target,
    variable,
    secondVariable: null,
    init: build.list(),
    condition: build.literal(true),
    step: build.call('_?_:_', args[1], append, build.accumulator()),
    result: build.accumulator(),
  })
}

/** cel.bind(name, value, result); bind of anything else is an ordinary method. */
function expandBind(
  build: ExprBuilder,
  target: Expr,
  [name, init, result]: readonly Expr[],
): Expansion | null {
  if (target.kind !== 'ident' || target.name !== 'cel') return null
  if (name.kind !== 'ident') {
    return { at: name.at, error: 'cel.bind() variable names must be simple identifiers' }
  }
  return build.bind(name.name, init, result)
}

function expandOptional(
  build: ExprBuilder,
  macro: string,
  target: Expr,
  [name, body]: readonly Expr[],
): Expansion {
  if (name.kind !== 'ident') {
    return { at: name.at, error: `${macro}() variable name must be a simple identifier` }
  }
  const mapped = build.bind(name.name, build.memberCall('value', target), body)
  return build.call(
    '_?_:_',
    build.memberCall('hasValue', target),
    macro === 'optMap' ? build.call('optional.of', mapped) : mapped,
    build.call('optional.none'),
  )
}

const SORT_INPUT = '@__sortBy_input__'

function expandSortBy(build: ExprBuilder, target: Expr, args: readonly Expr[]): Expansion {
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct') {
    const error =
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression'
    return { at: target.at, error }
  }
  const input = build.ident(SORT_INPUT)
  const keys = expandMap(build, input, args)
  if ('error' in keys) return keys
  return build.bind(SORT_INPUT, target, build.memberCall('@sortByAssociatedKeys', input, keys))
}

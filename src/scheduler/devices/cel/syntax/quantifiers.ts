import type { ExprBuilder } from './build-expr.ts'
import type { Expr } from './expr.ts'

/** How all, exists and existsOne collect, with one variable or two. */
export function quantifierParts(
  build: ExprBuilder,
  name: string,
  predicate: Expr,
): { init: Expr; condition: Expr; step: Expr; result: Expr } {
  const collected = build.accumulator()
  if (name === 'all') {
    return {
      init: build.literal(true),
      condition: build.call('@not_strictly_false', build.accumulator()),
      step: build.call('_&&_', build.accumulator(), predicate),
      result: collected,
    }
  }
  if (name === 'exists') {
    return {
      init: build.literal(false),
      condition: build.call('@not_strictly_false', build.call('!_', build.accumulator())),
      step: build.call('_||_', build.accumulator(), predicate),
      result: collected,
    }
  }
  const oneMore = build.call('_+_', build.accumulator(), build.literal(1n))
  return {
    init: build.literal(0n),
    condition: build.literal(true),
    step: build.call('_?_:_', predicate, oneMore, build.accumulator()),
    result: build.call('_==_', collected, build.literal(1n)),
  }
}

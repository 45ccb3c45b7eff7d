import type { Expr } from '../syntax/expr.ts'

/** The expressions directly inside an expression. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target === null ? expr.args : [expr.target, ...expr.args]
    case 'list':
      return expr.elements.map(({ value }) => value)
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'struct':
      return expr.fields.map(({ value }) => value)
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
    default:
      return []
  }
}

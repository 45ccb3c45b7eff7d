import type { Expr } from '../syntax/expr.ts'

/** The names of a chain of selections from a name (`net.IP`), or null for any other expression. */
export function qualifiers(expr: Expr): readonly string[] | null {
  const names: string[] = []
  let part = expr
  while (part.kind === 'select' && !part.isTest) {
    names.unshift(part.field)
    part = part.operand
  }
  return part.kind === 'ident' ? [part.name, ...names] : null
}

/** A function's name behind what may be its namespace (`lists` and `range`), or null. */
export function qualifiedName(target: Expr, name: string): string | null {
  const names = qualifiers(target)
  return names === null ? null : [...names, name].join('.')
}

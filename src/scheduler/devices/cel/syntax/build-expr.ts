import type { CelValue } from '../values/cel-value.ts'
import type { CallExpr, ComprehensionExpr, Expr, IdentExpr, ListExpr, MapExpr } from './expr.ts'

/** The variable in which loops collect; no source can name it. */
export const ACCUMULATOR = '@result'
/** Names of loops over nothing, which only bind a variable. */
const UNUSED_VARIABLE = '#unused'

/** Makes the expressions that a macro stands for, all placed where the macro was called. */
export class ExprBuilder {
  private readonly at: number

  constructor(at: number) {
    this.at = at
  }

  literal(value: CelValue): Expr {
    return { kind: 'literal', at: this.at, value }
  }

  ident(name: string): IdentExpr {
    return { kind: 'ident', at: this.at, name }
  }

  accumulator(): IdentExpr {
    return this.ident(ACCUMULATOR)
  }

  call(name: string, ...args: readonly Expr[]): CallExpr {
    return { kind: 'call', at: this.at, name, target: null, args }
  }

  memberCall(name: string, target: Expr, ...args: readonly Expr[]): CallExpr {
    return { kind: 'call', at: this.at, name, target, args }
  }

  list(...values: readonly Expr[]): ListExpr {
    const elements = values.map((value) => ({ value, isOptional: false }))
    return { kind: 'list', at: this.at, elements }
  }

  emptyMap(): MapExpr {
    return { kind: 'map', at: this.at, entries: [] }
  }

  loop(parts: Omit<ComprehensionExpr, 'kind' | 'at' | 'accumulator'>): ComprehensionExpr {
    return { kind: 'comprehension', at: this.at, accumulator: ACCUMULATOR, ...parts }
  }

  /** The result with a name for a value, computed at most once and only if the name is used. */
  bind(name: string, init: Expr, result: Expr): ComprehensionExpr {
    return {
      kind: 'comprehension',
      at: this.at,
      range: this.list(),
      variable: UNUSED_VARIABLE,
      secondVariable: null,
      accumulator: name,
      init,
      condition: this.literal(false),
      step: this.ident(name),
      result,
    }
  }
}

import type { CelFunction } from '../library/cel-function.ts'
import type { Overload } from '../library/overload.ts'
import type { ComprehensionExpr, Expr } from '../syntax/expr.ts'
import type { CelType } from '../types/cel-type.ts'
import type { Variable } from './scope.ts'

/** What a name or a selection refers to. */
export type Reference =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'type'; readonly type: CelType }

/** The function that a call calls. */
export interface ResolvedCall {
  readonly called: CelFunction
  /** The only overload that fits; null: which one shows at run time. */
  readonly overload: Overload | null
  /** The target first, unless it is part of the function's name. */
  readonly args: readonly Expr[]
}

export interface LoopVariables {
  readonly accumulator: Variable
  readonly first: Variable
  readonly second: Variable | null
}

/** What the checker found out about an expression; its parts are the keys. */
export class CheckedExpr {
  readonly expr: Expr
  readonly types: Map<Expr, CelType> = new Map()
  readonly references: Map<Expr, Reference> = new Map()
  readonly calls: Map<Expr, ResolvedCall> = new Map()
  readonly loops: Map<ComprehensionExpr, LoopVariables> = new Map()
  slotCount = 0

  constructor(expr: Expr) {
    this.expr = expr
  }

  typeOf(expr: Expr): CelType | undefined {
    return this.types.get(expr)
  }
}

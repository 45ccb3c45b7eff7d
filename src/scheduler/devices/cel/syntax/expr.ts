import type { CelValue } from '../values/cel-value.ts'

/** An expression after macros were expanded (cel-go common/ast). */
export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr

interface Placed {
  /** Where errors about it point, in code points. */
  readonly at: number
}

export interface LiteralExpr extends Placed {
  readonly kind: 'literal'
  readonly value: CelValue
}

export interface IdentExpr extends Placed {
  readonly kind: 'ident'
  readonly name: string
}

export interface SelectExpr extends Placed {
  readonly kind: 'select'
  readonly operand: Expr
  readonly field: string
  /** has(operand.field) */
  readonly isTest: boolean
}

export interface CallExpr extends Placed {
  readonly kind: 'call'
  readonly name: string
  readonly target: Expr | null
  readonly args: readonly Expr[]
}

export interface ListExpr extends Placed {
  readonly kind: 'list'
  readonly elements: readonly Element[]
}

export interface Element {
  readonly value: Expr
  /** Written with a question mark: left out if it is optional.none(). */
  readonly isOptional: boolean
}

export interface MapExpr extends Placed {
  readonly kind: 'map'
  readonly entries: readonly MapEntry[]
}

export interface MapEntry extends Element {
  readonly key: Expr
}

export interface StructExpr extends Placed {
  readonly kind: 'struct'
  readonly typeName: string
  readonly fields: readonly Field[]
}

export interface Field extends Element, Placed {
  readonly name: string
}

/** What all loops and cel.bind are made of. */
export interface ComprehensionExpr extends Placed {
  readonly kind: 'comprehension'
  readonly range: Expr
  readonly variable: string
  readonly secondVariable: string | null
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

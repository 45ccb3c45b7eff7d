import type { Expr } from './expr.ts'

/** What is wrong with a macro's arguments, and where. */
export interface MacroError {
  readonly at: number
  readonly error: string
}

export type Expansion = Expr | MacroError

import type { Expr } from './expr.ts'
import type { TokenReader } from './token-reader.ts'
import type { TokenSet } from './token-sets.ts'

/** What the parsers of parts need of the one of whole expressions, which lie within their parts again. */
export interface ExpressionParser {
  readonly reader: TokenReader
  /** Reads an expression behind which one of the closers must come. */
  inside(closers: TokenSet): Expr
  /** A call, or what it stands for if it is a macro; target null for a global function. */
  callOrMacro(at: number, name: string, target: Expr | null, args: readonly Expr[]): Expr
  /** Notes how high the expression is above its parts: one more for all but lists, && and ||. */
  measured(expr: Expr, parts: readonly Expr[], height: 'flat' | 'high'): Expr
  /** Stands where nothing could be read; an error was told, so nobody looks at it. */
  placeholder(at: number): Expr
}

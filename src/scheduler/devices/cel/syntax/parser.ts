import { ACCUMULATOR } from './build-expr.ts'
import type { Expr } from './expr.ts'
import { type ExpressionErrors, NO_PLACE } from './expression-errors.ts'
import type { ExpressionParser } from './expression-parser.ts'
import { tokenize } from './lexer.ts'
import { expandMacro } from './macros.ts'
import { OperandParser } from './operand-parser.ts'
import type { Source } from './source.ts'
import type { Token } from './token.ts'
import { TokenReader } from './token-reader.ts'
import { OPERAND, type TokenSet, tokenSet } from './token-sets.ts'

/** cel-go's own bound on the length of an expression, in code points. */
const LENGTH_MAX = 100_000
/** How deep operators, selections and calls may lie in each other. */
const HEIGHT_MAX = 250

const RELATIONS: TokenSet = tokenSet('<', '<=', '>=', '>', '==', '!=', 'in')
const PRODUCTS: TokenSet = tokenSet('*', '/', '%')
const SUMS: TokenSet = tokenSet('+', '-')

/** Reads an expression (cel-go parser/gen/CEL.g4) and expands its macros; null: the errors say why. */
export function parse(source: Source, errors: ExpressionErrors): Expr | null {
  const length = source.codePoints.length
  if (length > LENGTH_MAX) {
    const limit = `size: ${length}, limit ${LENGTH_MAX}`
    errors.report(NO_PLACE, `expression code point size exceeds limit: ${limit}`)
    return null
  }
  const reader = new TokenReader(source, tokenize(source, errors), errors)
  const parser = new Parser(reader)
  const expr = parser.expression()
  reader.expect('EOF', tokenSet())
  if (parser.heightOf(expr) > HEIGHT_MAX) errors.report(NO_PLACE, 'max recursion depth exceeded')
  return errors.any ? null : expr
}

/** The operators, from the loosest to the tightest; what they join is read by OperandParser. */
class Parser implements ExpressionParser {
  readonly reader: TokenReader
  private readonly operands: OperandParser
  private readonly heights = new Map<Expr, number>()

  constructor(reader: TokenReader) {
    this.reader = reader
    this.operands = new OperandParser(this)
  }

  inside(closers: TokenSet): Expr {
    const outer = this.reader.closers
    this.reader.closers = closers
    const expr = this.expression()
    this.reader.closers = outer
    return expr
  }

  expression(): Expr {
    this.reader.enter('expr')
    const condition = this.logical('||')
    const question = this.reader.takeIf('?')
    const expr = question === null ? condition : this.conditional(question, condition)
    this.reader.leave('expr')
    return expr
  }

  private conditional(question: Token, condition: Expr): Expr {
    const outer = this.reader.closers
    this.reader.closers = tokenSet(':')
    const ifTrue = this.logical('||')
    this.reader.closers = outer
    this.reader.expect(':', OPERAND)
    const ifFalse = this.expression()
    return this.call(question.at, '_?_:_', [condition, ifTrue, ifFalse], 'high')
  }

  /** A chain of && or ||, one call with all its terms: they are looked at from left to right. */
  private logical(operator: '||' | '&&'): Expr {
    const terms = [this.logicalTerm(operator)]
    let at: number | null = null
    for (let token = this.reader.takeIf(operator); token !== null; ) {
      at ??= token.at
      terms.push(this.logicalTerm(operator))
      token = this.reader.takeIf(operator)
    }
    return at === null ? terms[0] : this.call(at, `_${operator}_`, terms, 'flat')
  }

  private logicalTerm(operator: '||' | '&&'): Expr {
    return operator === '||' ? this.logical('&&') : this.relation()
  }

  private relation(): Expr {
    return this.leftAssociative('relation', RELATIONS, () => this.sum())
  }

  private sum(): Expr {
    return this.leftAssociative('calc', SUMS, () => this.product())
  }

  private product(): Expr {
    return this.leftAssociative('calc', PRODUCTS, () => this.operands.unary())
  }

  private leftAssociative(
    rule: 'relation' | 'calc',
    operators: TokenSet,
    operand: () => Expr,
  ): Expr {
    this.reader.enter(rule)
    let left = operand()
    let levels = 1
    while (operators.has(this.reader.next.kind)) {
      const operator = this.reader.take()
      this.reader.enter(rule)
      levels++
      const right = operand()
      const name = operator.kind === 'in' ? '@in' : `_${operator.kind}_`
      left = this.call(operator.at, name, [left, right], 'high')
    }
    this.reader.leave(rule, levels)
    return left
  }

  callOrMacro(at: number, name: string, target: Expr | null, args: readonly Expr[]): Expr {
    const expansion = expandMacro(at, name, target, args)
    if (expansion !== null && 'error' in expansion) {
      this.reader.report(expansion.at, expansion.error)
      return this.placeholder(at)
    }
    const expr = expansion ?? { kind: 'call', at, name, target, args }
    const parts = target === null ? args : [target, ...args]
    return this.measured(expr, parts, target === null ? 'flat' : 'high')
  }

  private call(at: number, name: string, args: readonly Expr[], height: 'flat' | 'high'): Expr {
    return this.measured({ kind: 'call', at, name, target: null, args }, args, height)
  }

  measured(expr: Expr, parts: readonly Expr[], height: 'flat' | 'high'): Expr {
    let highest = 0
    for (const part of parts) highest = Math.max(highest, this.heightOf(part))
    this.heights.set(expr, height === 'high' ? highest + 1 : highest)
    return expr
  }

  heightOf(expr: Expr): number {
    return this.heights.get(expr) ?? 0
  }

  placeholder(at: number): Expr {
    return { kind: 'ident', at, name: ACCUMULATOR }
  }
}

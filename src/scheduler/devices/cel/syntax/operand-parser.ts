import { AggregateParser } from './aggregate-parser.ts'
import type { Expr } from './expr.ts'
import type { ExpressionParser } from './expression-parser.ts'
import { parseLiteral } from './parse-literal.ts'
import type { Token } from './token.ts'
import type { TokenReader } from './token-reader.ts'
import { FIELD_NAME, OPERAND, OPTIONAL_OPERAND, tokenSet } from './token-sets.ts'

/** Words that may not be variables or functions; as names of fields they are fine. */
const RESERVED: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'package',
  'namespace',
  'null',
  'return',
  'true',
  'var',
  'void',
  'while',
])

/** What operators join: literals, names, calls, aggregates, and selections from all of these. */
export class OperandParser {
  private readonly parser: ExpressionParser
  private readonly reader: TokenReader
  private readonly aggregates: AggregateParser

  constructor(parser: ExpressionParser) {
    this.parser = parser
    this.reader = parser.reader
    this.aggregates = new AggregateParser(parser)
  }

  unary(): Expr {
    if (!this.reader.isAtOneOf(OPERAND)) return this.parser.placeholder(this.reader.next.at)
    if (this.reader.at('!')) return this.prefixed('!', '!_')
    if (this.reader.at('-') && !this.isNumberAfterMinus()) return this.prefixed('-', '-_')
    return this.member()
  }

  private isNumberAfterMinus(): boolean {
    const { kind } = this.reader.afterNext
    return kind === 'NUM_INT' || kind === 'NUM_FLOAT'
  }

  /** Any number of one sign; an even number of them is none. */
  private prefixed(sign: '!' | '-', name: string): Expr {
    const first = this.reader.next
    let count = 0
    while (this.reader.at(sign)) {
      const token = this.reader.take()
      count++
      if (sign === '-' && !this.canFollowMinus()) {
        this.reader.noViableAlternative(token, this.reader.next)
        return this.parser.placeholder(first.at)
      }
    }
    if (sign === '!' && !OPERAND.has(this.reader.next.kind)) {
      this.reader.extraneous(OPERAND)
      return this.parser.placeholder(first.at)
    }
    const operand = this.member()
    if (count % 2 === 0) return operand
    return this.parser.callOrMacro(first.at, name, null, [operand])
  }

  private canFollowMinus(): boolean {
    return OPERAND.has(this.reader.next.kind) && !this.reader.at('!')
  }

  private member(): Expr {
    this.reader.enter('member')
    let expr = this.primary()
    let levels = 1
    while (!this.reader.failed && (this.reader.at('.') || this.reader.at('['))) {
      this.reader.enter('member')
      levels++
      expr = this.reader.at('.') ? this.selection(expr) : this.index(expr)
    }
    this.reader.leave('member', levels)
    return expr
  }

  private selection(operand: Expr): Expr {
    const dot = this.reader.take()
    if (this.reader.takeIf('?') !== null) return this.optionalSelection(dot, operand)
    const name = this.reader.next
    if (!FIELD_NAME.has(name.kind)) {
      this.reader.noViableAlternative(dot, name)
      return operand
    }
    this.reader.take()
    if (name.kind === 'IDENTIFIER' && this.reader.at('(')) {
      const open = this.reader.next
      return this.parser.callOrMacro(open.at, name.text, operand, this.callArguments())
    }
    const field = fieldName(name)
    const select: Expr = { kind: 'select', at: dot.at, operand, field, isTest: false }
    return this.parser.measured(select, [operand], 'high')
  }

  private optionalSelection(dot: Token, operand: Expr): Expr {
    if (!this.reader.isAtOneOf(FIELD_NAME)) return operand
    const name = this.reader.take()
    const field: Expr = { kind: 'literal', at: name.at, value: fieldName(name) }
    const args = [operand, field]
    const select: Expr = { kind: 'call', at: dot.at, name: '_?._', target: null, args }
    return this.parser.measured(select, args, 'high')
  }

  private index(operand: Expr): Expr {
    const open = this.reader.take()
    this.reader.isAtOneOf(OPTIONAL_OPERAND)
    const name = this.reader.takeIf('?') === null ? '_[_]' : '_[?_]'
    const index = this.parser.inside(tokenSet(']'))
    this.reader.expect(']', this.reader.followers)
    const args = [operand, index]
    return this.parser.measured(
      { kind: 'call', at: open.at, name, target: null, args },
      args,
      'high',
    )
  }

  /** Between parentheses, of which the first is next. */
  private callArguments(): readonly Expr[] {
    this.reader.take()
    const args: Expr[] = []
    if (!this.reader.isAtOneOf(tokenSet(OPERAND, ')'))) return args
    if (!this.reader.at(')')) {
      do args.push(this.parser.inside(tokenSet(')', ',')))
      while (this.reader.takeIf(',') !== null)
    }
    this.reader.expect(')', this.reader.followers)
    return args
  }

  private primary(): Expr {
    if (!this.reader.isAtOneOf(OPERAND)) return this.parser.placeholder(this.reader.next.at)
    switch (this.reader.next.kind) {
      case '(':
        return this.nested()
      case '[':
        return this.aggregates.list()
      case '{':
        return this.aggregates.map()
      case '.':
      case 'IDENTIFIER':
        return this.named()
      default:
        return this.literal()
    }
  }

  private nested(): Expr {
    this.reader.take()
    const expr = this.parser.inside(tokenSet(')'))
    this.reader.expect(')', this.reader.followers)
    return expr
  }

  private literal(): Expr {
    const first = this.reader.take()
    const isNegative = first.kind === '-'
    if (isNegative && !/^NUM_(INT|FLOAT)$/.test(this.reader.next.kind)) {
      this.reader.noViableAlternative(first, this.reader.next)
      return this.parser.placeholder(first.at)
    }
    const literal = parseLiteral(isNegative ? this.reader.take() : first, isNegative)
    if ('value' in literal) return { kind: 'literal', at: first.at, value: literal.value }
    this.reader.report(first.at, literal.error)
    return this.parser.placeholder(first.at)
  }

  /** A variable, a function, or a message in the making. */
  private named(): Expr {
    const dot = this.reader.takeIf('.')
    const name = this.reader.next
    if (name.kind !== 'IDENTIFIER') {
      this.reader.noViableAlternative(dot ?? name, name)
      return this.parser.placeholder(name.at)
    }
    const prefix = dot === null ? '' : '.'
    const message = this.aggregates.messageName()
    if (message !== null) return this.aggregates.message(`${prefix}${message}`)
    this.reader.take()
    if (RESERVED.has(name.text)) {
      this.reader.report((dot ?? name).at, `reserved identifier: ${name.text}`)
    }
    if (!this.reader.at('(')) {
      return { kind: 'ident', at: name.at, name: `${prefix}${name.text}` }
    }
    const open = this.reader.next
    return this.parser.callOrMacro(open.at, `${prefix}${name.text}`, null, this.callArguments())
  }
}

function fieldName(token: Token): string {
  return token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text
}

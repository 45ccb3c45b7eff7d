import type { Element, Expr, Field, MapEntry } from './expr.ts'
import type { ExpressionParser } from './expression-parser.ts'
import type { TokenReader } from './token-reader.ts'
import { FIELD_NAME, OPERAND, OPTIONAL_OPERAND, type TokenSet, tokenSet } from './token-sets.ts'

/** Lists, maps and messages: elements between brackets, each may be optional, a comma may come last. */
export class AggregateParser {
  private readonly parser: ExpressionParser
  private readonly reader: TokenReader

  constructor(parser: ExpressionParser) {
    this.parser = parser
    this.reader = parser.reader
  }

  list(): Expr {
    const open = this.reader.take()
    const elements: Element[] = []
    this.series(']', OPTIONAL_OPERAND, () => {
      const isOptional = this.optionalMark(OPTIONAL_OPERAND)
      elements.push({ value: this.parser.inside(tokenSet(']', ',')), isOptional })
    })
    const values = elements.map(({ value }) => value)
    return this.parser.measured({ kind: 'list', at: open.at, elements }, values, 'flat')
  }

  map(): Expr {
    const open = this.reader.take()
    const entries: MapEntry[] = []
    this.series('}', OPTIONAL_OPERAND, () => {
      const isOptional = this.optionalMark(OPTIONAL_OPERAND)
      const key = this.parser.inside(tokenSet(':'))
      this.reader.expect(':', OPERAND)
      entries.push({ key, value: this.parser.inside(tokenSet('}', ',')), isOptional })
    })
    const parts = entries.flatMap(({ key, value }) => [key, value])
    return this.parser.measured({ kind: 'map', at: open.at, entries }, parts, 'flat')
  }

  /** Takes the name of a message where one is being made: names with dots, then a brace. */
  messageName(): string | null {
    return this.reader.takeQualifiedNameBefore('{')
  }

  /** A message; its opening brace is next. */
  message(typeName: string): Expr {
    const open = this.reader.take()
    const fields: Field[] = []
    this.series('}', tokenSet(FIELD_NAME, '?'), () => {
      const isOptional = this.optionalMark(tokenSet(FIELD_NAME, '?'))
      if (!this.reader.isAtOneOf(FIELD_NAME)) return
      const token = this.reader.take()
      const name = token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text
      const { at } = this.reader.expect(':', OPERAND)
      fields.push({ at, name, value: this.parser.inside(tokenSet('}', ',')), isOptional })
    })
    const values = fields.map(({ value }) => value)
    return this.parser.measured({ kind: 'struct', at: open.at, typeName, fields }, values, 'flat')
  }

  private optionalMark(starts: TokenSet): boolean {
    return this.reader.isAtOneOf(starts) && this.reader.takeIf('?') !== null
  }

  /** Elements with commas between them up to the closing bracket, which is taken too. */
  private series(close: ']' | '}', starts: TokenSet, element: () => void): void {
    if (!this.reader.isAtOneOf(tokenSet(starts, close, ','))) return
    if (starts.has(this.reader.next.kind)) {
      element()
      while (this.reader.at(',') && starts.has(this.reader.afterNext.kind)) {
        this.reader.take()
        element()
      }
    }
    if (!this.reader.isAtOneOf(tokenSet(close, ','))) return
    this.reader.takeIf(',')
    this.reader.expect(close, this.reader.followers)
  }
}

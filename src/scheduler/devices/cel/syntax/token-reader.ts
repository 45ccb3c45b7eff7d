import { type ExpressionErrors, NO_PLACE } from './expression-errors.ts'
import type { Source } from './source.ts'
import type { Token, TokenKind } from './token.ts'
import { CONTINUATION, formatTokens, type TokenSet, tokenSet } from './token-sets.ts'

/** As deep as ANTLR lets any one rule of the grammar be in itself. */
const DEPTH_MAX = 250

export type Rule = 'expr' | 'relation' | 'calc' | 'member'

/**
 * The tokens in order, and what is said where one does not fit. ANTLR repairs and goes on; here the
 * first such error is the last: everything after it reads as the end of the text.
 */
export class TokenReader {
  private readonly source: Source
  private readonly errors: ExpressionErrors
  private readonly tokens: readonly Token[]
  private position = 0
  /** Where the syntax error is. */
  private failedAt: number | null = null
  private readonly depths = new Map<Rule, number>()
  /** What may follow the expression that is being read. */
  closers: TokenSet = tokenSet('EOF')

  constructor(source: Source, tokens: readonly Token[], errors: ExpressionErrors) {
    this.source = source
    this.tokens = tokens
    this.errors = errors
  }

  get failed(): boolean {
    return this.failedAt !== null
  }

  get next(): Token {
    return this.tokens[this.position]
  }

  get afterNext(): Token {
    return this.tokens[Math.min(this.position + 1, this.tokens.length - 1)]
  }

  /** What may come behind a bracket that closes a part of it. */
  get followers(): TokenSet {
    return tokenSet(CONTINUATION, this.closers)
  }

  at(kind: TokenKind): boolean {
    return this.next.kind === kind
  }

  take(): Token {
    const token = this.next
    if (token.kind !== 'EOF') this.position++
    return token
  }

  takeIf(kind: TokenKind): Token | null {
    return this.at(kind) ? this.take() : null
  }

  /** Names joined by dots, taken if they end before a token of the kind; else nothing is taken. */
  takeQualifiedNameBefore(kind: TokenKind): string | null {
    let end = this.position + 1
    const kindAt = (index: number): TokenKind | undefined => this.tokens[index]?.kind
    while (kindAt(end) === '.' && kindAt(end + 1) === 'IDENTIFIER') end += 2
    if (!this.at('IDENTIFIER') || kindAt(end) !== kind) return null
    const name = this.tokens.slice(this.position, end).map(({ text }) => text)
    this.position = end
    return name.join('')
  }

  /** Goes one deeper into a rule; leave it as often. */
  enter(rule: Rule): void {
    const depth = (this.depths.get(rule) ?? 0) + 1
    this.depths.set(rule, depth)
    if (depth > DEPTH_MAX) {
      this.fail(NO_PLACE, `expression recursion limit exceeded: ${DEPTH_MAX}`)
    }
  }

  leave(rule: Rule, levels = 1): void {
    this.depths.set(rule, (this.depths.get(rule) ?? 0) - levels)
  }

  /** Takes a token of the kind; `after` is what could come behind it, for the error's wording. */
  expect(kind: TokenKind, after: TokenSet): Token {
    const token = this.next
    if (token.kind === kind) return this.take()
    const expected = tokenSet(kind)
    if (this.afterNext.kind === kind && token.kind !== 'EOF') this.extraneous(expected)
    else if (after.has(token.kind)) {
      this.syntaxError(token.at, `missing ${formatTokens(expected)} at ${quote(token)}`)
    } else this.mismatched(expected)
    return token
  }

  /** Whether the next token is one of the set; if not, that is the error. */
  isAtOneOf(set: TokenSet): boolean {
    if (set.has(this.next.kind)) return true
    if (set.has(this.afterNext.kind) && !this.at('EOF')) this.extraneous(set)
    else this.mismatched(set)
    return false
  }

  extraneous(expected: TokenSet): void {
    const token = this.next
    const input = quote(token)
    this.syntaxError(token.at, `extraneous input ${input} expecting ${formatTokens(expected)}`)
  }

  private mismatched(expected: TokenSet): void {
    const token = this.next
    const input = quote(token)
    this.syntaxError(token.at, `mismatched input ${input} expecting ${formatTokens(expected)}`)
  }

  /** The token after `start` fits none of the ways to go on from there. */
  noViableAlternative(start: Token, offending: Token): void {
    const isWord = /^(true|false|null)$/.test(offending.text)
    if (isWord && offending.at === start.at + 1) {
      const input = quote(offending)
      this.syntaxError(offending.at, `mismatched input ${input} expecting IDENTIFIER`)
      return
    }
    const end = offending.kind === 'EOF' ? this.source.codePoints.length : endOf(offending)
    const text = this.source.slice(start.at, end).replaceAll('\n', '\\n')
    this.syntaxError(offending.at, `no viable alternative at input '${text}'`)
  }

  /** An error in what a part means; reading goes on. Parts behind a syntax error are not looked at. */
  report(at: number, message: string): void {
    if (this.failedAt === null || at < this.failedAt) this.errors.report(at, message)
  }

  private syntaxError(at: number, message: string): void {
    this.fail(at, `Syntax error: ${message}`)
  }

  fail(at: number, message: string): void {
    if (this.failedAt === null) this.errors.report(at, message)
    this.failedAt ??= at
    this.position = this.tokens.length - 1
  }
}

function quote(token: Token): string {
  const text = token.text
  return `'${text.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}'`
}

function endOf(token: Token): number {
  return token.at + Array.from(token.text).length
}

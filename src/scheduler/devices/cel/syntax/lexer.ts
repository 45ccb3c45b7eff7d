import type { ExpressionErrors } from './expression-errors.ts'
import type { Scan } from './scan.ts'
import { scanNumber } from './scan-number.ts'
import { scanBytes, scanString } from './scan-string.ts'
import type { Source } from './source.ts'
import type { Token, TokenKind } from './token.ts'

const PUNCTUATION: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<',
  '<=',
  '>=',
  '>',
  '&&',
  '||',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
])
const KEYWORDS: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null'])
const BLANK = /^[\t \r\n\f]$/
const LETTER = /^[A-Za-z_]$/
const LETTER_OR_DIGIT = /^[A-Za-z_0-9]$/
const ESCAPED_IDENTIFIER_PART = /^[A-Za-z0-9_./ -]$/

/** The tokens of an expression, the last one EOF. What is none is reported and skipped, as by ANTLR. */
export function tokenize(source: Source, errors: ExpressionErrors): readonly Token[] {
  const points = source.codePoints
  const tokens: Token[] = []
  let at = skipBlanks(points, 0)
  while (at < points.length) {
    const scan = scanToken(points, at)
    if (scan.kind === null) {
      const wrong = source.slice(at, scan.failedAt + 1)
      errors.report(at, `Syntax error: token recognition error at: '${wrong}'`)
      at = skipBlanks(points, scan.failedAt + 1)
    } else {
      tokens.push({ kind: scan.kind, text: source.slice(at, scan.end), at })
      at = skipBlanks(points, scan.end)
    }
  }
  tokens.push({ kind: 'EOF', text: '<EOF>', at: points.length })
  return tokens
}

function skipBlanks(points: readonly string[], start: number): number {
  let at = start
  for (;;) {
    if (BLANK.test(points[at] ?? '')) at++
    else if (points[at] === '/' && points[at + 1] === '/') at = endOfLine(points, at)
    else return at
  }
}

function endOfLine(points: readonly string[], start: number): number {
  let at = start
  while (at < points.length && points[at] !== '\n') at++
  return at
}

/** The longest token at a place. */
function scanToken(points: readonly string[], at: number): Scan {
  const first = points[at]
  const next = points[at + 1] ?? ''
  if (/^\d$/.test(first) || (first === '.' && /^\d$/.test(next))) return scanNumber(points, at)
  if (first === '"' || first === "'") return scanString(points, at, false)
  if (LETTER.test(first)) return scanWord(points, at)
  if (first === '`') return scanEscapedIdentifier(points, at)
  if (PUNCTUATION.has(first + next)) return { kind: kindOf(first + next), end: at + 2 }
  if (PUNCTUATION.has(first)) return { kind: kindOf(first), end: at + 1 }
  const startsPair = first === '=' || first === '&' || first === '|'
  return { kind: null, failedAt: startsPair ? at + 1 : at }
}

/** A name, a keyword, or a string with a letter before it (r'', b'', br''). */
function scanWord(points: readonly string[], at: number): Scan {
  let end = at + 1
  while (LETTER_OR_DIGIT.test(points[end] ?? '')) end++
  const quote = points[end]
  if (quote === '"' || quote === "'") {
    const prefix = points.slice(at, end).join('')
    const scan = scanPrefixed(points, prefix, end)
    if (scan !== null && scan.kind !== null) return scan
  }
  const word = points.slice(at, end).join('')
  return { kind: KEYWORDS.has(word) ? kindOf(word) : 'IDENTIFIER', end }
}

function scanPrefixed(points: readonly string[], prefix: string, quoteAt: number): Scan | null {
  if (/^[rR]$/.test(prefix)) return scanString(points, quoteAt, true)
  if (/^[bB]$/.test(prefix)) return scanBytes(points, quoteAt, false)
  return /^[bB][rR]$/.test(prefix) ? scanBytes(points, quoteAt, true) : null
}

function scanEscapedIdentifier(points: readonly string[], at: number): Scan {
  let end = at + 1
  while (ESCAPED_IDENTIFIER_PART.test(points[end] ?? '')) end++
  if (points[end] === '`' && end > at + 1) return { kind: 'ESC_IDENTIFIER', end: end + 1 }
  return { kind: null, failedAt: end }
}

/** Punctuation and keywords are named by their own text. */
function kindOf(text: string): TokenKind {
  return text as TokenKind
}

import { utf8 } from '../values/utf8.ts'

/** What a literal says, or what is wrong with it. */
export type Unescaped<T> = { readonly value: T } | { readonly error: string }

const SIMPLE_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['b', 0x08],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
  ['\\', 0x5c],
  ["'", 0x27],
  ['"', 0x22],
  ['`', 0x60],
  ['?', 0x3f],
])
const HEX_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['X', 2],
  ['u', 4],
  ['U', 8],
])

/** The text of a string literal with its quotes, as cel-go parser/unescape.go. */
export function unescapeString(literal: string): Unescaped<string> {
  const { body, isRaw } = openLiteral(literal)
  if (isRaw || !body.includes('\\')) return { value: body }
  let value = ''
  for (const part of escapedParts(body)) {
    if (typeof part === 'string') value += part
    else if (!isCodePoint(part.code)) return { error: 'invalid unicode code point' }
    else value += String.fromCodePoint(part.code)
  }
  return { value }
}

/** The bytes of a literal without its b: escapes of two hexadecimal or three octal digits are bytes. */
export function unescapeBytes(literal: string): Unescaped<Uint8Array> {
  const { body, isRaw } = openLiteral(literal)
  if (isRaw || !body.includes('\\')) return { value: utf8(body) }
  const bytes: number[] = []
  for (const part of escapedParts(body)) {
    if (typeof part === 'string') bytes.push(...utf8(part))
    else if (part.isUnicode) return { error: 'unable to unescape string' }
    else bytes.push(part.code)
  }
  return { value: Uint8Array.from(bytes) }
}

function openLiteral(literal: string): { body: string; isRaw: boolean } {
  // All line ends are read as \n.
  const normalized = literal.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const isRaw = /^[rR]/.test(normalized)
  const quoted = isRaw ? normalized.slice(1) : normalized
  const isTriple = quoted.length >= 6 && /^('''|""")/.test(quoted)
  return { body: isTriple ? quoted.slice(3, -3) : quoted.slice(1, -1), isRaw }
}

interface EscapedCode {
  readonly code: number
  readonly isUnicode: boolean
}

/** The characters as they are, and what the escapes mean; the lexer has seen that they are whole. */
function* escapedParts(body: string): Generator<string | EscapedCode> {
  const points = Array.from(body)
  let at = 0
  while (at < points.length) {
    if (points[at] !== '\\') {
      yield points[at]
      at++
      continue
    }
    const mark = points[at + 1] ?? ''
    const simple = SIMPLE_ESCAPES.get(mark)
    const hexLength = HEX_LENGTHS.get(mark)
    const length = simple !== undefined ? 0 : (hexLength ?? 2)
    const start = hexLength === undefined ? at + 1 : at + 2
    const end = at + 2 + length
    const digits = points.slice(start, end).join('')
    const code = simple ?? Number.parseInt(digits, hexLength === undefined ? 8 : 16)
    yield { code, isUnicode: mark === 'u' || mark === 'U' }
    at = end
  }
}

/** Halves of surrogate pairs are no characters. */
function isCodePoint(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
}

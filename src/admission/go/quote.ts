const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
])

/**
 * unicode.IsPrint: letters, marks, numbers, punctuation, symbols, and of all spaces the ASCII one.
 */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

export function isPrintable(char: string): boolean {
  return PRINTABLE.test(char)
}

/** strconv.Quote, which %q of a string is. */
export function goQuote(text: string): string {
  let quoted = '"'
  for (const char of text) quoted += escaped(char)
  return `${quoted}"`
}

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const short = ESCAPES.get(code)
  if (short !== undefined) return short
  if (isPrintable(char)) return char
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0')
}

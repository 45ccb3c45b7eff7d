/** strconv.Quote: a string in double quotes with Go's escapes. */
export function goQuote(text: string): string {
  let quoted = '"'
  for (const character of text) quoted += escapeCharacter(character)
  return `${quoted}"`
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])
/** What Go's unicode.IsPrint lets through: letters, marks, numbers, punctuation, symbols, the space. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character)
  if (short !== undefined) return short
  if (PRINTABLE.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0')
}

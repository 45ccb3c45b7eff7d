import { complementOf, DIGIT, propertyNamed, type Range, SPACE } from './char-set.ts'
import { PatternError, type PatternReader } from './pattern-reader.ts'

/** Characters that an escape or a named class stands for. */
export interface ClassPart {
  readonly ranges: readonly Range[]
  readonly properties: readonly string[]
}

const PERL_CLASSES: ReadonlyMap<string, readonly Range[]> = new Map([
  ['d', DIGIT],
  ['D', complementOf(DIGIT)],
  ['s', SPACE],
  ['S', complementOf(SPACE)],
])

/** \d, \pL and their like, taken; null: something else comes. */
export function parseClassEscape(reader: PatternReader): ClassPart | PatternError | null {
  if (reader.next !== '\\') return null
  const mark = reader.points[reader.at + 1] ?? ''
  const perl = PERL_CLASSES.get(mark)
  if (perl !== undefined) {
    reader.at += 2
    return { ranges: perl, properties: [] }
  }
  if (mark === 'w' || mark === 'W') {
    // As the platform writes them: without regard to case \W lacks what folds to a word's character.
    reader.at += 2
    return { ranges: [], properties: [`\\${mark}`] }
  }
  return mark === 'p' || mark === 'P' ? parseProperty(reader, mark === 'P') : null
}

function parseProperty(reader: PatternReader, isUpper: boolean): ClassPart | PatternError {
  const start = reader.at
  const restError = new PatternError('invalid character class range', reader.rest)
  reader.at += 2
  if (reader.isAtEnd) return restError
  let name = reader.take()
  if (name === '{') {
    const match = reader.takeMatch(/^([^}]*)\}/)
    if (match === null) return restError
    name = match[1] ?? ''
  }
  const isCaret = name.startsWith('^')
  const property = propertyNamed(isCaret ? name.slice(1) : name, isUpper !== isCaret)
  if (property !== null) return { ranges: [], properties: [property] }
  return new PatternError('invalid character class range', reader.textFrom(start))
}

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
])

/** The character that an escape stands for; its backslash is next. */
export function parseEscape(reader: PatternReader): number | PatternError {
  const start = reader.at
  reader.take()
  if (reader.isAtEnd) return new PatternError('trailing backslash at end of expression', '')
  const mark = reader.take()
  const code = codeOf(reader, mark)
  if (code !== null) return code
  return new PatternError('invalid escape sequence', reader.textFrom(start))
}

function codeOf(reader: PatternReader, mark: string): number | null {
  if (/^[1-7]$/.test(mark)) {
    // A lone digit would be a back reference, which there are none of.
    if (!/^[0-7]$/.test(reader.next ?? '')) return null
    return octal(reader, mark)
  }
  if (mark === '0') return octal(reader, mark)
  if (mark === 'x') return hexadecimal(reader)
  const control = CONTROLS.get(mark)
  if (control !== undefined) return control
  const code = mark.codePointAt(0) ?? 0
  return code < 0x80 && !/^[A-Za-z0-9]$/.test(mark) ? code : null
}

/** Up to three digits. */
function octal(reader: PatternReader, first: string): number {
  const more = reader.takeMatch(/^[0-7]{0,2}/)?.[0] ?? ''
  return Number.parseInt(first + more, 8)
}

const CODE_POINT_MAX = 0x10ffff

function hexadecimal(reader: PatternReader): number | null {
  if (!reader.takeIf('{')) {
    const digits = reader.takeMatch(/^[0-9a-fA-F]{2}/)
    if (digits !== null) return Number.parseInt(digits[0], 16)
    // The error shows what was read of it.
    for (let i = 0; i < 2 && !reader.isAtEnd; i++) if (!/[0-9a-fA-F]/.test(reader.take())) break
    return null
  }
  let code = 0
  for (let count = 0; !reader.isAtEnd; count++) {
    const digit = reader.take()
    if (digit === '}') return count === 0 ? null : code
    code = code * 16 + Number.parseInt(digit, 16)
    if (Number.isNaN(code) || code > CODE_POINT_MAX) return null
  }
  return null
}

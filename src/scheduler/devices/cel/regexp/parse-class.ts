import { CharSet, complementOf, DIGIT, type Range, SPACE, WORD } from './char-set.ts'
import { type ClassPart, parseClassEscape, parseEscape } from './parse-escape.ts'
import { PatternError, type PatternReader } from './pattern-reader.ts'

const UPPER: Range = [0x41, 0x5a]
const LOWER: Range = [0x61, 0x7a]
const POSIX_CLASSES: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alnum', [...DIGIT, UPPER, LOWER]],
  ['alpha', [UPPER, LOWER]],
  ['ascii', [[0x00, 0x7f]]],
  [
    'blank',
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
  [
    'cntrl',
    [
      [0x00, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ['digit', DIGIT],
  ['graph', [[0x21, 0x7e]]],
  ['lower', [LOWER]],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  ['space', [...SPACE, [0x0b, 0x0b]]],
  ['upper', [UPPER]],
  ['word', WORD],
  ['xdigit', [...DIGIT, [0x41, 0x46], [0x61, 0x66]]],
])

/** A class in brackets, of which the opening one is next. */
export function parseClass(reader: PatternReader, ignoresCase: boolean): CharSet | PatternError {
  const start = reader.at
  reader.take()
  const isNegated = reader.takeIf('^')
  const ranges: Range[] = []
  const properties: string[] = []
  for (let isFirst = true; isFirst || reader.next !== ']'; isFirst = false) {
    if (reader.isAtEnd) return missingBracket(reader, start)
    const part = parsePart(reader, start)
    if (part instanceof PatternError) return part
    ranges.push(...part.ranges)
    properties.push(...part.properties)
  }
  reader.take()
  return CharSet.of(ranges, properties, { isNegated, ignoresCase })
}

function missingBracket(reader: PatternReader, start: number): PatternError {
  return new PatternError('missing closing ]', reader.textFrom(start, reader.points.length))
}

function parsePart(reader: PatternReader, classStart: number): ClassPart | PatternError {
  if (reader.startsWith('[:')) {
    const named = parsePosixClass(reader)
    if (named !== null) return named
  }
  const escaped = parseClassEscape(reader)
  if (escaped !== null) return escaped
  return parseRange(reader, classStart)
}

function parsePosixClass(reader: PatternReader): ClassPart | PatternError | null {
  const start = reader.at
  const match = reader.takeMatch(/^\[:(\^?)([^:]*):\]/)
  if (match === null) return null
  const ranges = POSIX_CLASSES.get(match[2] ?? '')
  if (ranges === undefined) {
    return new PatternError('invalid character class range', reader.textFrom(start))
  }
  return { ranges: match[1] === '^' ? complementOf(ranges) : ranges, properties: [] }
}

function parseRange(reader: PatternReader, classStart: number): ClassPart | PatternError {
  const start = reader.at
  const low = parseCharacter(reader, classStart)
  if (low instanceof PatternError) return low
  let high: number | PatternError = low
  if (reader.next === '-' && reader.points[reader.at + 1] !== ']') {
    if (reader.points[reader.at + 1] !== undefined) {
      reader.take()
      high = parseCharacter(reader, classStart)
    }
  }
  if (high instanceof PatternError) return high
  if (high < low) {
    return new PatternError('invalid character class range', reader.textFrom(start))
  }
  return { ranges: [[low, high]], properties: [] }
}

function parseCharacter(reader: PatternReader, classStart: number): number | PatternError {
  if (reader.isAtEnd) return missingBracket(reader, classStart)
  if (reader.next === '\\') return parseEscape(reader)
  return reader.take().codePointAt(0) ?? 0
}

import { CharSet, complementOf, type Range } from './char-set.ts'
import { parseClass } from './parse-class.ts'
import { parseClassEscape, parseEscape } from './parse-escape.ts'
import { type Assertion, EMPTY, type Pattern } from './pattern.ts'
import { NO_FLAGS, withFlags } from './pattern-flags.ts'
import { PatternError, PatternReader } from './pattern-reader.ts'
import { isRepeatable, type Repetition, takeRepetition } from './repetition.ts'

/** Go's bounds: how often a part may be repeated, also by repetitions in each other, and how deep. */
const REPEAT_MAX = 1000
const DEPTH_MAX = 1000
const ANYTHING: readonly Range[] = [[0, 0x10ffff]]
const NEWLINE: Range = [0x0a, 0x0a]

/** Reads a pattern as Go's regexp.Compile does. */
export function parsePattern(text: string): Pattern | PatternError {
  const parser = new PatternParser(text)
  const pattern = parser.choice(0)
  return parser.error ?? pattern
}

class PatternParser {
  private readonly text: string
  private readonly reader: PatternReader
  private flags = NO_FLAGS
  /** The first one; nothing is read after it. */
  error: PatternError | null = null

  constructor(text: string) {
    this.text = text
    this.reader = new PatternReader(text)
  }

  private fail(code: string, expression: string): Pattern {
    return this.failWith(new PatternError(code, expression))
  }

  private failWith(error: PatternError): Pattern {
    this.error ??= error
    this.reader.at = this.reader.points.length
    return EMPTY
  }

  /** Alternatives up to the end or the parenthesis that closes the group. */
  choice(depth: number): Pattern {
    if (depth > DEPTH_MAX) return this.fail('expression nests too deeply', this.text)
    const parts = [this.sequence(depth)]
    while (this.reader.takeIf('|')) parts.push(this.sequence(depth))
    if (depth === 0 && this.reader.next === ')') return this.fail('unexpected )', this.text)
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts }
  }

  private sequence(depth: number): Pattern {
    const parts: Pattern[] = []
    // Where the operator just before began; no second one may follow it.
    let lastOperatorAt: number | null = null
    while (!this.reader.isAtEnd && this.reader.next !== '|' && this.reader.next !== ')') {
      const start = this.reader.at
      const repetition = takeRepetition(this.reader)
      if (repetition !== null) this.repeatLast(parts, repetition, start, lastOperatorAt)
      else this.addParts(parts, depth)
      lastOperatorAt = repetition === null ? null : start
    }
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts }
  }

  private addParts(parts: Pattern[], depth: number): void {
    if (this.reader.takeIf('\\Q')) {
      for (const point of this.literalText()) parts.push(this.character(codeOf(point)))
      return
    }
    const part = this.atom(depth)
    // Flags are no part: an operator behind them is for what came before.
    if (part !== null) parts.push(part)
  }

  private repeatLast(
    parts: Pattern[],
    { min, max, isLazy }: Repetition,
    start: number,
    lastOperatorAt: number | null,
  ): void {
    const { reader } = this
    const text = reader.textFrom(start)
    if (min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX) || max < min) {
      this.fail('invalid repeat count', isLazy ? text.slice(0, -1) : text)
    } else if (lastOperatorAt !== null) {
      this.fail('invalid nested repetition operator', reader.textFrom(lastOperatorAt))
    } else {
      const part = parts.pop()
      if (part === undefined) {
        this.fail('missing argument to repetition operator', text)
        return
      }
      const isGreedy = isLazy === this.flags.isUngreedy
      const repeat: Pattern = { kind: 'repeat', part, min, max, isGreedy }
      const isCounted = min >= 2 || (max >= 2 && max !== Infinity)
      if (isCounted && !isRepeatable(repeat, REPEAT_MAX)) this.fail('invalid repeat count', text)
      parts.push(repeat)
    }
  }

  /** The characters up to \\E, taken. */
  private literalText(): readonly string[] {
    const { rest } = this.reader
    const end = rest.indexOf('\\E')
    const literal = Array.from(end < 0 ? rest : rest.slice(0, end))
    this.reader.at += literal.length + (end < 0 ? 0 : 2)
    return literal
  }

  private atom(depth: number): Pattern | null {
    const { reader } = this
    switch (reader.next) {
      case '(':
        return this.group(depth)
      case '[': {
        const set = parseClass(reader, this.flags.ignoresCase)
        return set instanceof PatternError ? this.failWith(set) : { kind: 'set', set }
      }
      case '.':
        reader.take()
        return this.set(this.flags.dotTakesNewline ? ANYTHING : complementOf([NEWLINE]))
      case '^':
        reader.take()
        return assertion(this.flags.isMultiLine ? 'line-start' : 'text-start')
      case '$':
        reader.take()
        return assertion(this.flags.isMultiLine ? 'line-end' : 'text-end')
      case '\\':
        return this.escape()
      default:
        return this.character(codeOf(reader.take()))
    }
  }

  private escape(): Pattern {
    const mark = this.reader.points[this.reader.at + 1] ?? ''
    const asserted = ESCAPED_ASSERTIONS.get(mark)
    if (asserted !== undefined) {
      this.reader.at += 2
      return assertion(asserted)
    }
    if (mark === 'C') return this.fail('invalid escape sequence', '\\C')
    const part = parseClassEscape(this.reader)
    if (part instanceof PatternError) return this.failWith(part)
    if (part !== null) return this.set(part.ranges, part.properties)
    const code = parseEscape(this.reader)
    return code instanceof PatternError ? this.failWith(code) : this.character(code)
  }

  private character(code: number): Pattern {
    return this.set([[code, code]])
  }

  private set(ranges: readonly Range[], properties: readonly string[] = []): Pattern {
    const { ignoresCase } = this.flags
    return { kind: 'set', set: CharSet.of(ranges, properties, { isNegated: false, ignoresCase }) }
  }

  /** A group; what it captures is not kept. Null: flags for what follows. */
  private group(depth: number): Pattern | null {
    const start = this.reader.at
    const outerFlags = this.flags
    this.reader.take()
    if (this.reader.next === '?') {
      if (!this.special(start)) return null
    }
    const inside = this.choice(depth + 1)
    if (!this.reader.takeIf(')')) return this.fail('missing closing )', this.text)
    this.flags = outerFlags
    return inside
  }

  /** What comes behind `(?`; false: it was all of the group, or an error. */
  private special(start: number): boolean {
    // A name needs at least the character that ends it.
    const { rest } = this.reader
    const isNamed = /^\?(P<|<)./su.test(rest)
    return isNamed ? this.groupName(start) : this.groupFlags(start)
  }

  private groupName(start: number): boolean {
    if (!this.reader.rest.includes('>')) {
      this.fail('invalid named capture', this.reader.textFrom(start, this.reader.points.length))
      return false
    }
    while (!this.reader.takeIf('>')) this.reader.take()
    const capture = this.reader.textFrom(start)
    const isValid = /^\(\?P?<[A-Za-z0-9_]+>$/.test(capture)
    if (!isValid) this.fail('invalid named capture', capture)
    return isValid
  }

  /** Flags up to a colon, which opens a group, or a parenthesis. */
  private groupFlags(start: number): boolean {
    const { reader } = this
    reader.take()
    const match = reader.takeMatch(/^([imsU]*)(?:-([imsU]+))?([:)])/)
    if (match !== null) {
      this.flags = withFlags(withFlags(this.flags, match[1] ?? '', true), match[2] ?? '', false)
      return match[3] === ':'
    }
    reader.takeMatch(/^[imsU]*(-[imsU]*)?/)
    if (!reader.isAtEnd) reader.take()
    this.fail('invalid or unsupported Perl syntax', reader.textFrom(start))
    return false
  }
}

const ESCAPED_ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ['A', 'text-start'],
  ['z', 'text-end'],
  ['b', 'word-boundary'],
  ['B', 'no-word-boundary'],
])

function assertion(kind: Assertion): Pattern {
  return { kind: 'assertion', assertion: kind }
}

function codeOf(point: string): number {
  return point.codePointAt(0) ?? 0
}

import { CharSet, complementOf, type Range } from './char-set.ts'
import { parseClass } from './parse-class.ts'
import { parseClassEscape, parseEscape } from './parse-escape.ts'
import { type Assertion, EMPTY, type Pattern } from './pattern.ts'
import { NO_FLAGS, withFlags } from './pattern-flags.ts'
import { PatternError, PatternReader } from './pattern-reader.ts'
import { type Repetition, repetitionsIn, takeRepetition } from './repetition.ts'

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
  private readonly groupNames = new Set<string>()
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
    while (!this.reader.isAtEnd && this.reader.next !== '|' && this.reader.next !== ')') {
      const part = this.repeated(depth)
      if (part !== null) parts.push(part)
    }
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts }
  }

  /** A part and how often it comes; null: flags, which are no part. */
  private repeated(depth: number): Pattern | null {
    if (this.reader.takeIf('\\Q')) return this.literalText()
    const start = this.reader.at
    if (takeRepetition(this.reader) !== null) {
      return this.fail('missing argument to repetition operator', this.reader.textFrom(start))
    }
    let part = this.atom(depth)
    let lastOperatorAt: number | null = null
    for (;;) {
      const operatorAt = this.reader.at
      const repetition = part === null ? null : takeRepetition(this.reader)
      if (repetition === null || part === null) return part
      if (lastOperatorAt !== null) {
        const operators = this.reader.textFrom(lastOperatorAt)
        return this.fail('invalid nested repetition operator', operators)
      }
      lastOperatorAt = operatorAt
      part = this.repeat(part, repetition, operatorAt)
    }
  }

  private repeat(part: Pattern, { min, max }: Repetition, operatorAt: number): Pattern {
    const isLazy = this.reader.textFrom(operatorAt).endsWith('?') && this.reader.at > operatorAt + 1
    const repeat: Pattern = {
      kind: 'repeat',
      part,
      min,
      max,
      isGreedy: isLazy === this.flags.isUngreedy,
    }
    const isTooLarge = min > REPEAT_MAX || (max !== Infinity && max > REPEAT_MAX) || max < min
    const isCounted = min >= 2 || (max >= 2 && max !== Infinity)
    if (isTooLarge || (isCounted && repetitionsIn(repeat) > REPEAT_MAX)) {
      return this.fail('invalid repeat count', this.reader.textFrom(operatorAt))
    }
    return repeat
  }

  private literalText(): Pattern {
    const end = this.reader.rest.indexOf('\\E')
    const rest = this.reader.rest
    const literal = Array.from(end < 0 ? rest : rest.slice(0, end))
    this.reader.at += literal.length + (end < 0 ? 0 : 2)
    return { kind: 'sequence', parts: literal.map((point) => this.character(codeOf(point))) }
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
    if (this.reader.next === '?' && this.reader.points[this.reader.at + 1] !== undefined) {
      if (!this.special(start)) return null
    }
    const inside = this.choice(depth + 1)
    if (!this.reader.takeIf(')')) return this.fail('missing closing )', this.text)
    this.flags = outerFlags
    return inside
  }

  /** What comes behind `(?`; false: it was all of the group, or an error. */
  private special(start: number): boolean {
    const isNamed = this.reader.startsWith('?P<') || this.reader.startsWith('?<')
    return isNamed ? this.groupName(start) : this.groupFlags(start)
  }

  private groupName(start: number): boolean {
    const isClosed = this.reader.rest.includes('>')
    const rest = this.reader.textFrom(start, this.reader.points.length)
    const named = isClosed ? this.reader.takeMatch(/^\?P?<([^>]*)>/) : null
    const name = named?.[1] ?? ''
    if (/^[A-Za-z0-9_]+$/.test(name) && !this.groupNames.has(name)) {
      this.groupNames.add(name)
      return true
    }
    const expression = isClosed ? this.reader.textFrom(start) : rest
    const isDuplicate = this.groupNames.has(name)
    const code = isDuplicate ? 'duplicate capture group name' : 'invalid named capture'
    this.fail(isDuplicate ? 'invalid named capture' : code, isDuplicate ? name : expression)
    return false
  }

  private groupFlags(start: number): boolean {
    this.reader.take()
    const match = this.reader.takeMatch(/^([imsU]*)(?:-([imsU]+))?([:)])/)
    if (match !== null && (match[0] !== ')' || match[1] !== '')) {
      this.flags = withFlags(withFlags(this.flags, match[1] ?? '', true), match[2] ?? '', false)
      return match[3] === ':'
    }
    const known = this.reader.takeMatch(/^[imsU]*(-[imsU]*)?/)
    if (this.reader.isAtEnd && known !== null) this.fail('missing closing )', this.text)
    else {
      this.reader.take()
      const expression = this.reader.textFrom(start)
      this.fail('invalid or unsupported Perl syntax', expression)
    }
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

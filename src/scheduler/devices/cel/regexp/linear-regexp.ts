import { type Match, Matcher, type Work } from './matcher.ts'
import { parsePattern } from './parse-pattern.ts'
import { PatternError } from './pattern-reader.ts'
import { compile, type Instruction } from './program.ts'

/**
 * A regular expression of Go (RE2), which takes time in proportion to the text: JavaScript's own
 * tries one way after the other, and there are patterns that never end.
 */
export class LinearRegexp {
  private readonly program: readonly Instruction[]

  constructor(program: readonly Instruction[]) {
    this.program = program
  }

  matches(text: string, work: Work): boolean {
    return this.matcher(codesOf(text), work).find(0, true) !== null
  }

  /** The text of the first match, empty if there is none. */
  find(text: string, work: Work): string {
    const codes = codesOf(text)
    const match = this.matcher(codes, work).find(0, false)
    return match === null ? '' : textOf(codes, match)
  }

  /** The texts of matches that do not overlap, at most so many; an empty one not right behind another. */
  findAll(text: string, limit: number, work: Work): readonly string[] {
    const codes = codesOf(text)
    const matcher = this.matcher(codes, work)
    const found: string[] = []
    let at = 0
    let lastEnd = -1
    while (at <= codes.length && found.length < limit) {
      const match = matcher.find(at, false)
      if (match === null) break
      const isEmpty = match.start === match.end
      if (!isEmpty || match.start !== lastEnd) found.push(textOf(codes, match))
      lastEnd = match.end
      at = isEmpty ? match.end + 1 : match.end
    }
    return found
  }

  private matcher(codes: readonly number[], work: Work): Matcher {
    return new Matcher(this.program, codes, work)
  }
}

/** The expression, or Go's error. */
export function compileRegexp(pattern: string): LinearRegexp | PatternError {
  const parsed = parsePattern(pattern)
  if (parsed instanceof PatternError) return parsed
  const program = compile(parsed)
  if (program === null) return new PatternError('expression too large', pattern)
  return new LinearRegexp(program)
}

function codesOf(text: string): number[] {
  return Array.from(text, (point) => point.codePointAt(0) ?? 0)
}

function textOf(codes: readonly number[], { start, end }: Match): string {
  return codes
    .slice(start, end)
    .map((code) => String.fromCodePoint(code))
    .join('')
}

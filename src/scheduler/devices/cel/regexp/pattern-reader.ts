/** The text of a pattern by code points, and how far it was read. */
export class PatternReader {
  readonly points: readonly string[]
  at = 0

  constructor(text: string) {
    this.points = Array.from(text)
  }

  get next(): string | undefined {
    return this.points[this.at]
  }

  get isAtEnd(): boolean {
    return this.at >= this.points.length
  }

  startsWith(text: string): boolean {
    return this.points.slice(this.at, this.at + text.length).join('') === text
  }

  /** Takes a text of ASCII characters if it comes next. */
  takeIf(text: string): boolean {
    if (!this.startsWith(text)) return false
    this.at += text.length
    return true
  }

  take(): string {
    const point = this.points[this.at] ?? ''
    this.at++
    return point
  }

  /** What matches from here on, taken. */
  takeMatch(pattern: RegExp): RegExpExecArray | null {
    // No such match is long: counts, names and digits.
    const match = pattern.exec(this.points.slice(this.at, this.at + 64).join(''))
    if (match !== null) this.at += Array.from(match[0]).length
    return match
  }

  textFrom(start: number, end: number = this.at): string {
    return this.points.slice(start, end).join('')
  }

  get rest(): string {
    return this.textFrom(this.at, this.points.length)
  }
}

/** Why a text is no pattern, in Go's words. */
export class PatternError {
  readonly text: string

  constructor(code: string, expression: string) {
    this.text = `error parsing regexp: ${code}: \`${expression}\``
  }
}

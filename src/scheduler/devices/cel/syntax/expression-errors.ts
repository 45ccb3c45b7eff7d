import type { Source } from './source.ts'

/** Something about the expression as a whole: it has no place, and comes before all others. */
export const NO_PLACE = -1
/** More are counted, not kept. */
const ERRORS_MAX = 100
/** A longer line is not repeated below the error. */
const SNIPPET_LENGTH_MAX = 16_384

interface PlacedError {
  readonly offset: number
  readonly message: string
}

/** What is wrong with an expression, in the words and the layout of cel-go (common/errors.go). */
export class ExpressionErrors {
  private readonly source: Source
  private readonly errors: PlacedError[] = []
  private count = 0

  constructor(source: Source) {
    this.source = source
  }

  get any(): boolean {
    return this.count > 0
  }

  report(offset: number, message: string): void {
    this.count++
    if (this.count <= ERRORS_MAX) this.errors.push({ offset, message })
  }

  toString(): string {
    const inOrder = this.errors.toSorted((a, b) => a.offset - b.offset)
    const lines = inOrder.map((error) => this.display(error))
    const truncated = this.count - ERRORS_MAX
    if (truncated > 0) lines.push(`${truncated} more errors were truncated`)
    return lines.join('\n')
  }

  private display({ offset, message }: PlacedError): string {
    if (offset === NO_PLACE) return `ERROR: <input>:-1:0: ${message}`
    // Nothing has no first column.
    if (this.source.text === '') return `ERROR: <input>:1:0: ${message}`
    const line = this.source.lineOf(offset)
    const column = this.source.columnOf(offset)
    const error = `ERROR: <input>:${line}:${column + 1}: ${message}`
    const snippet = this.source.line(line).replaceAll('\t', ' ')
    return snippet.length > SNIPPET_LENGTH_MAX ? error : `${error}${pointAt(snippet, column)}`
  }
}

/** The line and below it an arrow; wide marks stand below characters beyond ASCII. */
function pointAt(snippet: string, column: number): string {
  const characters = Array.from(snippet)
  const before = characters.slice(0, column).map((one) => (isWide(one) ? '\uff0e' : '.'))
  const dots = before.join('').padEnd(Math.min(column, characters.length), '.')
  const at = characters[column]
  return `\n | ${snippet}\n | ${dots}${at !== undefined && isWide(at) ? '\uff3e' : '^'}`
}

function isWide(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 0x7f
}

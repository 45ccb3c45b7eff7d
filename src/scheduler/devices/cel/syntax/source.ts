/** An expression's text by code points, which is how cel-go counts places. */
export class Source {
  readonly text: string
  readonly codePoints: readonly string[]
  private readonly lineStarts: number[] = [0]

  constructor(text: string) {
    this.text = text
    this.codePoints = Array.from(text)
    for (let i = 0; i < this.codePoints.length; i++) {
      if (this.codePoints[i] === '\n') this.lineStarts.push(i + 1)
    }
  }

  slice(start: number, end: number): string {
    return this.codePoints.slice(start, end).join('')
  }

  /** From 1. */
  lineOf(offset: number): number {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.lineStarts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** From 0. */
  columnOf(offset: number): number {
    return offset - this.lineStarts[this.lineOf(offset) - 1]
  }

  line(number: number): string {
    const start = this.lineStarts[number - 1]
    const next = this.lineStarts[number]
    return this.slice(start, next === undefined ? this.codePoints.length : next - 1)
  }
}

/** warning.recorder: beyond this many characters all warnings are cut to so many each. */
const CHARS_MAX = 4096
const CHARS_EACH_MAX = 256
const CONTROL = /\p{Cc}/u

/**
 * The Warning headers of an answer, in order; each text once, and no more than a client is sent.
 */
export class Warnings {
  private readonly seen = new Set<string>()
  private written: string[] = []
  private chars = 0
  private isCutting = false

  /** Nothing more will be told. */
  get isFull(): boolean {
    return this.isCutting && this.chars >= CHARS_MAX
  }

  get list(): readonly string[] {
    return this.written
  }

  add(text: string): void {
    if (text === '' || this.isFull || this.seen.has(text)) return
    this.seen.add(text)
    const length = this.isCutting ? CHARS_EACH_MAX : [...text].length
    if (!this.isCutting && this.chars + length > CHARS_MAX) this.startCutting()
    else this.write(text)
  }

  /** The recorder forgets what it wrote and writes all of it again, cut. */
  private startCutting(): void {
    this.isCutting = true
    this.chars = 0
    this.written = []
    for (const text of this.seen) this.write(text)
  }

  /** A header may not hold control characters; such a warning is lost. */
  private write(text: string): void {
    const chars = [...text]
    const cut = this.isCutting ? chars.slice(0, CHARS_EACH_MAX).join('') : text
    if (CONTROL.test(cut)) return
    this.written.push(cut)
    this.chars += this.isCutting ? Math.min(chars.length, CHARS_EACH_MAX) : chars.length
  }
}

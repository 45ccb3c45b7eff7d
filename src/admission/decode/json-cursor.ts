const SPACE = /[ \t\n\r]*/y
const LITERAL = /[^,\]} \t\n\r]*/y
/** JSON.parse leaves half of a surrogate pair as it is; Go writes the replacement character. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A place in a text that is known to be JSON. */
export class JsonCursor {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  skipSpace(): void {
    SPACE.lastIndex = this.at
    SPACE.exec(this.text)
    this.at = SPACE.lastIndex
  }

  peek(): string {
    return this.text[this.at] ?? ''
  }

  /** Steps over the bracket or brace that begins a value. */
  open(): void {
    this.at++
  }

  /** Steps over what ends an array or an object, or else over the comma before the next item. */
  tryClose(): boolean {
    this.skipSpace()
    const char = this.peek()
    if (char === ']' || char === '}') {
      this.at++
      return true
    }
    if (char === ',') this.at++
    this.skipSpace()
    return false
  }

  /** A key with its colon. */
  takeKey(): string {
    const key = this.takeString()
    this.skipSpace()
    this.at++
    return key
  }

  takeString(): string {
    const raw = this.rawString()
    if (!raw.includes('\\')) return raw.slice(1, -1)
    const text: string = JSON.parse(raw)
    return text.replace(LONE_SURROGATE, '\ufffd')
  }

  takeLiteral(): string {
    LITERAL.lastIndex = this.at
    const literal = LITERAL.exec(this.text)?.[0] ?? ''
    this.at = LITERAL.lastIndex
    return literal
  }

  /** The text of the next value as it stands. */
  takeRaw(): string {
    const start = this.at
    this.skipValue()
    return this.text.slice(start, this.at)
  }

  /** Steps over a value however deep it is. */
  skipValue(): void {
    let depth = 0
    do {
      this.skipSpace()
      const char = this.peek()
      if (char === '"') this.rawString()
      else if (char === '{' || char === '[') {
        depth++
        this.at++
      } else if (char === '}' || char === ']') {
        depth--
        this.at++
      } else if (char === ',' || char === ':') this.at++
      else this.takeLiteral()
    } while (depth > 0)
  }

  private rawString(): string {
    const start = this.at
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      if (this.text[this.at] === '\\') this.at++
    }
    this.at++
    return this.text.slice(start, this.at)
  }
}

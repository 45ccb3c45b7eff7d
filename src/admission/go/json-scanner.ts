import { goQuote } from './quote.ts'
import { bytesOf } from './utf8.ts'

/** encoding/json nests no deeper. */
const DEPTH_MAX = 10_000
const END = 'unexpected end of JSON input'
const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c

type Container = 'object' | 'array'

export interface SyntaxFault {
  readonly message: string
  /** The index of the character that does not fit. */
  readonly at: number
}

/** The sentence of encoding/json about a text that is not JSON, or null. */
export function jsonSyntaxError(text: string): SyntaxFault | null {
  const scanner = new Scanner(text)
  const message = scanner.scan()
  return message === null ? null : { message, at: scanner.at }
}

/**
 * Checks form only, as encoding/json's scanner does before it decodes anything. Each method takes
 * what it is named after and answers with the error, if there is one.
 */
class Scanner {
  private readonly text: string
  at = 0
  private readonly open: Container[] = []

  constructor(text: string) {
    this.text = text
  }

  scan(): string | null {
    let error = this.value()
    while (error === null && this.open.length > 0) error = this.afterValue()
    if (error !== null) return error
    this.skipSpace()
    return this.at < this.text.length ? this.invalid('after top-level value') : null
  }

  private skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++
  }

  /**
   * What does not fit here. At the end the scanner is given one space more: an error about that
   * space comes before the one about the end.
   */
  private invalid(context: string): string {
    const code = this.text.codePointAt(this.at)
    return `invalid character ${quoteChar(code ?? SPACE)} ${context}`
  }

  /** As invalid, for places where a space is welcome and so the end is just the end. */
  private unexpected(context: string): string {
    return this.at < this.text.length ? this.invalid(context) : END
  }

  private value(): string | null {
    this.skipSpace()
    const char = this.text[this.at] ?? ''
    if (char === '{' || char === '[') return this.begin(char === '{' ? 'object' : 'array')
    if (char === '"') return this.string()
    if (char === '-' || isDigit(char)) return this.number()
    const literal = LITERALS.find((word) => word[0] === char)
    return literal === undefined
      ? this.unexpected('looking for beginning of value')
      : this.literal(literal)
  }

  private begin(container: Container): string | null {
    if (this.open.length >= DEPTH_MAX) return this.invalid('exceeded max depth')
    this.at++
    this.skipSpace()
    if (this.text[this.at] === (container === 'object' ? '}' : ']')) {
      this.at++
      return null
    }
    this.open.push(container)
    return container === 'object' ? this.key() : this.value()
  }

  private key(): string | null {
    this.skipSpace()
    if (this.text[this.at] !== '"') {
      return this.unexpected('looking for beginning of object key string')
    }
    const error = this.string()
    if (error !== null) return error
    this.skipSpace()
    if (this.text[this.at] !== ':') return this.unexpected('after object key')
    this.at++
    return this.value()
  }

  private afterValue(): string | null {
    this.skipSpace()
    const isObject = this.open.at(-1) === 'object'
    const char = this.text[this.at]
    if (char === ',') {
      this.at++
      return isObject ? this.key() : this.value()
    }
    if (char === (isObject ? '}' : ']')) {
      this.at++
      this.open.pop()
      return null
    }
    return this.unexpected(isObject ? 'after object key:value pair' : 'after array element')
  }

  private string(): string | null {
    for (this.at++; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (code === QUOTE) {
        this.at++
        return null
      }
      if (code < SPACE) return this.invalid('in string literal')
      if (code !== BACKSLASH) continue
      const error = this.escape()
      if (error !== null) return error
    }
    return END
  }

  private escape(): string | null {
    const char = this.text[++this.at] ?? ''
    if (char !== 'u') {
      return '"\\/bfnrt'.includes(char || ' ') ? null : this.invalid('in string escape code')
    }
    for (let digit = 0; digit < 4; digit++) {
      if (!/^[0-9a-fA-F]$/.test(this.text[++this.at] ?? ' ')) {
        return this.invalid('in \\u hexadecimal character escape')
      }
    }
    return null
  }

  private number(): string | null {
    if (this.text[this.at] === '-') this.at++
    if (this.text[this.at] === '0') this.at++
    else if (!this.digits()) return this.invalid('in numeric literal')
    if (this.text[this.at] === '.') {
      this.at++
      if (!this.digits()) return this.invalid('after decimal point in numeric literal')
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at++
      if (!this.digits()) return this.invalid('in exponent of numeric literal')
    }
    return null
  }

  private digits(): boolean {
    const start = this.at
    while (isDigit(this.text[this.at] ?? '')) this.at++
    return this.at > start
  }

  private literal(word: string): string | null {
    for (const expected of word) {
      if (this.text[this.at] !== expected) {
        return this.invalid(`in literal ${word} (expecting '${expected}')`)
      }
      this.at++
    }
    return null
  }
}

const LITERALS = ['true', 'false', 'null']

function isSpace(code: number): boolean {
  return code === SPACE || code === 0x09 || code === 0x0a || code === 0x0d
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1
}

/** The scanner sees bytes, and prints each as if it were a character of its own. */
function quoteChar(code: number): string {
  if (code === 0x27) return "'\\''"
  if (code === QUOTE) return "'\"'"
  const byte = bytesOf(code)[0] ?? 0
  return `'${goQuote(String.fromCharCode(byte)).slice(1, -1)}'`
}

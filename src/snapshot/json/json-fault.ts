import { pointerStep } from './json-pointer.ts'
import { decodeText } from './scan/decode-text.ts'

/**
 * Finds where bytes stop being JSON. JSON.parse says it differently in every runtime and often not
 * at all, so the one slow path, a text that is no JSON, is walked again here.
 */

/** The first place where a text is not JSON. */
export interface JsonFault {
  readonly message: string
  readonly offset: number
  /** The innermost value that was being read. */
  readonly pointer: string
}

type PathPart = number | { readonly start: number; readonly end: number }

class Stop extends Error {}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LITERALS = ['true', 'false', 'null'].map((word) =>
  Array.from(word, (letter) => letter.charCodeAt(0)),
)

/** Of the value with which the bytes begin; null when it is JSON. Bounded by the nesting of the text. */
export function locateFault(bytes: Uint8Array): JsonFault | null {
  const scan = new JsonScan(bytes)
  try {
    scan.value()
    return null
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { message: error.message, offset: scan.offset, pointer: scan.pointer() }
  }
}

class JsonScan {
  readonly bytes: Uint8Array
  readonly path: PathPart[] = []
  offset: number = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  pointer(): string {
    return this.path.map((part) => pointerStep(this.keyOf(part))).join('')
  }

  private keyOf(part: PathPart): string | number {
    if (typeof part === 'number') return part
    const text = decodeText(this.bytes.subarray(part.start, part.end))
    const key: unknown = JSON.parse(text)
    return String(key)
  }

  /** The next byte that is not white space, or -1 at the end. */
  private peek(): number {
    for (;;) {
      const byte = this.bytes[this.offset] ?? -1
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
      this.offset++
    }
  }

  private stop(message: string): never {
    throw new Stop(message)
  }

  value(): void {
    const byte = this.peek()
    if (byte === 0x7b) return this.object()
    if (byte === 0x5b) return this.array()
    if (byte === QUOTE) return this.string()
    if (byte === 0x2d || isDigit(byte)) return this.number()
    this.literal()
  }

  private object(): void {
    this.offset++
    if (this.peek() === 0x7d) return this.skip()
    for (;;) {
      if (this.peek() !== QUOTE) this.stop('a property name in double quotes was expected')
      const start = this.offset
      this.string()
      const end = this.offset
      if (this.peek() !== 0x3a) this.stop("':' was expected")
      this.offset++
      this.path.push({ start, end })
      this.value()
      this.path.pop()
      const next = this.peek()
      if (next === 0x7d) return this.skip()
      if (next !== 0x2c) this.stop("',' or '}' was expected")
      this.offset++
    }
  }

  private array(): void {
    this.offset++
    if (this.peek() === 0x5d) return this.skip()
    for (let index = 0; ; index++) {
      this.path.push(index)
      this.value()
      this.path.pop()
      const next = this.peek()
      if (next === 0x5d) return this.skip()
      if (next !== 0x2c) this.stop("',' or ']' was expected")
      this.offset++
    }
  }

  private skip(): void {
    this.offset++
  }

  private string(): void {
    this.offset++
    for (;;) {
      const byte = this.bytes[this.offset] ?? -1
      if (byte === QUOTE) return this.skip()
      if (byte === -1) this.stop('a string is not closed')
      if (byte < 0x20) this.stop('a control character must be escaped in a string')
      if (byte === BACKSLASH) this.escape()
      else this.offset++
    }
  }

  private escape(): void {
    const letter = String.fromCharCode(this.bytes[this.offset + 1] ?? 0)
    if (letter !== 'u') {
      if (!'"\\/bfnrt'.includes(letter)) this.stop('an escape in a string is not one of JSON')
      this.offset += 2
      return
    }
    const digits = String.fromCharCode(...this.bytes.subarray(this.offset + 2, this.offset + 6))
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.stop('\\u needs four hexadecimal digits')
    this.offset += 6
  }

  private number(): void {
    if (this.bytes[this.offset] === 0x2d) this.offset++
    if (this.bytes[this.offset] === 0x30) this.offset++
    else this.digits()
    if (this.bytes[this.offset] === 0x2e) {
      this.offset++
      this.digits()
    }
    if (((this.bytes[this.offset] ?? 0) | 0x20) !== 0x65) return
    this.offset++
    const sign = this.bytes[this.offset]
    if (sign === 0x2b || sign === 0x2d) this.offset++
    this.digits()
  }

  private digits(): void {
    if (!isDigit(this.bytes[this.offset] ?? -1)) this.stop('a digit was expected')
    while (isDigit(this.bytes[this.offset] ?? -1)) this.offset++
  }

  private literal(): void {
    for (const word of LITERALS) {
      if (word.every((byte, index) => this.bytes[this.offset + index] === byte)) {
        this.offset += word.length
        return
      }
    }
    this.stop('a value was expected')
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

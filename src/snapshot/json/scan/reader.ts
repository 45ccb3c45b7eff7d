import { locateFault } from '../json-fault.ts'
import { pointerStep } from '../json-pointer.ts'
import { decodeText, firstNotUtf8 } from './decode-text.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DEPTH_MAX,
  MORE,
  NOT_UTF8,
  QUOTE,
  TOO_DEEP,
} from './layout.ts'
import type { ByteWindow } from './window.ts'

/** Why a text cannot be read to its end. `code` is one of the wire's problem codes. */
export interface ReadFault {
  readonly code: 'malformed-json' | 'not-a-request' | 'too-deep' | 'too-large' | 'too-many'
  readonly message: string
  readonly pointer: string
}

/** Ends a reading from any depth of it; caught where the reading was begun. */
export class Unreadable extends Error {
  readonly fault: ReadFault

  constructor(fault: ReadFault) {
    super(fault.message)
    this.fault = fault
  }
}

/** A reading that pauses where it needs more bytes; offsets in the window are others after a pause. */
export type Reading<T> = Generator<void, T, void>

/** Said by who scans an item and cannot say where it ends. */
export const DESCEND = -100

/** Longer characters of UTF-8 there are none. */
const CHARACTER_BYTES_MAX = 4

/**
 * Walks through the outer parts of a JSON text, where it must be known what comes, and leaves the
 * values inside to the scanner. It stands at a cursor and remembers the way there.
 */
export class JsonReader {
  readonly window: ByteWindow
  private readonly path: (string | number)[] = []

  constructor(window: ByteWindow) {
    this.window = window
  }

  get pointer(): string {
    return this.path.map(pointerStep).join('')
  }

  /** Goes on to the next byte that is not white space; -1 at the end of the text. */
  *peek(): Reading<number> {
    const { window } = this
    for (;;) {
      window.at = window.scanner.space(window.at)
      if (window.at < window.end) return window.bytes[window.at]
      if (window.isFinal) return -1
      yield
    }
  }

  /** The value at the cursor, whole. */
  *value(bytesMax: number): Reading<unknown> {
    const { window } = this
    const end = yield* this.endOf(() => window.scanner.skip(window.at), bytesMax)
    const value = this.parse(window.at, end)
    window.at = end
    return value
  }

  /**
   * The end of what begins at the cursor, once all of it has come; DESCEND where its scan says so.
   * `first` is what it has said already.
   */
  *endOf(scan: () => number, bytesMax: number, first: number = scan()): Reading<number> {
    let end = first
    for (; end === MORE; end = scan()) {
      this.checkLength(this.window.end, bytesMax)
      yield
    }
    this.checkEnd(end, bytesMax)
    return end
  }

  /** A value that the scanner went over. */
  parse(from: number, to: number): unknown {
    return JSON.parse(decodeText(this.window.bytes.subarray(from, to)))
  }

  /** Calls for every member of the object at the cursor, which stands at its value then. */
  *object(onMember: (key: string) => Reading<void>, keyBytesMax: number): Reading<void> {
    this.open()
    let byte = yield* this.peek()
    while (byte !== CLOSE_BRACE) {
      const key = yield* this.key(byte, keyBytesMax)
      this.path.push(key)
      yield* onMember(key)
      this.path.pop()
      byte = yield* this.next(CLOSE_BRACE, "',' or '}' was expected")
    }
    this.close()
  }

  /**
   * Reads the items of the array at the cursor. `scan` says where the item ends that the cursor stands
   * at, or DESCEND: then `descend` reads it. An item at hand costs no more than its scan.
   */
  *items(scan: () => number, descend: () => Reading<void>, bytesMax: number): Reading<void> {
    const { window, path } = this
    this.open()
    let byte = yield* this.peek()
    for (let index = 0; byte !== CLOSE_BRACKET; index++) {
      path.push(index)
      let end = scan()
      if (end === MORE) end = yield* this.endOf(scan, bytesMax, end)
      else this.checkEnd(end, bytesMax)
      if (end === DESCEND) yield* descend()
      else window.at = end
      path.pop()
      byte = this.nextItemAtHand()
      if (byte < 0) byte = yield* this.next(CLOSE_BRACKET, "',' or ']' was expected")
    }
    this.close()
  }

  /** The same reading, some steps further inside. */
  *inside<T>(steps: readonly (string | number)[], reading: Reading<T>): Reading<T> {
    this.path.push(...steps)
    const value = yield* reading
    this.path.length -= steps.length
    return value
  }

  /** What the scanner said instead of the end of the value at the cursor. */
  fault(why: number): Unreadable {
    const { window, pointer } = this
    const at = window.stoppedAt
    if (why === TOO_DEEP) return this.tooDeep(at)
    if (why === NOT_UTF8) return this.notUtf8(at)
    const wrong = firstNotUtf8(
      window.bytes.subarray(at, Math.min(at + CHARACTER_BYTES_MAX, window.end)),
    )
    // Outside of strings the scanner knows only that no value begins like that.
    if (wrong !== null && window.bytes[at] >= 0x80) return this.notUtf8(at + wrong)
    const found = locateFault(window.bytes.subarray(window.at, window.end))
    if (found === null) throw new Error('the scanner and the search for its fault disagree')
    return this.malformed(found.message, window.at + found.offset, pointer + found.pointer)
  }

  malformed(message: string, at: number, pointer: string): Unreadable {
    const isEnd = at >= this.window.end
    const text = `${isEnd ? `the text ends where ${message}` : message} at ${this.placeOf(at)}`
    return unreadable('malformed-json', sentence(text), pointer)
  }

  refuse(code: ReadFault['code'], message: string): Unreadable {
    return unreadable(code, message, this.pointer)
  }

  /** Of a value that ends, or does not yet end, there. */
  checkLength(end: number, bytesMax: number): void {
    if (end - this.window.at <= bytesMax) return
    throw this.refuse('too-large', `one value of the body is longer than ${bytesMax} bytes`)
  }

  private checkEnd(end: number, bytesMax: number): void {
    if (end === DESCEND) return
    if (end < 0) throw this.fault(end)
    this.checkLength(end, bytesMax)
  }

  private *key(byte: number, bytesMax: number): Reading<string> {
    if (byte !== QUOTE) throw this.expected('a property name in double quotes was expected')
    const key = yield* this.value(bytesMax)
    const { window } = this
    if ((yield* this.peek()) !== COLON) throw this.expected("':' was expected")
    window.at++
    yield* this.peek()
    return String(key)
  }

  /** Behind an item or member: the first byte of the next, or the closing bracket. */
  private *next(close: number, expected: string): Reading<number> {
    const byte = yield* this.peek()
    if (byte === close) return byte
    if (byte !== COMMA) throw this.expected(expected)
    this.window.at++
    const next = yield* this.peek()
    if (next !== close) return next
    // What may not close here is no value and no property name either.
    return -1
  }

  /** The first byte of the next item, if there is one and it has come; else -1, and nothing is read. */
  private nextItemAtHand(): number {
    const { window } = this
    const { bytes, scanner } = window
    const comma = scanner.space(window.at)
    if (bytes[comma] !== COMMA) return -1
    const at = scanner.space(comma + 1)
    if (at >= window.end || bytes[at] === CLOSE_BRACKET) return -1
    window.at = at
    return bytes[at]
  }

  private open(): void {
    const { window } = this
    if (window.depth === window.words[DEPTH_MAX >> 2]) throw this.tooDeep(window.at)
    window.depth++
    window.at++
  }

  private close(): void {
    this.window.depth--
    this.window.at++
  }

  private expected(message: string): Unreadable {
    return this.malformed(message, this.window.at, this.pointer)
  }

  private tooDeep(at: number): Unreadable {
    const most = this.window.words[DEPTH_MAX >> 2]
    const message = `More than ${most} arrays and objects inside each other at ${this.placeOf(at)}`
    return unreadable('too-deep', message, '')
  }

  private notUtf8(at: number): Unreadable {
    return unreadable('malformed-json', `Not UTF-8 at ${this.placeOf(at)}`, '')
  }

  private placeOf(at: number): string {
    const { offset, line, column } = this.window.positionOf(at)
    return `line ${line}, column ${column} (byte ${offset})`
  }
}

function unreadable(code: ReadFault['code'], message: string, pointer: string): Unreadable {
  return new Unreadable({ code, message, pointer })
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import {
  COMMA,
  DEPTH,
  DEPTH_MAX,
  END,
  IS_FINAL,
  OUTPUT,
  RULES,
  SLOTS,
  STACK,
  STOPPED_AT,
  UNUSUAL,
} from './layout.ts'
import type { RuleTable } from './rule-table.ts'
import type { Scanner } from './scanner.ts'

/** Behind the window: a scan reads up to 16 bytes further, and writes as many behind its output. */
const PADDING_BYTES = 64
const WINDOW_BYTES_MIN = 1 << 18
const KEPT_BYTES_MIN = 1 << 16
const PAGE_BYTES = 1 << 16
/** What a value in memory takes up more than its text, by the commas of that. */
const BYTES_A_COMMA = 48

/** A place in the whole text; lines and columns count from 1, columns in characters. */
export interface TextPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/**
 * The part of a text that a scanner has in its memory: what is not read yet. Chunks come at its end,
 * and what lies before the cursor is dropped when room is needed. Behind the window are the room for
 * projections, as long as the window, and bytes to keep, which only grow.
 */
export class ByteWindow {
  readonly scanner: Scanner
  /** Views of the scanner's memory; others after `room` and `keep`. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array()
  words: Int32Array<ArrayBuffer> = new Int32Array()
  /** The cursor: everything before it is read. */
  at: number
  end: number
  private readonly start: number
  private capacity = WINDOW_BYTES_MIN
  private keptCapacity = KEPT_BYTES_MIN
  private keptBytes = 0
  private droppedBytes = 0
  private line = 1
  private column = 1

  constructor(scanner: Scanner, table: RuleTable, nestingMax: number) {
    this.scanner = scanner
    const stack = RULES + table.image.length
    this.start = roundUp(stack + nestingMax + PADDING_BYTES, PADDING_BYTES)
    this.at = this.start
    this.end = this.start
    this.allocate()
    this.words.fill(0, 0, RULES >> 2)
    this.bytes.set(table.image, RULES)
    this.words[STACK >> 2] = stack
    this.words[DEPTH_MAX >> 2] = nestingMax
    this.setEnd(this.start)
  }

  /** Arrays and objects around the cursor. */
  get depth(): number {
    return this.words[DEPTH >> 2]
  }

  set depth(depth: number) {
    this.words[DEPTH >> 2] = depth
  }

  get isFinal(): boolean {
    return this.words[IS_FINAL >> 2] === 1
  }

  /** There is nothing more to come. */
  finish(): void {
    this.words[IS_FINAL >> 2] = 1
  }

  /** Room for so many bytes at the end; `take` says how many of them came. */
  room(length: number): Uint8Array<ArrayBuffer> {
    if (this.end + length > this.start + this.capacity) this.drop()
    const needed = this.end - this.start + length
    if (needed > this.capacity) this.enlarge(needed)
    return this.bytes.subarray(this.end, this.end + length)
  }

  take(length: number): void {
    this.setEnd(this.end + length)
  }

  append(chunk: Uint8Array): void {
    this.room(chunk.length).set(chunk)
    this.take(chunk.length)
  }

  /** The value at the cursor as a rule has it, in `projected`; the byte after the value, or why there is none. */
  project(rule: number): number {
    this.words.fill(0, SLOTS >> 2, RULES >> 2)
    this.words[OUTPUT >> 2] = this.projected
    return this.scanner.project(this.at, rule)
  }

  get projected(): number {
    return this.start + this.capacity + PADDING_BYTES
  }

  get projectedEnd(): number {
    return this.words[OUTPUT >> 2]
  }

  get isUnusual(): boolean {
    return this.words[UNUSUAL >> 2] === 1
  }

  get stoppedAt(): number {
    return this.words[STOPPED_AT >> 2]
  }

  /** Keeps a copy of bytes; where it is, `keptAt` tells. */
  keep(from: number, to: number): number {
    const kept = this.keptBytes
    const length = to - from
    if (kept + length > this.keptCapacity) {
      this.keptCapacity = Math.max(2 * this.keptCapacity, kept + length)
      this.allocate()
    }
    const at = this.keptAt(kept)
    this.bytes.copyWithin(at, from, to)
    this.keptBytes = roundUp(kept + length, 16)
    return kept
  }

  keptAt(kept: number): number {
    return this.projected + this.capacity + PADDING_BYTES + kept
  }

  /** Of the cursor, in the whole text. */
  get offset(): number {
    return this.droppedBytes + this.at - this.start
  }

  /** About what the JSON between two places takes up in memory once it is parsed. */
  weightOf(from: number, to: number): number {
    return to - from + BYTES_A_COMMA * this.scanner.count(from, to, 0xff, COMMA)
  }

  positionOf(at: number): TextPosition {
    const { line, column } = this.advance(at)
    return { offset: this.droppedBytes + at - this.start, line, column }
  }

  private setEnd(end: number): void {
    this.end = end
    this.bytes.fill(0, end, end + PADDING_BYTES)
    this.words[END >> 2] = end
  }

  private drop(): void {
    const { line, column } = this.advance(this.at)
    this.line = line
    this.column = column
    this.droppedBytes += this.at - this.start
    this.bytes.copyWithin(this.start, this.at, this.end)
    const unread = this.end - this.at
    this.at = this.start
    this.setEnd(this.start + unread)
  }

  /** Line and column at a place of the window. Continuation bytes of UTF-8 belong to the character before. */
  private advance(at: number): { line: number; column: number } {
    const newlines = this.scanner.count(this.start, at, 0xff, 0x0a)
    const from = newlines === 0 ? this.start : this.bytes.lastIndexOf(0x0a, at - 1) + 1
    const characters = at - from - this.scanner.count(from, at, 0xc0, 0x80)
    const before = newlines === 0 ? this.column : 1
    return { line: this.line + newlines, column: before + characters }
  }

  /** A larger window moves the bytes that are kept. */
  private enlarge(bytesMin: number): void {
    const before = this.keptAt(0)
    this.capacity = Math.max(2 * this.capacity, roundUp(bytesMin, PADDING_BYTES))
    this.allocate()
    this.bytes.copyWithin(this.keptAt(0), before, before + this.keptBytes)
  }

  private allocate(): void {
    const needed = roundUp(this.keptAt(this.keptCapacity) + PADDING_BYTES, PAGE_BYTES)
    this.scanner.grow(needed)
    if (this.bytes.buffer === this.scanner.buffer) return
    this.bytes = new Uint8Array(this.scanner.buffer)
    this.words = new Int32Array(this.scanner.buffer)
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step
}

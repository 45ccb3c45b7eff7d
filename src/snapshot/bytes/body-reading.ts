import { isObject, type JsonObject } from '../json/fields.ts'
import { OPEN_BRACE, OPEN_BRACKET } from '../json/scan/layout.ts'
import { JsonReader, type ReadFault, type Reading, Unreadable } from '../json/scan/reader.ts'
import { RuleTable } from '../json/scan/rule-table.ts'
import type { Scanner } from '../json/scan/scanner.ts'
import { ByteWindow } from '../json/scan/window.ts'
import { RULES } from '../read-rules.ts'
import type { BodyPlan, BodyShape, TextForm } from './body-shape.ts'
import { ItemScanner } from './item-scanner.ts'
import { firstLongArray } from './long-array.ts'
import { type PartLimits, SnapshotParts } from './snapshot-parts.ts'

export interface BodyLimits extends PartLimits {
  /** Arrays and objects inside each other. */
  readonly nesting: number
  /** Objects of an array outside of the snapshot: pods to decide. */
  readonly pods: number
  /** JSON besides Kubernetes objects. */
  readonly settingsBytes: number
  /** Memory for what is kept of a body, as it is estimated from its JSON. */
  readonly keptBytes: number
}

export interface ReadingOptions {
  readonly form?: TextForm
  /** A value that is not whole yet is gone over again when twice as much of it is here, or so much. */
  readonly resumeBytesMin?: number
}

/** Items of an array in the settings. */
const SETTINGS_ITEMS_MAX = 10_000
const RESUME_BYTES_MIN = 1 << 14
/** Of a chunk so much is looked at before the rest of it is copied. */
const SLICE_BYTES = 1 << 18

const TABLE = new RuleTable(RULES)

/**
 * Reads a text as its bytes come, and holds no more of it than the object that is not whole yet. The
 * value is the one that JSON.parse would make, less what nobody reads of Kubernetes objects; the
 * running pods in it are ScannedPods.
 */
export class BodyReading {
  private readonly window: ByteWindow
  private readonly reader: JsonReader
  private readonly items: ItemScanner
  private readonly parts: SnapshotParts
  private readonly limits: BodyLimits
  private readonly reading: Reading<unknown>
  private readonly resumeBytesMin: number
  private outcome: { readonly value: unknown } | { readonly fault: ReadFault } | null = null
  private settingsBytes = 0
  /** Of the value that is not whole yet: what must be here before it is looked at again. */
  private wantedBytes = 0
  private kept = 0

  constructor(
    scanner: Scanner,
    { shape, keeps }: BodyPlan,
    limits: BodyLimits,
    { form = 'value', resumeBytesMin = RESUME_BYTES_MIN }: ReadingOptions = {},
  ) {
    this.window = new ByteWindow(scanner, TABLE, limits.nesting)
    this.reader = new JsonReader(this.window)
    this.items = new ItemScanner(this.window, TABLE, keeps === 'everything', (bytes) =>
      this.keep(bytes),
    )
    this.parts = new SnapshotParts(this.reader, this.items, limits, (bytes) => this.keep(bytes))
    this.limits = limits
    this.resumeBytesMin = resumeBytesMin
    this.reading = this.text(shape, form)
  }

  /** An estimate of what is held in memory. */
  get keptBytes(): number {
    return this.kept
  }

  /** Room for bytes to be read into; `take` says how many came. */
  room(length: number): Uint8Array<ArrayBuffer> {
    return this.window.room(length)
  }

  /** What is wrong with the text so far; null when it can go on. */
  take(length: number): ReadFault | null {
    this.window.take(length)
    if (this.window.end - this.window.at < this.wantedBytes) return null
    return this.resume()
  }

  push(chunk: Uint8Array): ReadFault | null {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES)
      this.window.room(slice.length).set(slice)
      const fault = this.take(slice.length)
      if (fault !== null) return fault
    }
    return null
  }

  /** There is no more: the value, or why there is none. */
  finish(): { readonly value: unknown } | { readonly fault: ReadFault } {
    this.window.finish()
    this.resume()
    if (this.outcome === null) throw new Error('the reading waits for bytes behind the last one')
    return this.outcome
  }

  private resume(): ReadFault | null {
    if (this.outcome === null) {
      try {
        const step = this.reading.next()
        if (step.done === true) this.outcome = { value: step.value }
        this.wantedBytes = Math.max(this.resumeBytesMin, 2 * (this.window.end - this.window.at))
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        this.outcome = { fault: error.fault }
      }
    }
    return this.outcome !== null && 'fault' in this.outcome ? this.outcome.fault : null
  }

  private *text(shape: BodyShape, form: TextForm): Reading<unknown> {
    yield* this.begin()
    if (form === 'snapshots') return yield* this.snapshots()
    const value = yield* this.shaped(shape)
    if (form === 'lines') return yield* this.withLines(value)
    if ((yield* this.reader.peek()) === -1) return value
    const { at } = this.window
    throw this.reader.malformed('there is text after the end of the value', at, '')
  }

  /** A byte order mark is dropped, as RFC 8259 allows. */
  private *begin(): Reading<void> {
    const { window, reader } = this
    while (window.end - window.at < BYTE_ORDER_MARK.length && !window.isFinal) yield
    if (BYTE_ORDER_MARK.every((byte, index) => window.bytes[window.at + index] === byte)) {
      window.at += BYTE_ORDER_MARK.length
      yield* reader.peek()
    } else if ((yield* reader.peek()) === -1) {
      throw new Unreadable({ code: 'malformed-json', message: 'The body is empty', pointer: '' })
    }
  }

  private *snapshots(): Reading<unknown[]> {
    const values: unknown[] = []
    while ((yield* this.reader.peek()) !== -1) values.push(yield* this.parts.snapshot())
    return values
  }

  /** The further lines of a request are parts of its snapshot. */
  private *withLines(value: unknown): Reading<unknown> {
    const { reader } = this
    const snapshot: unknown[] = []
    while ((yield* reader.peek()) !== -1) {
      snapshot.push(yield* reader.inside(['snapshot', snapshot.length], this.parts.part()))
    }
    if (snapshot.length === 0 || !isObject(value)) return value
    if (value['snapshot'] === undefined) return { ...value, snapshot }
    const message = 'the snapshot is in the first line and in further ones'
    throw new Unreadable({ code: 'not-a-request', message, pointer: '/snapshot' })
  }

  private *shaped(shape: BodyShape): Reading<unknown> {
    const first = this.window.bytes[this.window.at]
    switch (shape.kind) {
      case 'snapshot':
        return yield* this.parts.snapshot()
      case 'object':
        return yield* this.reader.value(this.limits.objectBytes)
      case 'objects':
        return first === OPEN_BRACKET ? yield* this.objects() : yield* this.settings()
      case 'values':
        return first === OPEN_BRACKET ? yield* this.values() : yield* this.settings()
      case 'members':
        return first === OPEN_BRACE ? yield* this.members(shape.members) : yield* this.settings()
      case 'large':
        return yield* this.large()
      case 'settings':
        return yield* this.settings()
    }
  }

  private *members(shapes: Readonly<Record<string, BodyShape>>): Reading<JsonObject> {
    const members = new Map<string, unknown>()
    const read = function* (this: BodyReading, key: string): Reading<void> {
      this.countSettings(key.length)
      // Names from outside may be those of Object's own members.
      const shape = Object.hasOwn(shapes, key) ? shapes[key] : SETTINGS
      members.set(key, yield* this.shaped(shape))
    }
    yield* this.reader.object(read.bind(this), this.limits.settingsBytes)
    return Object.fromEntries(members)
  }

  private *objects(): Reading<unknown[]> {
    const { reader, window, limits } = this
    const values: unknown[] = []
    let count = 0
    const scan = (): number => {
      const end = window.scanner.skip(window.at)
      if (end >= 0 && ++count <= limits.pods) {
        this.keep(window.weightOf(window.at, end))
        values.push(reader.parse(window.at, end))
      }
      return end
    }
    yield* reader.items(scan, nothing, limits.objectBytes)
    if (count <= limits.pods) return values
    const message = `${count} pods to decide; at most ${limits.pods} are in one request`
    throw reader.refuse('too-many', message)
  }

  private *values(): Reading<unknown[]> {
    const { reader, window, limits } = this
    const values: unknown[] = []
    const scan = (): number => {
      const end = window.scanner.skip(window.at)
      if (end < 0) return end
      if (values.length === limits.objects) {
        throw reader.refuse('too-many', `more than ${limits.objects} items`)
      }
      this.keep(window.weightOf(window.at, end))
      values.push(reader.parse(window.at, end))
      return end
    }
    yield* reader.items(scan, nothing, limits.objectBytes)
    return values
  }

  private *large(): Reading<unknown> {
    const { reader, window, limits } = this
    const start = window.offset
    const value = yield* reader.value(limits.keptBytes)
    this.keep(window.offset - start)
    return value
  }

  private *settings(): Reading<unknown> {
    const { reader, window, limits } = this
    const start = window.offset
    const value = yield* reader.value(limits.settingsBytes)
    this.countSettings(window.offset - start)
    const long = firstLongArray(value, SETTINGS_ITEMS_MAX)
    if (long === null) return value
    const message = `${long.length} items; at most ${SETTINGS_ITEMS_MAX} are in one list`
    throw new Unreadable({ code: 'too-many', message, pointer: reader.pointer + long.pointer })
  }

  private countSettings(bytes: number): void {
    this.settingsBytes += bytes
    if (this.settingsBytes <= this.limits.settingsBytes) return
    const message = `more than ${this.limits.settingsBytes} bytes besides Kubernetes objects`
    throw this.reader.refuse('too-large', message)
  }

  private keep(bytes: number): void {
    this.kept += bytes
    if (this.kept <= this.limits.keptBytes) return
    const message = `what is read of the objects needs more than ${this.limits.keptBytes} bytes`
    throw this.reader.refuse('too-large', message)
  }
}

const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf]
const SETTINGS: BodyShape = { kind: 'settings' }

function* nothing(): Reading<void> {}

import { COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../json/scan/layout.ts'
import { DESCEND, type JsonReader, type Reading } from '../json/scan/reader.ts'
import { ARRAY_OF_KIND, SNAPSHOT_KIND_NAMES, type SnapshotResource } from '../snapshot-resources.ts'
import type { ItemScanner } from './item-scanner.ts'
import { SharedTexts } from './shared-texts.ts'

export interface PartLimits {
  /** Objects of a snapshot. */
  readonly objects: number
  /** The JSON of one of them. */
  readonly objectBytes: number
}

/** What the first look at an object found; negative: why it could not be gone over. */
const KIND = 1
const LIST = 2
const NEITHER = 3

const BEGINNING_BYTES_MAX = 64
const NOTHING = new Uint8Array()

/** What a member of an object takes up at least. */
const BYTES_A_MEMBER = 64

/** Members that hold objects, in the forms of a snapshot that are no object themselves. */
const LIST_KEYS: ReadonlySet<string> = new Set<string>(['items', ...SNAPSHOT_KIND_NAMES])
const RESOURCES: ReadonlySet<string> = new Set<string>(SNAPSHOT_KIND_NAMES)

/**
 * Reads a snapshot in any of its forms to the value that it would be parsed to, but of its objects
 * only what is read. Which form it is may show late: kubectl writes `kind` behind `items`. So objects
 * are read by the kind that they name themselves until their List has said otherwise.
 */
export class SnapshotParts {
  private readonly reader: JsonReader
  private readonly items: ItemScanner
  private readonly limits: PartLimits
  private readonly onKeep: (bytes: number) => void
  private readonly texts: SharedTexts
  private objectCount = 0
  /** Kind of the object that was looked at last, where it has one, and its bytes up to there. */
  private foundKind = ''
  private beginning = NOTHING

  constructor(
    reader: JsonReader,
    items: ItemScanner,
    limits: PartLimits,
    onKeep: (bytes: number) => void,
  ) {
    this.reader = reader
    this.onKeep = onKeep
    this.items = items
    this.limits = limits
    this.texts = new SharedTexts(reader.window)
  }

  /** A snapshot, at its first byte. */
  *snapshot(): Reading<unknown> {
    const { window } = this.reader
    if (window.bytes[window.at] !== OPEN_BRACKET) return yield* this.part()
    const parts: unknown[] = []
    yield* this.reader.items(
      () => this.scanPart(parts),
      function* (this: SnapshotParts) {
        parts.push(yield* this.openPart())
      }.bind(this),
      this.limits.objectBytes,
    )
    return parts
  }

  /** A part of a snapshot: a List, an object of arrays, or an object. */
  *part(): Reading<unknown> {
    const { reader } = this
    const found: unknown[] = []
    const end = yield* reader.endOf(() => this.scanPart(found), this.limits.objectBytes)
    if (end === DESCEND) return yield* this.openPart()
    reader.window.at = end
    return found[0]
  }

  /** Reads a part that is an object or no part at all; one that has lists in it must be opened. */
  private scanPart(into: unknown[]): number {
    const { window } = this.reader
    const found = window.bytes[window.at] === OPEN_BRACE ? this.look() : NEITHER
    if (found < 0) return found
    if (found === LIST) return DESCEND
    const resource = found === KIND ? ARRAY_OF_KIND.get(this.foundKind) : undefined
    if (resource !== undefined) return this.scanItem(resource, into)
    if (found === KIND && this.foundKind.endsWith('List')) return DESCEND
    const end = window.scanner.skip(window.at)
    if (end < 0) return end
    this.countObject()
    // Of a kind that nobody reads, the kind is enough to say so.
    const isUnread = found === KIND && !this.items.keepsAll
    into.push(isUnread ? { kind: this.foundKind } : this.items.parse(end))
    return end
  }

  private scanItem(resource: SnapshotResource, into: unknown[]): number {
    const end = this.items.scan(resource)
    if (end < 0) return end
    this.countObject()
    into.push(this.items.value)
    return end
  }

  private countObject(): void {
    if (++this.objectCount <= this.limits.objects) return
    throw this.reader.refuse('too-many', `more than ${this.limits.objects} objects in a snapshot`)
  }

  /** Goes over the members of the object at the cursor up to its kind or a list; nothing is read yet. */
  private look(): number {
    return this.beginsAsTheLast() ? KIND : this.lookFurther()
  }

  /** Objects of a kind mostly follow each other, and are written alike up to it. */
  private beginsAsTheLast(): boolean {
    const { bytes, at } = this.reader.window
    const { beginning } = this
    for (let index = 0; index < beginning.length; index++) {
      // Behind the window there are zeros, which no object has.
      if (bytes[at + index] !== beginning[index]) return false
    }
    return beginning.length > 0
  }

  private lookFurther(): number {
    // Its bytes are asked for each time: keeping a text may move them.
    const { window } = this.reader
    const { scanner } = window
    let at = scanner.space(window.at + 1)
    while (window.bytes[at] === QUOTE) {
      const keyEnd = scanner.skip(at)
      if (keyEnd < 0) return keyEnd
      const key = this.texts.of(at + 1, keyEnd - 1) ?? ''
      const colon = scanner.space(keyEnd)
      if (window.bytes[colon] !== COLON) break
      const value = scanner.space(colon + 1)
      if (window.bytes[value] === OPEN_BRACKET && LIST_KEYS.has(key)) return LIST
      const end = scanner.skip(value)
      if (end < 0) return end
      if (key === 'kind' && window.bytes[value] === QUOTE) return this.findKind(value, end)
      const comma = scanner.space(end)
      if (window.bytes[comma] !== COMMA) break
      at = scanner.space(comma + 1)
    }
    // Without a kind, or not JSON: whoever reads it finds out.
    return NEITHER
  }

  private findKind(from: number, to: number): number {
    const { window } = this.reader
    const kind = this.texts.of(from + 1, to - 1)
    if (kind === null) return NEITHER
    this.foundKind = kind
    const isShort = to - window.at <= BEGINNING_BYTES_MAX
    this.beginning = isShort ? window.bytes.slice(window.at, to) : NOTHING
    return KIND
  }

  /** A part that is not, or may not be, one object: its lists are read item by item. */
  private *openPart(): Reading<unknown> {
    const { reader, limits } = this
    const { window } = reader
    const members = new Map<string, unknown>()
    let leftBytes = limits.objectBytes
    let kindKnown = false
    let hasLists = false
    const readMember = function* (this: SnapshotParts, key: string): Reading<void> {
      leftBytes -= key.length
      if (window.bytes[window.at] === OPEN_BRACKET && LIST_KEYS.has(key)) {
        hasLists = true
        members.set(key, yield* this.list(key, kindKnown ? members.get('kind') : undefined))
        return
      }
      if (key === 'kind' && kindKnown && hasLists) {
        throw reader.refuse('not-a-request', 'the kind of a List is given twice')
      }
      kindKnown ||= key === 'kind'
      const start = window.offset
      members.set(key, yield* reader.value(leftBytes))
      leftBytes -= window.offset - start
      this.onKeep(BYTES_A_MEMBER + window.offset - start)
    }
    yield* reader.object(readMember.bind(this), limits.objectBytes)
    return Object.fromEntries(members)
  }

  private *list(key: string, kind: unknown): Reading<unknown[]> {
    const values: unknown[] = []
    const scan = this.scanOf(key, kind, values)
    yield* this.reader.items(
      scan,
      function* (this: SnapshotParts) {
        values.push(yield* this.openPart())
      }.bind(this),
      this.limits.objectBytes,
    )
    return values
  }

  private scanOf(key: string, kind: unknown, into: unknown[]): () => number {
    const { window } = this.reader
    const skip = () => window.scanner.skip(window.at)
    if (RESOURCES.has(key)) {
      const resource = key as SnapshotResource // one of their names
      return typeof kind === 'string' ? skip : () => this.scanItem(resource, into)
    }
    if (kind === undefined || kind === 'List') return () => this.scanPart(into)
    if (typeof kind !== 'string' || !kind.endsWith('List')) return skip
    const resource = ARRAY_OF_KIND.get(kind.slice(0, -'List'.length))
    return resource === undefined ? skip : () => this.scanItem(resource, into)
  }
}

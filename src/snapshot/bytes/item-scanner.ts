import { isObject } from '../json/fields.ts'
import { decodeText } from '../json/scan/decode-text.ts'
import { ByteInterner } from '../json/scan/interner.ts'
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET } from '../json/scan/layout.ts'
import type { RuleTable } from '../json/scan/rule-table.ts'
import { projectJson } from '../json/scan/rules.ts'
import type { ByteWindow } from '../json/scan/window.ts'
import { markScanned } from '../read-part.ts'
import { ruleOf } from '../read-rules.ts'
import { SNAPSHOT_RESOURCES, type SnapshotResource } from '../snapshot-resources.ts'
import { PodScanner } from './pod-scanner.ts'

/** Makes values of the Kubernetes objects at the window's cursor: only what is read of each. */
export class ItemScanner {
  /** Of the item that was scanned last. */
  value: unknown = null
  /** Of objects everything, instead of what is read of them. */
  readonly keepsAll: boolean
  private readonly window: ByteWindow
  private readonly table: RuleTable
  private readonly pods: PodScanner
  private readonly images: ByteInterner
  private readonly imageValues: unknown[] = []
  private readonly imagesSlot: number
  private readonly onKeep: (bytes: number) => void

  /** `onKeep` hears of what stays in memory. */
  constructor(
    window: ByteWindow,
    table: RuleTable,
    keepsAll: boolean,
    onKeep: (bytes: number) => void,
  ) {
    this.window = window
    this.keepsAll = keepsAll
    this.table = table
    this.onKeep = onKeep
    this.pods = new PodScanner(window, table, onKeep)
    this.images = new ByteInterner(window)
    this.imagesSlot = table.slotOf('images') >> 2
  }

  /** The byte after the object at the cursor, or why there is none; its value is in `value`. */
  scan(resource: SnapshotResource): number {
    const { window } = this
    if (this.keepsAll) return this.scanAll()
    const end = window.project(this.table.addressOf(ruleOf(resource)))
    if (end < 0) return end
    if (window.isUnusual) this.value = this.parseWhole(resource, end)
    else if (resource === 'pods') this.value = this.pods.read() ?? this.parseWhole(resource, end)
    else this.value = this.parseProjected()
    return end
  }

  private scanAll(): number {
    const { window } = this
    const end = window.scanner.skip(window.at)
    if (end >= 0) this.value = this.parse(end)
    return end
  }

  /** The value at the cursor, whole: of something that is no Kubernetes object, or none that is known. */
  parse(end: number): unknown {
    const { window } = this
    this.onKeep(window.weightOf(window.at, end))
    return JSON.parse(decodeText(window.bytes.subarray(window.at, end)))
  }

  /** For what a projection cannot tell, such as a key that is given twice. */
  private parseWhole(resource: SnapshotResource, end: number): unknown {
    const value = this.parse(end)
    const kind = isObject(value) ? value['kind'] : undefined
    // Under another kind's name it is for others to say what is read of it.
    if (kind !== undefined && kind !== SNAPSHOT_RESOURCES[resource]) return value
    const part = projectJson(value, ruleOf(resource))
    if (isObject(part)) markScanned(part)
    return part
  }

  private parseProjected(): unknown {
    const { window } = this
    const { projected, projectedEnd } = window
    this.onKeep(window.weightOf(projected, projectedEnd))
    const value: unknown = JSON.parse(decodeText(window.bytes.subarray(projected, projectedEnd)))
    if (!isObject(value)) return value
    markScanned(value)
    const images = window.words[this.imagesSlot]
    const status = value['status']
    if (images === 0 || !isObject(status)) return value
    // The images of a node are many, and those of the next one are mostly the same.
    Object.assign(status, { images: this.readImages(images, window.words[this.imagesSlot + 1]) })
    return value
  }

  private readImages(start: number, end: number): unknown {
    const { window } = this
    const { scanner, bytes } = window
    if (bytes[start] !== OPEN_BRACKET) return JSON.parse(decodeText(bytes.subarray(start, end)))
    const images: unknown[] = []
    for (let at = scanner.space(start + 1); window.bytes[at] !== CLOSE_BRACKET; ) {
      const itemEnd = scanner.skip(at)
      images.push(this.imageAt(at, itemEnd))
      at = scanner.space(itemEnd)
      if (window.bytes[at] === COMMA) at = scanner.space(at + 1)
    }
    return images
  }

  private imageAt(from: number, to: number): unknown {
    const id = this.images.idOf(from, to)
    if (id === this.imageValues.length) {
      this.onKeep(this.window.weightOf(from, to))
      this.imageValues.push(JSON.parse(decodeText(this.window.bytes.subarray(from, to))))
    }
    return this.imageValues[id]
  }
}

import { decodeText } from '../json/scan/decode-text.ts'
import { ByteInterner } from '../json/scan/interner.ts'
import { LETTER_N, QUOTE } from '../json/scan/layout.ts'
import type { RuleTable } from '../json/scan/rule-table.ts'
import type { ByteWindow } from '../json/scan/window.ts'
import { timeMsOf } from '../json/time.ts'
import { PodTemplate, ScannedPod, type SharedJson } from '../pods/scanned-pod.ts'
import { SharedTexts } from './shared-texts.ts'

/** About what one pod takes up in memory besides what it shares. */
const POD_BYTES = 256
const DIGIT_0 = 0x30
/** `"2026-11-21T12:00:00Z"` with its quotes. */
const TIME_BYTES = 22

/** Makes pods of what the window has projected and captured of the one at its cursor. */
export class PodScanner {
  private readonly window: ByteWindow
  private readonly onKeep: (bytes: number) => void
  private readonly nodeNames: SharedTexts
  private readonly templates: SharedParts<PodTemplate>
  private readonly labels: SharedParts<SharedJson>
  private readonly slots: { readonly [field in CapturedField]: number }

  constructor(window: ByteWindow, table: RuleTable, onKeep: (bytes: number) => void) {
    this.window = window
    this.onKeep = onKeep
    this.nodeNames = new SharedTexts(window)
    this.templates = new SharedParts(window, onKeep, (text) => new PodTemplate(text))
    this.labels = new SharedParts(window, onKeep, (text) => ({ text }))
    this.slots = slotsOf(table)
  }

  /** Null when the pod must be parsed to be understood: a text of it is escaped, or none, or no time. */
  read(): ScannedPod | null {
    const { slots, window } = this
    const template = this.templates.of(window.projected, window.projectedEnd)
    const name = this.textAt(slots.name)
    const uid = this.textAt(slots.uid)
    const nodeName = this.nodeNameAt(slots.nodeName)
    // Only a pod that waits is asked for its age.
    const creationTimestamp = nodeName === '' ? this.textAt(slots.creationTimestamp) : ''
    const startTimeMs = this.timeAt(slots.startTime)
    if (!template.isUsual || name === null || name === '' || uid === null) return null
    if (nodeName === null || creationTimestamp === null || Number.isNaN(startTimeMs)) return null
    const labelsFrom = window.words[slots.labels]
    const labels =
      labelsFrom === 0 ? null : this.labels.of(labelsFrom, window.words[slots.labels + 1])
    this.onKeep(POD_BYTES)
    return new ScannedPod({ name, uid, nodeName, creationTimestamp, startTimeMs }, template, labels)
  }

  private isGiven(slot: number): boolean {
    const { words, bytes } = this.window
    return words[slot] !== 0 && bytes[words[slot]] !== LETTER_N
  }

  /** Empty for what is not there, and null for what is not written as it is. */
  private textAt(slot: number): string | null {
    const { words, bytes } = this.window
    const from = words[slot]
    if (!this.isGiven(slot)) return ''
    if (bytes[from] !== QUOTE) return null
    const text = decodeText(bytes.subarray(from + 1, words[slot + 1] - 1))
    return text.includes('\\') ? null : text
  }

  private nodeNameAt(slot: number): string | null {
    const { words, bytes } = this.window
    const from = words[slot]
    if (!this.isGiven(slot)) return ''
    return bytes[from] === QUOTE ? this.nodeNames.of(from + 1, words[slot + 1] - 1) : null
  }

  /** Null for what is not there, and NaN for what is no time. */
  private timeAt(slot: number): number | null {
    const { words, bytes } = this.window
    const from = words[slot]
    if (!this.isGiven(slot)) return null
    if (bytes[from] !== QUOTE) return Number.NaN
    const to = words[slot + 1]
    const usual = to - from === TIME_BYTES ? usualTimeMs(bytes, from + 1) : Number.NaN
    return Number.isNaN(usual) ? timeMsOf(decodeText(bytes.subarray(from + 1, to - 1))) : usual
  }
}

const CAPTURED = ['name', 'uid', 'labels', 'creationTimestamp', 'nodeName', 'startTime'] as const
type CapturedField = (typeof CAPTURED)[number]

/** As indices of words. */
function slotsOf(table: RuleTable): { readonly [field in CapturedField]: number } {
  const entries = CAPTURED.map((field) => [field, table.slotOf(field) >> 2])
  return Object.fromEntries(entries) as { [field in CapturedField]: number } // one entry for each
}

/** Parts of pods by their bytes. */
class SharedParts<Part> {
  private readonly window: ByteWindow
  private readonly onKeep: (bytes: number) => void
  private readonly make: (text: string) => Part
  private readonly interner: ByteInterner
  private readonly parts: Part[] = []

  constructor(window: ByteWindow, onKeep: (bytes: number) => void, make: (text: string) => Part) {
    this.window = window
    this.onKeep = onKeep
    this.make = make
    this.interner = new ByteInterner(window)
  }

  of(from: number, to: number): Part {
    const id = this.interner.idOf(from, to)
    if (id === this.parts.length) {
      this.onKeep(2 * (to - from))
      this.parts.push(this.make(decodeText(this.window.bytes.subarray(from, to))))
    }
    return this.parts[id]
  }
}

/** A time as Kubernetes writes it, NaN for another one, also for days that a month may not have. */
function usualTimeMs(bytes: Uint8Array, at: number): number {
  const year = 100 * twoDigits(bytes, at) + twoDigits(bytes, at + 2)
  const month = twoDigits(bytes, at + 5)
  const day = twoDigits(bytes, at + 8)
  const hour = twoDigits(bytes, at + 11)
  const minute = twoDigits(bytes, at + 14)
  const second = twoDigits(bytes, at + 17)
  const isUsual =
    bytes[at + 4] === 0x2d &&
    bytes[at + 7] === 0x2d &&
    bytes[at + 10] === 0x54 &&
    bytes[at + 13] === 0x3a &&
    bytes[at + 16] === 0x3a &&
    bytes[at + 19] === 0x5a
  const isReal =
    year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60
  if (!isUsual || !isReal || !(second < 60)) return Number.NaN
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at] - DIGIT_0
  const ones = bytes[at + 1] - DIGIT_0
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

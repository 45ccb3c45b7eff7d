import { decodeText } from '../json/scan/decode-text.ts'
import { ByteInterner } from '../json/scan/interner.ts'
import { BACKSLASH } from '../json/scan/layout.ts'
import type { ByteWindow } from '../json/scan/window.ts'

/** Strings that come again and again, such as names of nodes: one string for equal bytes. */
export class SharedTexts {
  private readonly window: ByteWindow
  private readonly interner: ByteInterner
  private readonly texts: (string | null)[] = []

  constructor(window: ByteWindow) {
    this.window = window
    this.interner = new ByteInterner(window)
  }

  /** Of the bytes between quotes; null when something in them is escaped. */
  of(from: number, to: number): string | null {
    const id = this.interner.idOf(from, to)
    if (id === this.texts.length) {
      const bytes = this.window.bytes.subarray(from, to)
      this.texts.push(bytes.includes(BACKSLASH) ? null : decodeText(bytes))
    }
    return this.texts[id]
  }
}

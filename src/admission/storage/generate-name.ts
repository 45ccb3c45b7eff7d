import type { Reasons } from '../changes/journal.ts'
import { byteLength } from '../go/utf8.ts'
import type { ObjectMeta } from '../types/types.ts'

/** names.SimpleNameGenerator: 63 characters less the five that are drawn. */
const BASE_BYTES_MAX = 58
/** Stands for the five characters, which only the server can know. */
const DRAWN = 'xxxxx'

export function generateName(metadata: ObjectMeta, reasons: Reasons): void {
  if (metadata.generateName === '' || metadata.name !== '') return
  metadata.name = `${base(metadata.generateName)}${DRAWN}`
  const reason =
    'the server draws five characters to follow generateName, cut to 58; xxxxx stands for them'
  reasons.tell('/metadata/name', reason)
}

/** Cut by bytes, as Go does; half a character becomes a replacement character. */
function base(text: string): string {
  if (byteLength(text) <= BASE_BYTES_MAX) return text
  let [taken, left] = ['', BASE_BYTES_MAX]
  for (const char of text) {
    const size = byteLength(char)
    if (size > left) return taken + '\ufffd'.repeat(left)
    taken += char
    left -= size
  }
  return taken
}

import { fromBase64 } from '../../base64.ts'
import type { Hash } from '../merkle/hash.ts'
import { noteText } from './signed-note.ts'

/** A checkpoint as it was kept outside of the store: its note. */
export interface NotedCheckpoint {
  readonly note: string
  readonly cluster: string
  readonly size: number
  readonly root: Hash
  /** Of the last record. */
  readonly hash: string
}

/** Reads a note; null where it is none of a checkpoint. Who signed it is another question. */
export function readNotedCheckpoint(note: string): NotedCheckpoint | null {
  const [, cluster = '', size = '', encoded = '', hash = ''] =
    /^berth\/(\S+)\n(\d{1,15})\n(\S+)\nrecord (sha256:[0-9a-f]{64})\n$/.exec(
      noteText(note) ?? '',
    ) ?? []
  const root = fromBase64(encoded)
  if (hash === '' || root?.length !== 32) return null
  return { note, cluster, size: Number(size), root, hash }
}

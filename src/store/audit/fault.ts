import type { Unavailable } from '../port.ts'

/**
 * The log is not as it was left. Nothing is appended to it and nothing in it is mended until an
 * operator has looked: every repair by the machine would take away what shows the tampering.
 */
export interface Broken {
  readonly kind: 'broken'
  /** Where it shows first. */
  readonly sequence: number
  readonly detail: string
}

export function broken(sequence: number, detail: string): Broken {
  return { kind: 'broken', sequence, detail }
}

/** A content that even parts cannot hold. */
export interface TooLarge {
  readonly kind: 'tooLarge'
  readonly bytes: number
}

/** Why the log could not be read or written. */
export type LogFailure = Unavailable | Broken

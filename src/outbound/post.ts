import type { Result } from '../result.ts'

/** One POST to an address outside. */
export interface OutboundPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** From the first step to the last byte of the answer. */
  readonly timeoutMs: number
  /** A longer answer is cut off, and counts as none. */
  readonly answerBytesMax: number
  /** Private addresses may be called too. */
  readonly mayBePrivate: boolean
  readonly tls?: OutboundTls
}

export interface OutboundTls {
  readonly isInsecure: boolean
  readonly serverName: string
  /** PEM; empty without. */
  readonly ca: string
  readonly cert: string
  readonly key: string
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Why there is no answer. */
export interface OutboundFailure {
  /** Whether it was not even tried, and so is no fault of the other side. */
  readonly kind: 'refused' | 'timeout' | 'unreachable' | 'too-large'
  /** Names no more of the address than its host. */
  readonly message: string
}

/** Posts without following redirects; connects to the address that was judged, and to no other. */
export type Post = (request: OutboundPost) => Promise<Result<OutboundAnswer, OutboundFailure>>

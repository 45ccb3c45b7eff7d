import type { RecordOrder } from '../api/http/store/record-order.ts'
import type { Caller, Role } from '../auth/caller.ts'
import type { BatchBucket, BatchQueue } from '../batches/port.ts'
import type { Result } from '../result.ts'
import type { SnapshotPort } from '../snapshots/port.ts'
import type { RecordDecisions } from '../store/audit/records/preemptions.ts'
import type { StorePort } from '../store/port.ts'
import type { Span } from '../tracing/trace.ts'
import type { WebhookEvent } from '../webhooks/outgoing/decided-events.ts'
import type { EventType } from '../webhooks/outgoing/settings.ts'

/** What the main thread and a deciding thread say to each other. Buffers are handed over, not copied. */
export type ToThread =
  | { readonly kind: 'request'; readonly request: ThreadRequest }
  /** So many bytes more may come. */
  | { readonly kind: 'credit'; readonly bytes: number }
  /** Nobody reads the answer any more. */
  | { readonly kind: 'cancel' }
  /** What a use of the store, the snapshots or the batches came to; an error is a bug of the main thread. */
  | {
      readonly kind: 'stored' | 'kept' | 'batched'
      readonly call: number
      readonly answer: Result<unknown, string>
    }

export interface ThreadRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array<ArrayBuffer>[]
  /** Null: anybody, where decisions are open. */
  readonly caller: ThreadCaller | null
}

/** A caller whose roles can be cloned. */
export type ThreadCaller = Omit<Caller, 'roles'> & { readonly roles: readonly Role[] }

export type FromThread =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'head'
      readonly status: number
      readonly headers: [string, string][]
      /** Whether there is an answer at all is known only once its record is made. */
      readonly isHeld: boolean
    }
  /** An answer so small that nothing is gained by sending it in parts. */
  | {
      readonly kind: 'whole'
      readonly status: number
      readonly headers: [string, string][]
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The answer is whole. */
  | { readonly kind: 'end' }
  /** All but what the main thread adds once it has recorded this. */
  | { readonly kind: 'tail'; readonly order: RecordOrder }
  /** It broke after its head was out. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'log'; readonly line: string }
  /** For the outgoing webhook. */
  | { readonly kind: 'told'; readonly events: readonly WebhookEvent[] }
  | { readonly kind: 'span'; readonly span: Span }
  | { readonly kind: 'store'; readonly call: number; readonly use: StoreUse }
  | { readonly kind: 'snapshots'; readonly call: number; readonly use: SnapshotUse }
  | { readonly kind: 'batches'; readonly call: number; readonly use: BatchUse }

/** One use of the store, which only the main thread has open: its port, or its audit logs. */
export type StoreUse = {
  readonly [Method in keyof StoreMethods]: {
    readonly method: Method
    readonly args: Parameters<StoreMethods[Method]>
  }
}[keyof StoreMethods]

/** One use of the snapshots that the main thread keeps. */
export type SnapshotUse = {
  readonly [Method in SnapshotMethod]: {
    readonly method: Method
    readonly args: Parameters<SnapshotPort[Method]>
  }
}[SnapshotMethod]

/** One use of the batches that the main thread keeps. */
export type BatchUse = {
  readonly [Method in keyof BatchMethods]: {
    readonly method: Method
    readonly args: Parameters<BatchMethods[Method]>
  }
}[keyof BatchMethods]

type BatchMethods = BatchBucket & BatchQueue

type SnapshotMethod = Exclude<keyof SnapshotPort, 'kind'>

type StoreMethods = Pick<StorePort, 'get' | 'put' | 'query'> & { readonly record: RecordDecisions }

export interface ThreadData {
  readonly env: Readonly<Record<string, string>>
  /** Kind of the store of the main thread; null without one. */
  readonly store: StorePort['kind'] | null
  /** Of the snapshots of the main thread. */
  readonly snapshots: SnapshotPort['kind']
  /** Whether there are batches. */
  readonly batches: boolean
  /** What the outgoing webhook is told of; null: there is none. */
  readonly tells: readonly EventType[] | null
  /** Progress of the request under way, for the message when it takes too long. */
  readonly progress: SharedArrayBuffer
  /** Whether spans are wanted of requests that belong to a trace. */
  readonly traces: boolean
}

/** Of an answer that is sent whole: about what a socket takes without its reader. */
export const WHOLE_BYTES_MAX = 262_144

/** Bytes of an answer that a thread makes ahead of the credit it has. */
export const WINDOW_BYTES = 4_000_000

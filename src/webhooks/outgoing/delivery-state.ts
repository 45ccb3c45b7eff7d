import type { EventType } from './settings.ts'

/** A message that was given up. */
export interface DeadLetter {
  readonly id: string
  readonly type: EventType
  readonly time: string
  readonly attempts: number
  readonly reason: string
  readonly body: string
}

/** What became of what was told. */
export interface DeliveryState {
  /** Without path and query, which may be secret; null: there is none. */
  readonly receiver: string | null
  /** It answered 410: nothing more is sent to it until a restart. */
  readonly isGone: boolean
  readonly pending: number
  readonly delivered: number
  readonly dead: number
  /** The newest of them. */
  readonly deadLetters: readonly DeadLetter[]
}

export const NO_DELIVERIES: DeliveryState = {
  receiver: null,
  isGone: false,
  pending: 0,
  delivered: 0,
  dead: 0,
  deadLetters: [],
}

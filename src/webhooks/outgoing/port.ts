import type { WebhookEvent } from './decided-events.ts'
import type { EventType } from './settings.ts'

/** Whoever takes events to the receiver, or to the thread that does. */
export interface OutgoingPort {
  readonly types: ReadonlySet<EventType>
  /** Settles once nothing more is to be done here; never fails. */
  tell(events: readonly WebhookEvent[]): Promise<void>
}

/** What has to be done for a placed pod before it is bound to its node. */
export interface PreBinding {
  /** Tells the API server what was chosen; throws where it refuses. */
  write(): Promise<void>
  /** Until others have done their part: null, or why the pod cannot be bound. */
  settle(signal: AbortSignal): Promise<string | null>
  /** The pod is not bound: what was only assumed is so no longer. */
  undo(): Promise<void> | void
}

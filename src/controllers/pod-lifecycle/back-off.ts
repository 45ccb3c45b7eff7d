/** The kubelet's own, unless its configuration says otherwise (crashLoopBackOff.maxContainerRestartPeriod). */
export const BACK_OFF_INITIAL_MS = 10_000

interface Entry {
  backOffMs: number
  lastUpdateMs: number
}

/**
 * flowcontrol.Backoff as the kubelet uses it for restarts: the first restart is at once, then each
 * wait doubles, counted from when the container ended. One that ran for more than twice the longest
 * wait since its last restart starts afresh.
 */
export class RestartBackOff {
  private readonly maxMs: number
  private readonly entries = new Map<string, Entry>()

  constructor(maxMs: number) {
    this.maxMs = maxMs
  }

  get(container: string): number {
    return this.entries.get(container)?.backOffMs ?? 0
  }

  /** Until when a container that ended then must wait; null: it may start now. */
  waitsUntil(container: string, endedMs: number, nowMs: number): number | null {
    const entry = this.entries.get(container)
    if (entry === undefined || this.isExpired(entry, endedMs)) return null
    const untilMs = endedMs + entry.backOffMs
    return untilMs > nowMs ? untilMs : null
  }

  next(container: string, endedMs: number, nowMs: number): void {
    const entry = this.entries.get(container)
    const initialMs = Math.min(BACK_OFF_INITIAL_MS, this.maxMs)
    const isFirst = entry === undefined || this.isExpired(entry, endedMs)
    const backOffMs = isFirst ? initialMs : Math.min(entry.backOffMs * 2, this.maxMs)
    this.entries.set(container, { backOffMs, lastUpdateMs: nowMs })
  }

  private isExpired({ lastUpdateMs }: Entry, endedMs: number): boolean {
    return endedMs - lastUpdateMs > 2 * this.maxMs
  }
}

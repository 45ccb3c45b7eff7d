/** What is due at one instant goes in this order: what was asked, then timers, then the two passes. */
export const Rank = { change: 0, timer: 1, monitor: 2, taintingPass: 3 } as const
export type Rank = (typeof Rank)[keyof typeof Rank]

/** Something that will happen, unless it is cancelled first. */
export interface Appointment {
  readonly atMs: number
  cancel(): void
}

interface Entry {
  readonly atMs: number
  readonly rank: Rank
  readonly serial: number
  action: (() => void) | null
}

/** After so much work others get their turn. */
const SLICE_WORK = 20_000

/**
 * Time as discrete instants, in milliseconds after the start. Nothing here knows the wall clock: the
 * next instant is whatever was appointed first, equal ones in the order of their rank, then as given.
 */
export class Timeline {
  nowMs = 0
  private readonly heap: Entry[] = []
  private serial = 0
  private work = 0

  at(atMs: number, rank: Rank, action: () => void): Appointment {
    const due = Math.max(atMs, this.nowMs)
    const entry: Entry = { atMs: due, rank, serial: this.serial++, action }
    this.push(entry)
    return {
      atMs: due,
      cancel: () => {
        entry.action = null
      },
    }
  }

  /** Counts work beyond one action, so that a run can be sliced and bounded. */
  addWork(units: number): void {
    this.work += units
  }

  /**
   * Lets time pass up to and including an instant. Pauses where others may have their turn; returns
   * the instant at which it gave up because all allowed work was done, else null.
   */
  *run(untilMs: number, workMax: number): Generator<void, number | null, void> {
    let pauseAt = this.work + SLICE_WORK
    for (;;) {
      const entry = this.heap[0]
      if (entry === undefined || entry.atMs > untilMs) break
      this.pop()
      if (entry.action === null) continue
      if (this.work > workMax) return entry.atMs
      this.nowMs = entry.atMs
      this.work++
      entry.action()
      if (this.work < pauseAt) continue
      pauseAt = this.work + SLICE_WORK
      yield
    }
    this.nowMs = untilMs
    return null
  }

  private push(entry: Entry): void {
    const { heap } = this
    let hole = heap.push(entry) - 1
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (!isBefore(entry, heap[parent])) break
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  private pop(): void {
    const { heap } = this
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++
      if (!isBefore(heap[child], last)) break
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = last
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs
  if (a.rank !== b.rank) return a.rank < b.rank
  return a.serial < b.serial
}

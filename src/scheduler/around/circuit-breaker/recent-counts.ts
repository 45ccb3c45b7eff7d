interface Entry {
  readonly key: string
  readonly timeMs: number
  readonly round: number
}

/** Counts by key what happened in the last while. Times come in order. */
export class RecentCounts {
  private readonly windowMs: number
  private readonly entries: Entry[] = []
  /** Entries before it are over. */
  private first = 0
  private readonly counts = new Map<string, number>()
  /** How often a key was forgotten; its entries of earlier rounds no longer count. */
  private readonly rounds = new Map<string, number>()

  constructor(windowMs: number) {
    this.windowMs = windowMs
  }

  add(key: string, timeMs: number): void {
    this.passTo(timeMs)
    this.entries.push({ key, timeMs, round: this.roundOf(key) })
    this.counts.set(key, this.countOf(key) + 1)
  }

  passTo(timeMs: number): void {
    for (; this.first < this.entries.length; this.first++) {
      const { key, timeMs: at, round } = this.entries[this.first]
      if (round !== this.roundOf(key)) continue
      if (at > timeMs - this.windowMs) return
      const left = this.countOf(key) - 1
      if (left === 0) this.counts.delete(key)
      else this.counts.set(key, left)
    }
  }

  forget(key: string): void {
    if (this.counts.delete(key)) this.rounds.set(key, this.roundOf(key) + 1)
  }

  clear(): void {
    this.first = this.entries.length
    this.counts.clear()
  }

  /** When the oldest that still counts happened; null: nothing does. */
  get sinceMs(): number | null {
    for (let index = this.first; index < this.entries.length; index++) {
      const { key, timeMs, round } = this.entries[index]
      if (round === this.roundOf(key)) return timeMs
    }
    return null
  }

  get distinct(): number {
    return this.counts.size
  }

  get total(): number {
    let total = 0
    for (const count of this.counts.values()) total += count
    return total
  }

  countOf(key: string): number {
    return this.counts.get(key) ?? 0
  }

  private roundOf(key: string): number {
    return this.rounds.get(key) ?? 0
  }
}

import type { SnapshotObjects } from '../snapshot/snapshot-objects.ts'
import type { ReadyClusters } from './ready-clusters.ts'

/** Of objects everything, or only what scheduling reads; the two are read apart. */
export type Keeps = 'what scheduling reads' | 'everything'

export interface ReadSnapshot {
  readonly objects: SnapshotObjects
  /** What they were read to, for requests to come. */
  readonly clusters: ReadyClusters
  readonly digest: string
  /** An estimate of what it holds in memory. */
  readonly keptBytes: number
}

/** Snapshots at hand, whatever the bytes. */
const ENTRIES_MAX = 8

/**
 * What this thread or isolate has read of kept snapshots, so that nothing is read twice: by name,
 * since a newer state follows from an older one, and within a budget, the least used going first.
 */
export class ReadSnapshots {
  private readonly budgetBytes: number
  private readonly entries = new Map<string, ReadSnapshot>()

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes
  }

  find(name: string, keeps: Keeps): ReadSnapshot | undefined {
    const key = keyOf(name, keeps)
    const found = this.entries.get(key)
    if (found !== undefined) {
      this.entries.delete(key)
      this.entries.set(key, found)
    }
    return found
  }

  /** For whoever changes it: nobody else finds it any more. */
  take(name: string, keeps: Keeps): ReadSnapshot | undefined {
    const found = this.find(name, keeps)
    this.entries.delete(keyOf(name, keeps))
    return found
  }

  remember(name: string, keeps: Keeps, snapshot: ReadSnapshot): void {
    const key = keyOf(name, keeps)
    this.entries.delete(key)
    this.entries.set(key, snapshot)
    let bytes = 0
    for (const { keptBytes } of this.entries.values()) bytes += keptBytes
    for (const [oldest, { keptBytes }] of this.entries) {
      if (bytes <= this.budgetBytes && this.entries.size <= ENTRIES_MAX) break
      this.entries.delete(oldest)
      bytes -= keptBytes
    }
  }

  forget(name: string): void {
    this.entries.delete(keyOf(name, 'everything'))
    this.entries.delete(keyOf(name, 'what scheduling reads'))
  }
}

function keyOf(name: string, keeps: Keeps): string {
  return `${keeps} ${name}`
}

import {
  type Addition,
  conflictOf,
  type Expected,
  type Kept,
  type KeptSnapshot,
  partsBehind,
  type SnapshotHead,
  type SnapshotPort,
} from './port.ts'
import type { SnapshotSettings } from './settings.ts'

/**
 * Keeps snapshots in this process, within a budget of bytes: the one that nobody used for longest
 * goes first. Every method does its work at once, so that no other can come between.
 */
export class MemorySnapshots implements SnapshotPort {
  readonly kind = 'memory'
  private readonly settings: SnapshotSettings
  private readonly now: () => Date
  /** In the order of their last use. */
  private readonly kept = new Map<string, KeptSnapshot>()
  private bytes = 0

  constructor(settings: SnapshotSettings, now: () => Date) {
    this.settings = settings
    this.now = now
  }

  async head(name: string): Promise<SnapshotHead | null> {
    const found = this.find(name)
    if (found === null) return null
    const { parts: _, ...head } = found
    return head
  }

  async get(name: string, behind?: string): Promise<KeptSnapshot | null> {
    const found = this.find(name)
    return found === null ? null : partsBehind(found, behind)
  }

  async put(name: string, snapshot: KeptSnapshot, expected: Expected): Promise<Kept> {
    const found = this.find(name)
    const conflict = conflictOf(found, expected)
    return conflict ?? this.keep(name, snapshot, found === null)
  }

  async append(name: string, { head, part }: Addition, expected: string): Promise<Kept> {
    const found = this.find(name)
    const conflict = conflictOf(found, expected)
    if (conflict !== null || found === null) return conflict ?? { kind: 'conflict', digest: null }
    const parts = part === null ? found.parts : [...found.parts, part]
    return this.keep(name, { ...head, parts }, false)
  }

  async delete(name: string, expected: Expected): Promise<Kept | { readonly kind: 'absent' }> {
    const found = this.find(name)
    if (found === null) return { kind: 'absent' }
    const conflict = conflictOf(found, expected)
    if (conflict !== null) return conflict
    this.drop(name)
    return { kind: 'kept', isNew: false }
  }

  private find(name: string): KeptSnapshot | null {
    const found = this.kept.get(name)
    if (found === undefined) return null
    this.kept.delete(name)
    if (this.now().getTime() - found.storedAtMs > this.settings.ageSecondsMax * 1000) {
      this.bytes -= found.bytes
      return null
    }
    this.kept.set(name, found)
    return found
  }

  private keep(name: string, snapshot: KeptSnapshot, isNew: boolean): Kept {
    const limitBytes = Math.min(this.settings.snapshotBytesMax, this.settings.memoryBytesMax)
    if (snapshot.bytes > limitBytes) return { kind: 'too-large', limitBytes }
    this.drop(name)
    this.kept.set(name, snapshot)
    this.bytes += snapshot.bytes
    for (const oldest of this.kept.keys()) {
      const { memoryBytesMax, namesMax } = this.settings
      if (this.bytes <= memoryBytesMax && this.kept.size <= namesMax) break
      this.drop(oldest)
    }
    return { kind: 'kept', isNew }
  }

  private drop(name: string): void {
    this.bytes -= this.kept.get(name)?.bytes ?? 0
    this.kept.delete(name)
  }
}

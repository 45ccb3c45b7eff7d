import {
  type Addition,
  type Expected,
  type Kept,
  type KeptSnapshot,
  partsBehind,
  type SnapshotHead,
  type SnapshotPort,
} from '../snapshots/port.ts'
import { type BatchValues, isBatchId } from './batch-values.ts'

const PREFIX = 'batch~'

/** What the items of a batch call the snapshot that it brought itself. */
export function ownSnapshotName(batchId: string): string {
  return PREFIX + batchId
}

/**
 * Snapshots by name, and beside them those that batches brought themselves: these are kept, and go, with
 * their batch, and take no room from others.
 */
export class WithOwnSnapshots implements SnapshotPort {
  readonly kind: SnapshotPort['kind']
  private readonly named: SnapshotPort
  private readonly values: BatchValues

  constructor(named: SnapshotPort, values: BatchValues) {
    this.kind = named.kind
    this.named = named
    this.values = values
  }

  head(name: string): Promise<SnapshotHead | null> {
    const id = batchOf(name)
    return id === null ? this.named.head(name) : this.ownHead(id)
  }

  async get(name: string, behind?: string): Promise<KeptSnapshot | null> {
    const id = batchOf(name)
    if (id === null) return this.named.get(name, behind)
    const head = await this.ownHead(id)
    const packed = await this.values.ownSnapshot(id)
    if (head === null || packed === null) return null
    return partsBehind({ ...head, parts: [packed] }, behind)
  }

  put(name: string, snapshot: KeptSnapshot, expected: Expected): Promise<Kept> {
    return this.named.put(name, snapshot, expected)
  }

  append(name: string, addition: Addition, expected: string): Promise<Kept> {
    return this.named.append(name, addition, expected)
  }

  delete(name: string, expected: Expected): ReturnType<SnapshotPort['delete']> {
    return this.named.delete(name, expected)
  }

  private async ownHead(id: string): Promise<SnapshotHead | null> {
    const head = await this.values.head(id)
    if (head === null || head.own === null) return null
    const { own, snapshot, createdAtMs } = head
    return { ...own, digests: [snapshot.digest], storedAtMs: createdAtMs }
  }
}

/** Null: it is the name of no batch's snapshot. */
export function batchOf(name: string): string | null {
  const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : ''
  return isBatchId(id) ? id : null
}

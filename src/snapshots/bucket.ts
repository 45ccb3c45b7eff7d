import {
  type Addition,
  conflictOf,
  type Expected,
  type Kept,
  type KeptSnapshot,
  lastDigest,
  type SnapshotHead,
  type SnapshotPort,
} from './port.ts'
import type { SnapshotSettings } from './settings.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a store of values by key has to do. */
export interface Bucket {
  readonly kind: SnapshotPort['kind']
  /** A version tells states of one value apart, where the store can. */
  read(key: string): Promise<{ readonly bytes: Bytes; readonly version: string | null } | null>
  /** Whether it was written: `version` is what must be there (null: nothing), where the store can tell. */
  write(key: string, bytes: Bytes, version?: string | null): Promise<boolean>
  delete(keys: readonly string[]): Promise<void>
}

interface FoundHead {
  readonly head: SnapshotHead
  readonly version: string | null
}

/** A part that a head names may be gone by the time it is asked for: then there is a newer head. */
const ATTEMPTS_MAX = 3

/**
 * Keeps snapshots in a store of values by key: one value tells what there is, each part is a value of its
 * own, named by the digest behind it. Parts are written before, and deleted after, the head that names
 * them, so that whoever reads a head finds a whole snapshot.
 */
export class BucketSnapshots implements SnapshotPort {
  readonly kind: SnapshotPort['kind']
  private readonly bucket: Bucket
  private readonly settings: SnapshotSettings
  private readonly now: () => Date

  constructor(bucket: Bucket, settings: SnapshotSettings, now: () => Date) {
    this.kind = bucket.kind
    this.bucket = bucket
    this.settings = settings
    this.now = now
  }

  async head(name: string): Promise<SnapshotHead | null> {
    return (await this.find(name))?.head ?? null
  }

  async get(name: string, behind?: string): Promise<KeptSnapshot | null> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const head = await this.head(name)
      if (head === null) return null
      const from = behind === undefined ? 0 : head.digests.indexOf(behind) + 1
      const parts = await this.readParts(name, head.digests.slice(from))
      if (parts !== null) return { ...head, parts }
    }
    return null
  }

  async put(name: string, snapshot: KeptSnapshot, expected: Expected): Promise<Kept> {
    const found = await this.find(name)
    const refused = this.refusal(found?.head ?? null, snapshot, expected)
    if (refused !== null) return refused
    const { parts, ...head } = snapshot
    for (const [at, part] of parts.entries()) {
      await this.bucket.write(partKey(name, head.digests[at] ?? ''), part)
    }
    const version = expected === undefined ? undefined : (found?.version ?? null)
    if (!(await this.writeHead(name, head, version))) return this.conflict(name)
    const kept = new Set(head.digests)
    await this.deleteParts(name, found?.head.digests.filter((digest) => !kept.has(digest)) ?? [])
    return { kind: 'kept', isNew: found === null }
  }

  async append(name: string, { head, part }: Addition, expected: string): Promise<Kept> {
    const found = await this.find(name)
    const refused = this.refusal(found?.head ?? null, head, expected)
    if (refused !== null) return refused
    if (part !== null) await this.bucket.write(partKey(name, lastDigest(head)), part)
    const isWritten = await this.writeHead(name, head, found?.version ?? null)
    return isWritten ? { kind: 'kept', isNew: false } : this.conflict(name)
  }

  async delete(name: string, expected: Expected): Promise<Kept | { readonly kind: 'absent' }> {
    const found = await this.find(name)
    if (found === null) return { kind: 'absent' }
    const conflict = conflictOf(found.head, expected)
    if (conflict !== null) return conflict
    await this.bucket.delete([headKey(name)])
    await this.deleteParts(name, found.head.digests)
    return { kind: 'kept', isNew: false }
  }

  private refusal(found: SnapshotHead | null, wanted: SnapshotHead, expected: Expected) {
    const limitBytes = this.settings.snapshotBytesMax
    if (wanted.bytes > limitBytes) return { kind: 'too-large', limitBytes } as const
    return conflictOf(found, expected)
  }

  private async conflict(name: string): Promise<Kept> {
    const head = await this.head(name)
    return { kind: 'conflict', digest: head === null ? null : lastDigest(head) }
  }

  private async find(name: string): Promise<FoundHead | null> {
    const value = await this.bucket.read(headKey(name))
    if (value === null) return null
    // Nobody else writes under these keys.
    const head = JSON.parse(new TextDecoder().decode(value.bytes)) as SnapshotHead
    const ageMs = this.now().getTime() - head.storedAtMs
    return ageMs > this.settings.ageSecondsMax * 1000 ? null : { head, version: value.version }
  }

  private writeHead(
    name: string,
    head: SnapshotHead,
    version: string | null | undefined,
  ): Promise<boolean> {
    const bytes = new TextEncoder().encode(JSON.stringify(head))
    return this.bucket.write(headKey(name), bytes, version)
  }

  private async readParts(name: string, digests: readonly string[]): Promise<Bytes[] | null> {
    const parts: Bytes[] = []
    for (const digest of digests) {
      const part = await this.bucket.read(partKey(name, digest))
      if (part === null) return null
      parts.push(part.bytes)
    }
    return parts
  }

  private async deleteParts(name: string, digests: readonly string[]): Promise<void> {
    if (digests.length > 0) {
      await this.bucket.delete(digests.map((digest) => partKey(name, digest)))
    }
  }
}

function headKey(name: string): string {
  return `snapshots/${name}/head`
}

function partKey(name: string, digest: string): string {
  return `snapshots/${name}/${digest}`
}

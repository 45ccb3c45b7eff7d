import { decompress } from '../compression.ts'
import { err, ok, type Result } from '../result.ts'
import { type BodyLimits, BodyReading } from '../snapshot/bytes/body-reading.ts'
import type { BodyPlan, BodyShape } from '../snapshot/bytes/body-shape.ts'
import type { ScannerPool } from '../snapshot/bytes/scanner-pool.ts'
import { Issues, ROOT } from '../snapshot/json/json-path.ts'
import {
  type ObjectChanges,
  type SnapshotArrays,
  SnapshotObjects,
} from '../snapshot/snapshot-objects.ts'
import { type KeptSnapshot, lastDigest, type SnapshotHead, type SnapshotPort } from './port.ts'
import { type Keeps, type ReadSnapshot, ReadSnapshots } from './read-snapshots.ts'
import { ReadyClusters } from './ready-clusters.ts'

/** A snapshot as a request names it. */
export interface SnapshotReference {
  readonly name: string
  readonly digest?: string | undefined
  readonly maxAgeSeconds?: number | undefined
}

/** What a request reads of a snapshot, as it was found: changes to come do not show in it. */
export interface FoundSnapshot {
  readonly snapshot: SnapshotArrays
  /** What it was read to, for requests to come. */
  readonly clusters: ReadyClusters
  readonly digest: string
}

/** A patch of what is kept, and the digest of what it leaves. */
export interface KeptPatch {
  readonly digest: string
  readonly changes: ObjectChanges
}

export type FindFault =
  | { readonly code: 'snapshot-not-found'; readonly detail: string }
  | { readonly code: 'snapshot-stale'; readonly detail: string }

export interface LibraryOptions {
  readonly port: SnapshotPort
  readonly scanners: ScannerPool
  readonly limits: BodyLimits
  readonly now: () => Date
}

const SNAPSHOT: BodyShape = { kind: 'snapshot' }
const PATCH: BodyShape = { kind: 'members', members: { put: SNAPSHOT } }

/** Of patches, compressed: reading them is nothing to whoever serves others meanwhile. */
const TOLD_BYTES_MAX = 64_000

/** Of the memory for what a request brings. */
const CACHE_SHARE = 0.5

/** The snapshots that are kept, and what this thread or isolate has read of them. */
export class SnapshotLibrary {
  readonly port: SnapshotPort
  private readonly options: LibraryOptions
  private readonly cache: ReadSnapshots

  constructor(options: LibraryOptions) {
    this.port = options.port
    this.options = options
    this.cache = new ReadSnapshots(options.limits.keptBytes * CACHE_SHARE)
  }

  /** What is known of the snapshot that a name stands for now, if it is the one that the request wants. */
  async head(reference: SnapshotReference): Promise<Result<SnapshotHead, FindFault>> {
    const head = await this.port.head(reference.name)
    if (head === null) return err(notFound(reference.name))
    const stale = staleness(reference, head, this.options.now())
    return stale === null ? ok(head) : err(stale)
  }

  /** The objects of that snapshot. */
  async find(
    reference: SnapshotReference,
    keeps: Keeps,
  ): Promise<Result<FoundSnapshot, FindFault>> {
    const { name } = reference
    const head = await this.head(reference)
    if (!head.ok) return head
    const known = this.cache.find(name, keeps)
    if (known?.digest === lastDigest(head.value)) return ok(found(known))
    const read = await this.take(name, keeps, head.value)
    if (read === null) return err(notFound(name))
    this.cache.remember(name, keeps, read)
    return ok(found(read))
  }

  /**
   * What is kept under a name, read; null when nothing is. It is the caller's, who may change it: nobody
   * else finds it until it is remembered, so that of two at once each has objects of its own.
   */
  async take(name: string, keeps: Keeps, head: SnapshotHead): Promise<ReadSnapshot | null> {
    const known = this.cache.take(name, keeps)
    if (known?.digest === lastDigest(head)) return known
    const kept = await this.port.get(name, known?.digest)
    if (kept === null) return null
    const from = kept.digests.length - kept.parts.length
    // A state that is no part of this one's history: another snapshot of the same name.
    const base = from > 0 && known?.digest === kept.digests[from - 1] ? known : null
    return await this.readParts(kept, base ?? null, keeps)
  }

  /** What was just read of a request is known under its name. */
  remember(name: string, keeps: Keeps, snapshot: ReadSnapshot): void {
    this.cache.forget(name)
    this.cache.remember(name, keeps, snapshot)
  }

  /** What was read of it is no more what is kept. */
  forget(name: string): void {
    this.cache.forget(name)
  }

  /**
   * The patches that lead from a state to what is kept now, as far as scheduling reads them; null where
   * it is no state that they lead from, or there is too much of them to be told one by one.
   */
  async patchesBehind(name: string, digest: string): Promise<readonly KeptPatch[] | null> {
    const kept = await this.port.get(name, digest)
    if (kept === null) return null
    const from = kept.digests.length - kept.parts.length
    const bytes = kept.parts.reduce((sum, part) => sum + part.length, 0)
    if (from === 0 || kept.digests[from - 1] !== digest || bytes > TOLD_BYTES_MAX) return null
    const patches: KeptPatch[] = []
    for (const [index, part] of kept.parts.entries()) {
      const { value } = await this.readPart(part, { shape: PATCH, keeps: 'what scheduling reads' })
      // It was taken once: it is a patch.
      const patch = { digest: kept.digests[from + index] ?? '', changes: value as ObjectChanges }
      patches.push(patch)
    }
    return patches
  }

  private async readParts(
    kept: KeptSnapshot,
    base: ReadSnapshot | null,
    keeps: Keeps,
  ): Promise<ReadSnapshot> {
    let objects = base?.objects ?? null
    let clusters = base?.clusters ?? new ReadyClusters()
    let keptBytes = base?.keptBytes ?? 0
    for (const part of kept.parts) {
      const { value, bytes } = await this.readPart(part, {
        shape: objects === null ? SNAPSHOT : PATCH,
        keeps,
      })
      keptBytes += bytes
      if (objects === null) {
        objects = SnapshotObjects.of(value)
        continue
      }
      const issues = new Issues()
      // It was taken once: it is a patch, and fits what is before it.
      objects.change(value as ObjectChanges, ROOT, issues, Number.POSITIVE_INFINITY)
      clusters = clusters.followed(value as ObjectChanges)
      if (issues.any) throw new Error(`a kept patch does not fit: ${issues.list[0]?.message}`)
    }
    if (objects === null) throw new Error('a kept snapshot has no part')
    return { objects, clusters, digest: lastDigest(kept), keptBytes }
  }

  private async readPart(
    part: Uint8Array<ArrayBuffer>,
    plan: BodyPlan,
  ): Promise<{ value: unknown; bytes: number }> {
    const { scanners, limits } = this.options
    const scanner = scanners.take()
    try {
      const reading = new BodyReading(scanner, plan, limits)
      const packed = new Blob([part]).stream()
      for await (const chunk of decompress(packed, 'gzip')) reading.push(chunk)
      const outcome = reading.finish()
      if ('fault' in outcome) throw new Error(`a kept snapshot: ${outcome.fault.message}`)
      return { value: outcome.value, bytes: reading.keptBytes }
    } finally {
      scanners.giveBack(scanner)
    }
  }
}

function found({ objects, clusters, digest }: ReadSnapshot): FoundSnapshot {
  return { snapshot: objects.toArrays(), clusters, digest }
}

export function notFound(name: string): FindFault {
  const detail = `No snapshot is kept under the name ${JSON.stringify(name)}`
  return { code: 'snapshot-not-found', detail }
}

function staleness(
  { name, digest, maxAgeSeconds }: SnapshotReference,
  head: SnapshotHead,
  now: Date,
): FindFault | null {
  const last = lastDigest(head)
  if (digest !== undefined && digest !== last) {
    return { code: 'snapshot-stale', detail: `The snapshot ${name} is ${last}, not ${digest}` }
  }
  const age = ageSeconds(head, now)
  if (maxAgeSeconds === undefined || age <= maxAgeSeconds) return null
  const detail = `The snapshot ${name} is ${age} s old; the request allows ${maxAgeSeconds}`
  return { code: 'snapshot-stale', detail }
}

/** Whole seconds since it was last said to be so. */
export function ageSeconds({ storedAtMs }: SnapshotHead, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - storedAtMs) / 1000))
}

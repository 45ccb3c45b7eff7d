import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from './snapshot-resources.ts'

/** What a thing that was not seen may change: where a pod may go, how nodes rank, or whom a preemption displaces. */
export type Affects = 'outcome' | 'ranking' | 'preview'

/** Which kinds that a snapshot lacks are taken as empty; of the others nothing is known. */
export type AbsentKinds = 'unknown' | 'empty' | readonly SnapshotResource[]

/** The kinds of objects that a snapshot holds, and who looked for others in vain. */
export class Reads {
  /** A kind is absent of which nothing is known. */
  readonly hasUnknownKinds: boolean
  private readonly absent: ReadonlySet<SnapshotResource>
  private readonly unknown: ReadonlySet<SnapshotResource>
  private readonly readers: Reader[] = []

  constructor(given: ReadonlySet<SnapshotResource>, absentKinds: AbsentKinds) {
    const absent = SNAPSHOT_KIND_NAMES.filter((kind) => !given.has(kind))
    this.absent = new Set(absent)
    this.unknown = new Set(absent.filter((kind) => !isTakenAsEmpty(kind, absentKinds)))
    this.hasUnknownKinds = this.unknown.size > 0
  }

  /** The function that comes back forgets what is missed from now on; it says whether there was any. */
  savepoint(): () => boolean {
    const before = this.readers.map(({ missed }) => missed.size)
    return () => {
      let forgets = false
      for (const [index, { missed }] of this.readers.entries()) {
        // Kinds are in the order in which they were missed.
        for (const kind of [...missed].slice(before[index] ?? 0)) forgets = missed.delete(kind)
      }
      return forgets
    }
  }

  isUnknown(kind: SnapshotResource): boolean {
    return this.unknown.has(kind)
  }

  by(rule: string, affects: Affects): Reader {
    const reader = new Reader({ absent: this.absent, unknown: this.unknown }, rule, affects)
    this.readers.push(reader)
    return reader
  }

  /** Kinds that were looked for in vain, in the order of a snapshot, and by whom. */
  missed(): MissedKind[] {
    const { readers, unknown } = this
    return SNAPSHOT_KIND_NAMES.flatMap((kind) => {
      const missing = readers.filter(({ missed }) => missed.has(kind))
      const [affects] = AFFECTS.filter((one) => missing.some((reader) => reader.affects === one))
      if (affects === undefined) return []
      const rules = [...new Set(missing.map(({ rule }) => rule))]
      return [{ kind, affects, rules, isTakenAsEmpty: !unknown.has(kind) }]
    })
  }
}

/** The strongest first. */
const AFFECTS: readonly Affects[] = ['outcome', 'preview', 'ranking']

/** A kind that the snapshot lacks has no objects. */
export function isTakenAsEmpty(kind: SnapshotResource, absentKinds: AbsentKinds): boolean {
  return typeof absentKinds === 'string' ? absentKinds === 'empty' : absentKinds.includes(kind)
}

export interface MissedKind {
  readonly kind: SnapshotResource
  readonly affects: Affects
  readonly rules: readonly string[]
  readonly isTakenAsEmpty: boolean
}

interface Absent {
  readonly absent: ReadonlySet<SnapshotResource>
  /** Those that are not taken as empty. */
  readonly unknown: ReadonlySet<SnapshotResource>
}

const NONE: readonly SnapshotResource[] = []

/** Notes what one rule reads. */
export class Reader {
  readonly rule: string
  readonly affects: Affects
  /** Kinds that it looked for in vain. */
  readonly missed: Set<SnapshotResource> = new Set()
  private readonly kinds: Absent
  private unknown = new Set<SnapshotResource>()

  constructor(kinds: Absent, rule: string, affects: Affects) {
    this.kinds = kinds
    this.rule = rule
    this.affects = affects
  }

  /** Objects of this kind are looked at, or looked for. */
  reads(kind: SnapshotResource): void {
    if (!this.kinds.absent.has(kind)) return
    this.missed.add(kind)
    if (this.kinds.unknown.has(kind)) this.unknown.add(kind)
  }

  /** Nothing is known of the kind; for rules that can say themselves what rests on it. */
  isUnknown(kind: SnapshotResource): boolean {
    if (!this.kinds.absent.has(kind)) return false
    this.missed.add(kind)
    return this.kinds.unknown.has(kind)
  }

  /** Kinds of which nothing is known and that were read since this was last asked. */
  takeUnknown(): readonly SnapshotResource[] {
    if (this.unknown.size === 0) return NONE
    const kinds = [...this.unknown]
    this.unknown = new Set()
    return kinds
  }
}

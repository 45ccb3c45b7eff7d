import { SNAPSHOT_KIND_NAMES, type SnapshotResource } from './snapshot-resources.ts'

/** What a thing that was not seen may change: where a pod may go, how nodes rank, or whom a preemption displaces. */
export type Affects = 'outcome' | 'ranking' | 'preview'

/** The kinds of objects that a snapshot holds, and who looked for others in vain. */
export class Reads {
  private readonly given: ReadonlySet<SnapshotResource>
  private readonly readers: Reader[] = []

  constructor(given: ReadonlySet<SnapshotResource>) {
    this.given = given
  }

  by(rule: string, affects: Affects): Reader {
    const reader = new Reader(this.given, rule, affects)
    this.readers.push(reader)
    return reader
  }

  /** Kinds that were looked for in vain, in the order of a snapshot, and by whom. */
  missed(): MissedKind[] {
    const { readers } = this
    return SNAPSHOT_KIND_NAMES.flatMap((kind) => {
      const missing = readers.filter(({ missed }) => missed.has(kind))
      const [strongest] = AFFECTS.filter((one) => missing.some(({ affects }) => affects === one))
      if (strongest === undefined) return []
      return [{ kind, affects: strongest, rules: [...new Set(missing.map(({ rule }) => rule))] }]
    })
  }
}

/** The strongest first. */
const AFFECTS: readonly Affects[] = ['outcome', 'preview', 'ranking']

export interface MissedKind {
  readonly kind: SnapshotResource
  readonly affects: Affects
  readonly rules: readonly string[]
}

/** Notes what one rule reads. */
export class Reader {
  readonly rule: string
  readonly affects: Affects
  /** Kinds that it looked for in vain. */
  readonly missed: Set<SnapshotResource> = new Set()
  private readonly given: ReadonlySet<SnapshotResource>

  constructor(given: ReadonlySet<SnapshotResource>, rule: string, affects: Affects) {
    this.given = given
    this.rule = rule
    this.affects = affects
  }

  /** Objects of this kind are looked at, or looked for. */
  reads(kind: SnapshotResource): void {
    if (!this.given.has(kind)) this.missed.add(kind)
  }
}

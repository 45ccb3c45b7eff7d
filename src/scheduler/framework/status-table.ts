import { type Gap, unionOfGaps } from './gap.ts'

/** A status code of kube-scheduler's framework; Error ends the whole attempt. */
export type Code = 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error'

/** Why one filter refuses a node. */
export interface Rejection {
  readonly plugin: string
  readonly code: Code
  readonly reasons: readonly string[]
}

/** A rejection, or (with gaps) a verdict that cannot be told. */
interface Status extends Rejection {
  readonly rank: number
  readonly gaps: readonly Gap[]
}

/** The verdict of a node that no filter refused. */
export const FITS = 0

const NO_GAPS: readonly Gap[] = []
/** What is known of any filter stands before what is not. */
const UNKNOWN_RANK = Number.MAX_SAFE_INTEGER

/**
 * Gives every distinct rejection of one kind of pod a number, so that verdicts are integers. `rank`
 * is the filter's place in the profile: the verdict of the earliest filter stands. Verdicts that
 * cannot be told have numbers too.
 */
export class StatusTable {
  private readonly list: Status[] = []
  private readonly ids = new Map<string, number>()
  /** Whether any filter ever failed, rather than refused. */
  hasErrors = false
  /** Whether any verdict ever could not be told. */
  hasUnknown = false

  constructor() {
    this.list.push({ ...unknownStatus(NO_GAPS), code: 'Error' })
  }

  id(rank: number, plugin: string, code: Code, reasons: readonly string[]): number {
    const key = JSON.stringify([plugin, code, reasons])
    this.hasErrors ||= code === 'Error'
    return this.ids.get(key) ?? this.add(key, { plugin, code, reasons, rank, gaps: NO_GAPS })
  }

  /** A verdict that rests on what was not seen. */
  unknown(gaps: readonly Gap[]): number {
    const key = JSON.stringify(gaps)
    this.hasUnknown = true
    return this.ids.get(key) ?? this.add(key, unknownStatus(gaps))
  }

  /** A verdict that rests on all that either of two unknown ones does; `FITS` rests on nothing. */
  join(a: number, b: number): number {
    if (a === b || b === FITS) return a
    return a === FITS ? b : this.unknown(unionOfGaps(this.gaps(a), this.gaps(b)))
  }

  private add(key: string, status: Status): number {
    const id = this.list.push(status) - 1
    this.ids.set(key, id)
    return id
  }

  get(id: number): Rejection {
    return this.list[id]
  }

  isUnknown(id: number): boolean {
    return this.list[id].gaps !== NO_GAPS
  }

  /** What an unknown verdict rests on. */
  gaps(id: number): readonly Gap[] {
    return this.list[id].gaps
  }

  /** All that any verdict rests on and that was not seen. */
  allGaps(): Gap[] {
    return unionOfGaps(...this.list.map(({ gaps }) => gaps))
  }

  rank(id: number): number {
    return this.list[id].rank
  }

  get size(): number {
    return this.list.length
  }
}

function unknownStatus(gaps: readonly Gap[]): Status {
  return { plugin: '', code: 'Unschedulable', reasons: [], rank: UNKNOWN_RANK, gaps }
}

/** The statuses of one filter. */
export class PluginStatuses {
  private readonly all: StatusTable
  private readonly rank: number
  private readonly plugin: string

  constructor(all: StatusTable, rank: number, plugin: string) {
    this.all = all
    this.rank = rank
    this.plugin = plugin
  }

  id(code: Code, ...reasons: string[]): number {
    return this.all.id(this.rank, this.plugin, code, reasons)
  }

  /** The verdict of nodes of which the filter cannot tell. */
  unknown(...gaps: Gap[]): number {
    return this.all.unknown(gaps)
  }

  get(id: number): Rejection {
    return this.all.get(id)
  }

  isUnknown(id: number): boolean {
    return this.all.isUnknown(id)
  }

  /** Of two unknown verdicts. */
  join(a: number, b: number): number {
    return this.all.join(a, b)
  }

  /** The table of another filter in the same place. */
  of(plugin: string): PluginStatuses {
    return new PluginStatuses(this.all, this.rank, plugin)
  }
}

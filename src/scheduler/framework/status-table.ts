/** A status code of kube-scheduler's framework; Error ends the whole attempt. */
export type Code = 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error'

/** Why one filter refuses a node. */
export interface Rejection {
  readonly plugin: string
  readonly code: Code
  readonly reasons: readonly string[]
}

/** The verdict of a node that no filter refused. */
export const FITS = 0

/**
 * Gives every distinct rejection of one kind of pod a number, so that verdicts are integers. `rank`
 * is the filter's place in the profile: the verdict of the earliest filter stands.
 */
export class StatusTable {
  private readonly list: (Rejection & { readonly rank: number })[] = []
  private readonly ids = new Map<string, number>()
  /** Whether any filter ever failed, rather than refused. */
  hasErrors = false

  constructor() {
    this.list.push({ plugin: '', code: 'Error', reasons: [], rank: Number.MAX_SAFE_INTEGER })
  }

  id(rank: number, plugin: string, code: Code, reasons: readonly string[]): number {
    const key = JSON.stringify([plugin, code, reasons])
    const known = this.ids.get(key)
    if (known !== undefined) return known
    const id = this.list.length
    this.list.push({ plugin, code, reasons, rank })
    this.hasErrors ||= code === 'Error'
    this.ids.set(key, id)
    return id
  }

  get(id: number): Rejection {
    return this.list[id]
  }

  rank(id: number): number {
    return this.list[id].rank
  }

  get size(): number {
    return this.list.length
  }
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

  get(id: number): Rejection {
    return this.all.get(id)
  }

  /** The table of another filter in the same place. */
  of(plugin: string): PluginStatuses {
    return new PluginStatuses(this.all, this.rank, plugin)
  }
}

import { FITS, type PluginStatuses } from './status-table.ts'

/**
 * Sets of reasons as numbers, so that the node loop makes no strings: each set is its predecessor
 * and one more reason. A set is unresolvable when any of its reasons is.
 */
export class ReasonSets {
  private readonly reasons: readonly string[]
  private readonly statuses: PluginStatuses
  private readonly sets: { readonly reasons: readonly number[]; readonly unresolvable: boolean }[] =
    [{ reasons: [], unresolvable: false }]
  private readonly next = new Map<number, number>()
  private readonly rejectionOf: number[] = [FITS]

  constructor(reasons: readonly string[], statuses: PluginStatuses) {
    this.reasons = reasons
    this.statuses = statuses
  }

  with(set: number, reason: number, unresolvable: boolean): number {
    const key = (set * this.reasons.length + reason) * 2 + Number(unresolvable)
    return this.next.get(key) ?? this.extend(key, set, reason, unresolvable)
  }

  private extend(key: number, set: number, reason: number, unresolvable: boolean): number {
    const before = this.sets[set]
    const made = {
      reasons: [...before.reasons, reason],
      unresolvable: before.unresolvable || unresolvable,
    }
    const id = this.sets.push(made) - 1
    const code = made.unresolvable ? 'UnschedulableAndUnresolvable' : 'Unschedulable'
    const texts = made.reasons.map((one) => this.reasons[one])
    this.rejectionOf.push(this.statuses.id(code, ...texts))
    this.next.set(key, id)
    return id
  }

  rejection(set: number): number {
    return this.rejectionOf[set]
  }
}

import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from './device-table.ts'
import type { Reaches } from './node-reach.ts'

const UNKNOWN = -2
/** Several nodes see the device, or what it shares with others. */
export const SHARED = -1

/** Whose devices changed hands: what was found out of those nodes before may not hold. */
export class DeviceChanges {
  /** Of each change so far: the row of the only node that it concerns, or SHARED. */
  readonly log: number[] = []
  /** By identity: the row of the only node that a change concerns, or SHARED. */
  private readonly homeOf: Int32Array

  constructor(table: DeviceTable, rules: DeviceRules, reaches: Reaches) {
    this.homeOf = new Int32Array(table.identityCount).fill(UNKNOWN)
    const homeOfSlice = table.slices.map(({ reach }) => {
      const found = reaches.of(reach)
      return found.kind === 'one' && found.node >= 0 ? found.node : SHARED
    })
    const homeOfCounters = new Map<string, number>()
    const accountOf = ({ driver, pool }: (typeof table.slices)[number]) =>
      rules.countersByPoolName ? pool : `${driver}/${pool}`
    for (const [index, slice] of table.slices.entries()) {
      const known = homeOfCounters.get(accountOf(slice))
      const home = homeOfSlice[index]
      homeOfCounters.set(accountOf(slice), known === undefined || known === home ? home : SHARED)
    }
    for (let row = 0; row < table.count; row++) {
      const index = table.sliceOf[row]
      const home =
        table.usesCounters[row] === 1
          ? (homeOfCounters.get(accountOf(table.slices[index])) ?? SHARED)
          : homeOfSlice[index]
      const identity = table.identity[row]
      const known = this.homeOf[identity]
      this.homeOf[identity] = known === UNKNOWN || known === home ? home : SHARED
    }
  }

  note(identity: number): void {
    this.log.push(this.homeOf[identity])
  }
}

import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from './device-table.ts'
import type { Reaches } from './node-reach.ts'

const UNKNOWN = -2
/** Several nodes see the device, or what it shares with others. */
const SHARED = -1

/** Since when nodes see what they see of the devices' use: what was found out before may not hold. */
export class DeviceChanges {
  /** Changes so far. */
  count = 0
  private readonly changedAt: Float64Array
  private sharedAt = 0
  /** By identity: the row of the only node that a change concerns, or SHARED. */
  private readonly homeOf: Int32Array

  constructor(table: DeviceTable, rules: DeviceRules, reaches: Reaches, nodeCount: number) {
    this.changedAt = new Float64Array(nodeCount)
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
    this.count++
    const home = this.homeOf[identity]
    if (home >= 0) this.changedAt[home] = this.count
    else this.sharedAt = this.count
  }

  /** Whether nothing changed for the node since that many changes. */
  isSame(node: number, since: number): boolean {
    return since >= this.changedAt[node] && since >= this.sharedAt
  }
}

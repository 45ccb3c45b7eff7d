import type { DeviceCapacity } from '../../../snapshot/devices/device-capacity.ts'
import type { Quantity } from '../../../snapshot/resources/quantity-text.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from '../inventory/device-table.ts'
import { consumedCapacity, violatesPolicy } from './capacity-request.ts'

/** What a request takes of devices of the same capacities. */
export interface CapacityPlan {
  readonly verdict: 'fits' | 'skip' | 'error'
  /** With `error`: which capacity, and why it cannot be told. */
  readonly error: string
  readonly shares: readonly CapacityShare[]
}

export interface CapacityShare {
  readonly name: string
  readonly consumed: Quantity
  readonly valueNano: bigint
}

/** Works out what one request takes of devices, once for all that have the same capacities. */
export class CapacityPlans {
  private readonly table: DeviceTable
  private readonly asked: ReadonlyMap<string, Quantity> | null
  private readonly rules: DeviceRules
  private readonly known: (CapacityPlan | undefined)[]

  constructor(table: DeviceTable, asked: ReadonlyMap<string, Quantity> | null, rules: DeviceRules) {
    this.table = table
    this.asked = asked
    this.rules = rules
    this.known = Array.from({ length: table.capacityKinds.length }, () => undefined)
  }

  of(row: number): CapacityPlan {
    const kind = this.table.capacityKind[row]
    let plan = this.known[kind]
    if (plan === undefined) {
      plan = this.make(this.table.capacityKinds[kind])
      this.known[kind] = plan
    }
    return plan
  }

  private make(capacities: ReadonlyMap<string, DeviceCapacity>): CapacityPlan {
    const skip: CapacityPlan = { verdict: 'skip', error: '', shares: [] }
    for (const name of this.asked?.keys() ?? []) if (!capacities.has(name)) return skip
    const shares: CapacityShare[] = []
    for (const [name, capacity] of capacities) {
      const consumed = consumedCapacity(this.asked?.get(name) ?? null, capacity, this.rules)
      if (!consumed.ok) {
        const error = `capacity ${JSON.stringify(name)}: ${consumed.error}`
        return { verdict: 'error', error, shares: [] }
      }
      shares.push({ name, consumed: consumed.quantity, valueNano: capacity.value.nano })
    }
    for (const { name, consumed, valueNano } of shares) {
      if (violatesPolicy(consumed, capacities.get(name)?.policy ?? null)) return skip
      if (consumed.nano > valueNano) return skip
    }
    return { verdict: 'fits', error: '', shares }
  }
}

/**
 * Whether the shares fit beside what was given away before and in this attempt; null: nothing was.
 */
export function fitsBeside(
  { shares }: CapacityPlan,
  before: ReadonlyMap<string, bigint> | null,
  now: ReadonlyMap<string, bigint> | null,
): boolean {
  for (const { name, consumed, valueNano } of shares) {
    const taken = (before?.get(name) ?? 0n) + (now?.get(name) ?? 0n)
    if (taken + consumed.nano > valueNano) return false
  }
  return true
}

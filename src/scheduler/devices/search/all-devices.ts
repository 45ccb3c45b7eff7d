import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { NodePools } from '../inventory/pool.ts'
import { requestText } from '../selectors/device-error.ts'
import type { ClaimPlan, Demand } from './claim-plan.ts'
import { BROKEN, type DevicePicks, PICKED, type PickEnd, REFUSED } from './device-picks.ts'

/** Positions in the node's list of devices, or what ends the attempt. */
export type AllDevices =
  | { readonly ok: true; readonly at: Int32Array }
  | { readonly ok: false; readonly error: string }

interface Wanted {
  readonly plan: ClaimPlan
  readonly demand: Demand
}

/**
 * Every device that a request in mode All comes to on a node, taken or not (validateDeviceRequest).
 * A pool that is not in order ends the attempt, be it of whatever driver.
 */
export function allDevices(
  inventory: DeviceInventory,
  picks: DevicePicks,
  wanted: Wanted,
  { node, pools }: { readonly node: number; readonly pools: NodePools },
): AllDevices {
  const found: number[] = []
  let at = 0
  for (const { driver, name, status, rows } of pools.pools) {
    if (status !== 'complete') {
      const state = status === 'invalid' ? 'invalid' : 'being updated'
      const error = `asks for all devices, but resource pool ${driver}/${name} is currently ${state}`
      return { ok: false, error: `${requestText(wanted.plan, wanted.demand)}: ${error}` }
    }
    for (const row of rows) {
      let end = picks.judge(wanted.demand, row, node)
      if (end === PICKED) end = judgeCapacity(inventory, picks, wanted, row)
      if (end === BROKEN) return { ok: false, error: picks.error }
      if (end === PICKED) found.push(at)
      at++
    }
  }
  return { ok: true, at: Int32Array.from(found) }
}

function judgeCapacity(
  { rules, table }: DeviceInventory,
  picks: DevicePicks,
  { plan, demand }: Wanted,
  row: number,
): PickEnd {
  if (!rules.consumableCapacity) return PICKED
  if (rules.allNeedsCapacity === 'left') return picks.judgeCapacity(demand, row)
  const { verdict, error } = demand.capacity.of(row)
  if (verdict === 'error') {
    // Here upstream names the device alone.
    const device = `checking capacity for device ${table.names[row]}`
    picks.error = `${requestText(plan, demand)}: ${device}: ${error}`
    return BROKEN
  }
  return verdict === 'fits' ? PICKED : REFUSED
}

import { deviceKey } from '../../../snapshot/devices/allocation.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceTable } from '../inventory/device-table.ts'
import { type ClaimPlan, claimText, type Demand } from '../search/claim-plan.ts'
import type { SelectorFailure } from './selector-verdicts.ts'

/** What upstream says of a selector that failed on a device. */
export function selectorError(
  { claim }: ClaimPlan,
  { deviceClass, index, when, text }: SelectorFailure,
  device: string,
  { errorsNameDevice }: DeviceRules,
): string {
  const owner = deviceClass === null ? `claim ${claimText(claim)}` : `class ${deviceClass}`
  const where = when === 'runtime' && errorsNameDevice ? ` on device ${device}` : ''
  return `${owner}: selector #${index}${where}: CEL ${when} error: ${text}`
}

export function deviceText(table: DeviceTable, row: number): string {
  return deviceKey(table.nameOf(row))
}

/** How errors begin that are about one request; an alternative goes by its own name. */
export function requestText({ claim }: ClaimPlan, { written }: Demand): string {
  return `claim ${claimText(claim)}, request ${written.name}`
}

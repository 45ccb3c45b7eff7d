import type { AllocatedDevice, Allocation } from '../../../snapshot/devices/allocation.ts'
import type { JsonObject } from '../../../snapshot/json/fields.ts'
import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'
import type { NodeSelector } from '../../../snapshot/selectors/node-selector.ts'
import type { DeviceRules } from '../device-rules.ts'
import type { DeviceInventory } from '../inventory/device-inventory.ts'
import type { ClaimPlan, Demand } from '../search/claim-plan.ts'
import type { PickedDevice } from '../search/device-picks.ts'
import { allocationConfig } from './allocation-config.ts'
import { allocationReach } from './allocation-node-selector.ts'

/** What was found for one claim on one node. */
export interface ClaimSolution {
  readonly plan: ClaimPlan
  readonly devices: readonly PickedDevice[]
  /** By request. */
  readonly alternatives: readonly number[]
  readonly nodeName: string
}

export type AllocationResult =
  | { readonly ok: true; readonly allocation: Allocation }
  | { readonly ok: false; readonly error: string }

/** The allocation as it is written into the claim; `shareId` draws the id of a share. */
export function makeAllocation(
  inventory: DeviceInventory,
  { plan, devices, alternatives, nodeName }: ClaimSolution,
  shareId: () => string,
): AllocationResult {
  const { table, rules } = inventory
  const reach = allocationReach(
    table,
    devices.map(({ row }) => row),
    nodeName,
    rules,
  )
  if (!reach.ok) {
    return { ok: false, error: `create NodeSelector for claim ${plan.claim.name}: ${reach.error}` }
  }
  const allocated = devices.map((one) => {
    const demand = plan.requests[one.request].demands[one.alternative]
    return { demand, rules, device: allocate(inventory, one, demand, shareId) }
  })
  const config = allocationConfig(plan, alternatives, rules)
  const written: JsonObject = {
    devices: {
      ...(devices.length === 0 ? {} : { results: allocated.map(writeResult) }),
      ...(config.length === 0 ? {} : { config }),
    },
    ...(reach.selector === null ? {} : { nodeSelector: writeNodeSelector(reach.selector) }),
  }
  const allocation: Allocation = {
    nodeSelector: reach.selector,
    devices: allocated.map(({ device }) => device.record),
    timestampMs: null,
    written,
  }
  return { ok: true, allocation }
}

interface Allocated {
  readonly demand: Demand
  readonly rules: DeviceRules
  readonly device: {
    readonly record: AllocatedDevice
    /** As it is written, by name. */
    readonly consumed: { readonly [name: string]: string } | null
  }
}

function allocate(
  { table, rules }: DeviceInventory,
  { row }: PickedDevice,
  demand: Demand,
  shareId: () => string,
): Allocated['device'] {
  const isShare = table.isShareable[row] === 1
  const shares = isShare ? demand.capacity.of(row).shares : []
  const { bindingConditions, bindingFailureConditions } = table.models[row]
  const showsConditions = rules.bindingConditions
  const record: AllocatedDevice = {
    ...table.nameOf(row),
    request: demand.resultName,
    adminAccess: demand.adminAccess,
    shareId: isShare ? shareId() : null,
    consumedCapacity:
      shares.length === 0
        ? null
        : new Map(shares.map(({ name, consumed }) => [name, consumed.nano])),
    bindingConditions: showsConditions && bindingConditions?.length ? bindingConditions : null,
    failureConditions: showsConditions ? (bindingFailureConditions ?? []) : [],
    skipsNodeOperations: false,
  }
  const consumed =
    shares.length === 0
      ? null
      : Object.fromEntries(shares.map(({ name, consumed: { text } }) => [name, text]))
  return { record, consumed }
}

function writeResult({ demand, rules, device: { record, consumed } }: Allocated): JsonObject {
  const { request, driver, pool, device, adminAccess, shareId } = record
  const { bindingConditions, failureConditions } = record
  const tolerations = rules.listsTolerations ? demand.written.writtenTolerations : null
  return {
    request,
    driver,
    pool,
    device,
    ...(adminAccess ? { adminAccess } : {}),
    ...(tolerations === null ? {} : { tolerations }),
    ...(bindingConditions === null ? {} : { bindingConditions }),
    ...(failureConditions.length === 0 ? {} : { bindingFailureConditions: failureConditions }),
    ...(shareId === null ? {} : { shareID: shareId }),
    ...(consumed === null ? {} : { consumedCapacity: consumed }),
  }
}

function writeNodeSelector(selector: NodeSelector): JsonObject {
  const terms = selector.map(({ fields, expressions }) => ({
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions.map(writeRequirement) }),
    ...(fields.length === 0 ? {} : { matchFields: fields.map(writeRequirement) }),
  }))
  return { nodeSelectorTerms: terms }
}

function writeRequirement({ key, operator, values }: NodeRequirement): JsonObject {
  return values.length === 0 ? { key, operator } : { key, operator, values }
}

import type { JsonObject } from '../json/fields.ts'
import type { DeviceClaim, DeviceDemand, DeviceRequest } from './device-request.ts'

/** What the API server fills in of a hand-written claim; one that came from a cluster has it all. */
export function withClaimDefaults({ requests, ...claim }: DeviceClaim): DeviceClaim {
  return { ...claim, requests: requests?.map(withRequestDefaults) ?? null }
}

function withRequestDefaults({ name, exactly, firstAvailable }: DeviceRequest): DeviceRequest {
  return {
    name,
    exactly: exactly === null ? null : withDemandDefaults(exactly),
    firstAvailable: firstAvailable.map(withDemandDefaults),
  }
}

function withDemandDefaults(demand: DeviceDemand): DeviceDemand {
  const allocationMode = demand.allocationMode || 'ExactCount'
  const count = allocationMode === 'ExactCount' ? demand.count || 1 : demand.count
  const writtenTolerations = demand.writtenTolerations?.map(withOperator) ?? null
  return { ...demand, allocationMode, count, writtenTolerations }
}

function withOperator(toleration: JsonObject): JsonObject {
  return toleration['operator'] ? toleration : { ...toleration, operator: 'Equal' }
}

import type { Fields, JsonObject } from '../json/fields.ts'
import type { Quantity } from '../resources/quantity-text.ts'
import { readQuantityMap } from './device-capacity.ts'
import { type DeviceSelector, readDeviceSelectors } from './device-class.ts'
import { type DeviceToleration, readDeviceTolerations } from './device-taint.ts'

/** One request of a claim: what it asks for, or several such, of which the first that fits counts. */
export interface DeviceRequest {
  readonly name: string
  /** Null with `firstAvailable`, and when the request is of a form that no release knows. */
  readonly exactly: DeviceDemand | null
  readonly firstAvailable: readonly DeviceDemand[]
}

/** How many devices, and which. */
export interface DeviceDemand {
  /** The request's own, or that of the alternative. */
  readonly name: string
  readonly deviceClass: string
  readonly selectors: readonly DeviceSelector[]
  readonly allocationMode: string
  readonly count: number
  /** Null when the field is absent. */
  readonly adminAccess: boolean | null
  readonly tolerations: readonly DeviceToleration[]
  /** The same as written, for results; null for none. */
  readonly writtenTolerations: readonly JsonObject[] | null
  /** What it asks of a device's capacities, null when it asks for none. */
  readonly capacities: ReadonlyMap<string, Quantity> | null
  /** An off feature (DRADerivedAttributes) is asked for. */
  readonly hasDerivedAttributes: boolean
}

export interface DeviceConstraint {
  /** Empty: it binds all requests. */
  readonly requests: readonly string[]
  readonly matchAttribute: string | null
  readonly distinctAttribute: string | null
}

export interface ClaimConfiguration {
  readonly requests: readonly string[]
  /** The configuration as written, without `requests`. */
  readonly written: JsonObject
}

/** spec.devices of a ResourceClaim. */
export interface DeviceClaim {
  /** Null when the field is absent. */
  readonly requests: readonly DeviceRequest[] | null
  readonly constraints: readonly DeviceConstraint[]
  readonly config: readonly ClaimConfiguration[]
  /** Claims of one key ask for the same. */
  readonly key: string
}

export function readDeviceClaim(devices: Fields | undefined): DeviceClaim {
  if (devices === undefined) return { requests: null, constraints: [], config: [], key: '' }
  return {
    requests: devices.has('requests') ? devices.objects('requests').map(readRequest) : null,
    constraints: devices.objects('constraints').map((constraint) => ({
      requests: constraint.strings('requests'),
      matchAttribute: constraint.string('matchAttribute') ?? null,
      distinctAttribute: constraint.string('distinctAttribute') ?? null,
    })),
    config: devices.objects('config').map((config) => {
      const { requests: _, ...written } = config.value
      return { requests: config.strings('requests'), written }
    }),
    key: JSON.stringify(devices.value),
  }
}

function readRequest(request: Fields): DeviceRequest {
  const name = request.string('name') ?? ''
  const exactly = request.object('exactly')
  return {
    name,
    exactly: exactly === undefined ? null : readDemand(exactly, name),
    firstAvailable: request
      .objects('firstAvailable')
      .map((one) => readDemand(one, one.string('name') ?? '')),
  }
}

function readDemand(fields: Fields, name: string): DeviceDemand {
  const capacity = fields.object('capacity')
  const tolerations = readDeviceTolerations(fields)
  return {
    name,
    deviceClass: fields.string('deviceClassName') ?? '',
    selectors: readDeviceSelectors(fields),
    allocationMode: fields.string('allocationMode') ?? '',
    count: fields.integer('count') ?? 0,
    adminAccess: fields.has('adminAccess') ? fields.boolean('adminAccess') : null,
    tolerations,
    writtenTolerations:
      tolerations.length === 0 ? null : fields.objects('tolerations').map(({ value }) => value),
    capacities: capacity?.has('requests') ? readQuantityMap(capacity, 'requests') : null,
    hasDerivedAttributes: fields.objects('derivedAttributes').length > 0,
  }
}

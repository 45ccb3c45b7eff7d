import type { Fields } from '../json/fields.ts'
import { type Quantity, readQuantity } from '../resources/quantity-text.ts'

/** What a device has of something, and how much of it a request may take at once. */
export interface DeviceCapacity {
  readonly value: Quantity
  readonly policy: CapacityRequestPolicy | null
}

export interface CapacityRequestPolicy {
  readonly default: Quantity | null
  readonly validRange: CapacityRange | null
  readonly validValues: readonly Quantity[]
}

export interface CapacityRange {
  readonly min: Quantity | null
  readonly max: Quantity | null
  readonly step: Quantity | null
}

const NONE: Quantity = { nano: 0n, format: 'DecimalSI', text: '0', identity: null }

/** By name as written in the slice. */
export function readCapacities(device: Fields): Map<string, DeviceCapacity> {
  const capacities = new Map<string, DeviceCapacity>()
  const fields = device.object('capacity')
  if (fields === undefined) return capacities
  for (const name of Object.keys(fields.value)) {
    const capacity = fields.objectOrEmpty(name)
    const policy = capacity.object('requestPolicy')
    capacities.set(name, {
      value: quantityOrNull(capacity, 'value') ?? NONE,
      policy: policy === undefined ? null : readPolicy(policy),
    })
  }
  return capacities
}

function readPolicy(policy: Fields): CapacityRequestPolicy {
  const range = policy.object('validRange')
  return {
    default: quantityOrNull(policy, 'default'),
    validRange:
      range === undefined
        ? null
        : {
            min: quantityOrNull(range, 'min'),
            max: quantityOrNull(range, 'max'),
            step: quantityOrNull(range, 'step'),
          },
    validValues: policy.quantityTexts('validValues').flatMap((text) => readQuantity(text) ?? []),
  }
}

/** A list of quantities by name, such as what a request asks for. */
export function readQuantityMap(fields: Fields, key: string): Map<string, Quantity> {
  const map = new Map<string, Quantity>()
  const list = fields.object(key)
  for (const name of Object.keys(list?.value ?? {})) {
    const quantity = list === undefined ? null : quantityOrNull(list, name)
    if (quantity !== null) map.set(name, quantity)
  }
  return map
}

function quantityOrNull(fields: Fields, key: string): Quantity | null {
  const text = fields.quantityText(key)
  return text === undefined ? null : readQuantity(text)
}

import type {
  CapacityRange,
  CapacityRequestPolicy,
  DeviceCapacity,
} from '../../../snapshot/devices/device-capacity.ts'
import { type Quantity, quantityOf } from '../../../snapshot/resources/quantity-text.ts'
import type { DeviceRules } from '../device-rules.ts'

/** What a request takes of one capacity of a device (calculateConsumedCapacity), or why none can be told. */
export type ConsumedCapacity =
  | { readonly ok: true; readonly quantity: Quantity }
  | { readonly ok: false; readonly error: string }

type CapacityRules = Pick<DeviceRules, 'capacityErrorsAreFatal' | 'roundedFormat'>

const NANO_PER_UNIT = 10n ** 9n
const INT64_BITS = 64
const INT64_MAX = 2n ** 63n - 1n
const NOT_REPRESENTABLE =
  "capacity request cannot be represented in the device's range arithmetic: "
const NEGATIVE = 'capacity value is negative'

/** `asked` null: the request does not name the capacity. */
export function consumedCapacity(
  asked: Quantity | null,
  { value, policy }: DeviceCapacity,
  rules: CapacityRules,
): ConsumedCapacity {
  const consumed = roundedUp(asked, value, policy, rules)
  const isNegative = consumed.ok && consumed.quantity.nano < 0n
  return isNegative && rules.capacityErrorsAreFatal ? { ok: false, error: NEGATIVE } : consumed
}

function roundedUp(
  asked: Quantity | null,
  whole: Quantity,
  policy: CapacityRequestPolicy | null,
  rules: CapacityRules,
): ConsumedCapacity {
  if (asked === null) return { ok: true, quantity: policy?.default ?? whole }
  const range = policy?.validRange ?? null
  if (range !== null && range.min !== null) return roundedToRange(asked, range, range.min, rules)
  const valid = policy?.validValues.find(({ nano }) => asked.nano <= nano)
  return { ok: true, quantity: valid ?? asked }
}

function roundedToRange(
  asked: Quantity,
  { step }: CapacityRange,
  min: Quantity,
  { capacityErrorsAreFatal, roundedFormat }: CapacityRules,
): ConsumedCapacity {
  if (asked.nano < min.nano) return { ok: true, quantity: min }
  if (step === null) return { ok: true, quantity: asked }
  if (capacityErrorsAreFatal && asked.nano > INT64_MAX * NANO_PER_UNIT) {
    return { ok: false, error: `${NOT_REPRESENTABLE}request ${asked.text} exceeds MaxInt64` }
  }
  // Fractions are lost, as upstream counts in whole units here.
  const stepUnits = wholeUnits(step)
  const minUnits = wholeUnits(min)
  const added = wholeUnits(asked) - minUnits
  const steps = stepUnits === 0n ? 0n : ceilDivide(added, stepUnits)
  if (capacityErrorsAreFatal && minUnits >= 0n && minUnits + steps * stepUnits > INT64_MAX) {
    const error = `${NOT_REPRESENTABLE}rounding request ${asked.text} up to the next step passes MaxInt64`
    return { ok: false, error }
  }
  const units = BigInt.asIntN(INT64_BITS, minUnits + steps * stepUnits)
  const format = roundedFormat === 'BinarySI' ? 'BinarySI' : step.format
  return { ok: true, quantity: quantityOf(units, format) }
}

/** Whether the policy forbids to take so much. */
export function violatesPolicy(consumed: Quantity, policy: CapacityRequestPolicy | null): boolean {
  if (policy === null) return false
  const isDefault = policy.default !== null && policy.default.identity === consumed.identity
  if (isDefault && consumed.identity !== null) return false
  if (policy.validRange !== null) return violatesRange(consumed, policy.validRange)
  const { validValues } = policy
  return validValues.length > 0 && !validValues.some(({ nano }) => nano === consumed.nano)
}

function violatesRange(consumed: Quantity, { min, max, step }: CapacityRange): boolean {
  if (max !== null && consumed.nano > max.nano) return true
  if (step === null) return false
  const stepUnits = wholeUnits(step)
  const above = wholeUnits(consumed) - (min === null ? 0n : wholeUnits(min))
  return stepUnits !== 0n && above % stepUnits !== 0n
}

/** Quantity.Value: whole units, rounded away from zero. */
function wholeUnits({ nano }: Quantity): bigint {
  const units = nano < 0n ? -ceilDivide(-nano, NANO_PER_UNIT) : ceilDivide(nano, NANO_PER_UNIT)
  return BigInt.asIntN(INT64_BITS, units)
}

/** Of a positive divisor; Go's n++ after a division that left a rest rounds below zero up, too. */
function ceilDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by === 0n ? quotient : quotient + 1n
}

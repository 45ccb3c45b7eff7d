import { BINARY_EXPONENT, DECIMAL_EXPONENT } from '../quantity/suffixes.ts'

/**
 * Kubernetes quantities, exactly (apimachinery pkg/api/resource): a value is kept as a bigint of
 * nano units, the finest step Kubernetes keeps; anything finer is rounded away from zero.
 */

const NANO_DIGITS = 9
const NANO_PER_UNIT = 10n ** 9n
const NANO_PER_MILLI = 10n ** 6n
/** Binary-suffix values are capped at the largest int64, as in Kubernetes. */
const INT64_MAX = 2n ** 63n - 1n

// Spaces around it are dropped, as by Quantity.UnmarshalJSON; no other blanks are.
const QUANTITY =
  /^ *([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:([eE])([+-]?\d+)|(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)?) *$/
/** Beyond this many digits or this exponent no cluster has a meaning, and arithmetic would only burn time. */
const DIGITS_MAX = 400
const EXPONENT_MAX = 400

/** Nano units of a quantity, or null when the text is not a quantity. */
export function parseQuantity(text: string): bigint | null {
  const match = QUANTITY.exec(text)
  if (match === null) return null
  const [, sign = '', number = '', exponentMark, exponentText = '0', suffix = ''] = match
  if (number.length > DIGITS_MAX) return null
  const point = number.indexOf('.')
  const fraction = point < 0 ? '' : number.slice(point + 1)
  const digits = BigInt((point < 0 ? number : number.slice(0, point) + fraction) || '0')
  const shift = BINARY_EXPONENT.get(suffix)
  let exponent = NANO_DIGITS - fraction.length
  if (exponentMark !== undefined) exponent += Number(exponentText)
  else if (shift === undefined) exponent += DECIMAL_EXPONENT.get(suffix) ?? 0
  if (Math.abs(exponent) > EXPONENT_MAX) return digits === 0n ? 0n : null
  const scaled = shift === undefined ? digits : digits << BigInt(shift)
  const nano =
    exponent >= 0 ? scaled * 10n ** BigInt(exponent) : ceilDivide(scaled, 10n ** BigInt(-exponent))
  const cap = INT64_MAX * NANO_PER_UNIT
  const capped = shift !== undefined && nano > cap ? cap : nano
  return sign === '-' ? -capped : capped
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return value >= 0n ? (value + by - 1n) / by : -((-value + by - 1n) / by)
}

/** Whole units, rounded away from zero, as Quantity.Value(). Exact below 2^53. */
export function wholeUnits(nano: bigint): number {
  return Number(clampToInt64(ceilDivide(nano, NANO_PER_UNIT)))
}

/** Milli units, rounded away from zero, as Quantity.MilliValue(). Exact below 2^53. */
export function milliUnits(nano: bigint): number {
  return Number(clampToInt64(ceilDivide(nano, NANO_PER_MILLI)))
}

function clampToInt64(value: bigint): bigint {
  if (value > INT64_MAX) return INT64_MAX
  return value < -INT64_MAX ? -INT64_MAX : value
}

/** Quantities repeat in a cluster, so each distinct text is parsed once. */
export class QuantityCache {
  private readonly known = new Map<string, bigint | null>()

  parse(text: string): bigint | null {
    const known = this.known.get(text)
    if (known !== undefined) return known
    const nano = parseQuantity(text)
    this.known.set(text, nano)
    return nano
  }
}

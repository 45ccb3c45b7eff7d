/**
 * The two ways in which Kubernetes keeps an amount (apimachinery pkg/api/resource amount.go): an
 * int64 with a power of ten, or a decimal of any size once that is too small. Both are the number
 * `unscaled * 10 ** -scale`; which of the two it is shows where a number is rounded or overflows.
 */
export interface Amount {
  readonly unscaled: bigint
  /** Digits after the point, as inf.Dec counts them; negative for trailing zeros left out. */
  readonly scale: number
  readonly isDecimal: boolean
}

export const ZERO: Amount = { unscaled: 0n, scale: 0, isDecimal: false }

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

function power10(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

export function fitsInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX
}

export function compareAmounts(a: Amount, b: Amount): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [atScale(a, scale), atScale(b, scale)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** The unscaled value at a scale that is not below the amount's own. */
export function atScale(amount: Amount, scale: number): bigint {
  return amount.unscaled * power10(scale - amount.scale)
}

/** Quantity.Add. */
export function addAmounts(a: Amount, b: Amount): Amount {
  if (!a.isDecimal && !b.isDecimal) {
    if (b.unscaled === 0n) return a
    if (a.unscaled === 0n) return b
  }
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [atScale(a, scale), atScale(b, scale)]
  const unscaled = left + right
  // An int64 on the way that does not fit is enough for a decimal.
  const fits = fitsInt64(left) && fitsInt64(right) && fitsInt64(unscaled)
  return { unscaled, scale, isDecimal: a.isDecimal || b.isDecimal || !fits }
}

/**
 * At most so many digits after the point, rounded away from zero; a decimal gets exactly so many.
 */
export function roundUp(amount: Amount, scale: number): Amount {
  if (amount.scale <= scale) {
    return amount.isDecimal ? { ...amount, unscaled: atScale(amount, scale), scale } : amount
  }
  const divisor = power10(amount.scale - scale)
  return { ...amount, unscaled: divideAwayFromZero(amount.unscaled, divisor), scale }
}

function divideAwayFromZero(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  if (value % divisor === 0n) return quotient
  return value < 0n ? quotient - 1n : quotient + 1n
}

/** Quantity.ScaledValue: an int64 at a scale, rounded up, with its overflows. */
export function scaledInt64(amount: Amount, scale: number): bigint {
  const drop = amount.scale - scale
  if (!amount.isDecimal) {
    if (drop > 0) return divideAwayFromZero(amount.unscaled, power10(drop))
    const value = amount.unscaled * power10(-drop)
    return fitsInt64(value) ? value : 0n
  }
  if (drop <= 0) return BigInt.asIntN(64, wrap(amount.unscaled) * power10(-drop))
  return scaledDown(amount.unscaled, drop)
}

/** scaledValue of a decimal: fast for what fits, and rounding towards plus infinity. */
function scaledDown(unscaled: bigint, drop: number): bigint {
  const divisor = power10(drop)
  if (unscaled < INT64_MAX && drop < 19) {
    const value = wrap(unscaled)
    return value % divisor === 0n ? value / divisor : value / divisor + 1n
  }
  const remainder = ((unscaled % divisor) + divisor) % divisor
  const floor = (unscaled - remainder) / divisor
  return remainder === 0n ? wrap(floor) : wrap(floor) + 1n
}

function wrap(value: bigint): bigint {
  return BigInt.asIntN(64, value)
}

/** Takes out every factor and says how often it was in. */
export function withoutFactors(value: bigint, factor: bigint): { rest: bigint; times: number } {
  let [rest, times] = [value, 0]
  while (rest !== 0n && rest % factor === 0n) {
    rest /= factor
    times++
  }
  return { rest, times }
}

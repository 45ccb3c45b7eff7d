/** The bounds of CEL's whole numbers. */
export const INT_MAX: bigint = 2n ** 63n - 1n
export const INT_MIN: bigint = -(2n ** 63n)
export const UINT_MAX: bigint = 2n ** 64n - 1n

export function isInt(value: bigint): boolean {
  return value >= INT_MIN && value <= INT_MAX
}

export function isUint(value: bigint): boolean {
  return value >= 0n && value <= UINT_MAX
}

import { type Amount, compareAmounts, roundUp, withoutFactors, ZERO } from './amount.ts'
import { BINARY_EXPONENT, DECIMAL_EXPONENT } from './suffixes.ts'

export type Format = 'DecimalSI' | 'BinarySI' | 'DecimalExponent' | ''

const DECIMAL_SUFFIX: ReadonlyMap<number, string> = new Map(
  [...DECIMAL_EXPONENT].map(([suffix, exponent]) => [exponent, suffix]),
)
const BINARY_SUFFIXES = ['', ...BINARY_EXPONENT.keys()]
const KIBI: Amount = { ...ZERO, unscaled: 1024n }
const MINUS_KIBI: Amount = { ...ZERO, unscaled: -1024n }

/**
 * Quantity.CanonicalizeBytes: no fraction, the largest suffix that leaves none. A power of ten
 * that has no suffix is written without one, as upstream does ("1000E" is written 1).
 */
export function writeCanonical(amount: Amount, format: Format): string {
  if (amount.unscaled === 0n) return '0'
  if (format === 'BinarySI' && isWrittenBinary(amount)) return writeBinary(amount)
  const { rest, times } = withoutFactors(amount.unscaled, 10n)
  const exponent = times - amount.scale
  const over = ((exponent % 3) + 3) % 3
  const number = rest * 10n ** BigInt(over)
  return `${number}${decimalSuffix(exponent - over, format)}`
}

function decimalSuffix(exponent: number, format: Format): string {
  if (format === 'DecimalSI' || format === 'BinarySI') return DECIMAL_SUFFIX.get(exponent) ?? ''
  return exponent === 0 ? '' : `e${exponent}`
}

/** Small values, and those with a fraction, are written with decimal suffixes. */
function isWrittenBinary(amount: Amount): boolean {
  if (compareAmounts(amount, MINUS_KIBI) > 0 && compareAmounts(amount, KIBI) < 0) return false
  return compareAmounts(roundUp(amount, 0), amount) === 0
}

function writeBinary(amount: Amount): string {
  const { unscaled, scale } = roundUp(amount, 0)
  const { rest, times } = withoutFactors(unscaled * 10n ** BigInt(-scale), 1024n)
  return `${rest}${BINARY_SUFFIXES[times] ?? ''}`
}

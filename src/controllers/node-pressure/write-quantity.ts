export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const NANO_PER_UNIT = 1_000_000_000n

/** The format that Go keeps of a quantity as it was written. */
export function formatOf(text: string): QuantityFormat {
  if (text.endsWith('i')) return 'BinarySI'
  return /[eE][+-]?\d/.test(text) ? 'DecimalExponent' : 'DecimalSI'
}

/** How Go writes a resource.Quantity of the given format: with the largest suffix that divides it. */
export function writeNano(nano: bigint, format: QuantityFormat): string {
  const isWhole = nano % NANO_PER_UNIT === 0n
  const units = nano / NANO_PER_UNIT
  // Fractions, and what is below 1Ki, are written as decimal quantities.
  if (format === 'BinarySI' && isWhole && (units >= 1024n || units <= -1024n)) {
    const [rest, exponent] = divide(units, 1024n, BINARY_SUFFIXES.length - 1)
    return `${rest}${BINARY_SUFFIXES[exponent]}`
  }
  if (nano === 0n) return '0'
  const [rest, exponent] = divide(nano, 1000n, DECIMAL_SUFFIXES.length - 1)
  const power = 3 * exponent - 9
  if (format === 'DecimalExponent') return power === 0 ? `${rest}` : `${rest}e${power}`
  return `${rest}${DECIMAL_SUFFIXES[exponent]}`
}

/** The same of a whole number. */
export function writeQuantity(units: number, format: QuantityFormat): string {
  return writeNano(BigInt(units) * NANO_PER_UNIT, format)
}

function divide(value: bigint, base: bigint, exponentMax: number): [bigint, number] {
  let rest = value
  let exponent = 0
  while (rest !== 0n && rest % base === 0n && exponent < exponentMax) {
    rest /= base
    exponent++
  }
  return [rest, exponent]
}

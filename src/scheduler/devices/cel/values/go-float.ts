/** Numbers as Go's strconv reads and writes them. */

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F_]*)(?:\.([0-9a-fA-F_]*))?[pP]([+-]?\d+)$/
const INFINITE = /^([+-]?)inf(inity)?$/i

/** strconv.ParseFloat, or null where it fails, which too large a number does as well. */
export function parseGoFloat(text: string): number | null {
  if (DECIMAL.test(text)) return finiteOrNull(Number(text))
  const infinite = INFINITE.exec(text)
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity
  if (/^nan$/i.test(text)) return Number.NaN
  return parseHexadecimal(text)
}

function parseHexadecimal(text: string): number | null {
  const match = HEXADECIMAL.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replaceAll('_', '')
  if (digits === '' || digits.length > 400) return null
  const power = Number(exponent) - 4 * fraction.replaceAll('_', '').length
  const value = Number(BigInt(`0x${digits}`)) * 2 ** power
  return finiteOrNull(sign === '-' ? -value : value)
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Beyond these exponents %g turns to the scientific form. */
const PLAIN_EXPONENT_MIN = -4
const PLAIN_EXPONENT_END = 6

/** fmt's %v and %g of a double: the shortest digits that read back as the same number. */
export function formatGoFloat(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value)
  const { sign, digits, exponent } = shortest(value)
  if (exponent >= PLAIN_EXPONENT_MIN && exponent < PLAIN_EXPONENT_END) return formatPlain(value)
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  const power = Math.abs(exponent).toString().padStart(2, '0')
  return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${power}`
}

/** strconv.FormatFloat(value, 'f', -1, 64): never scientific. */
export function formatPlain(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value)
  const { sign, digits, exponent } = shortest(value)
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

function shortest(value: number): { sign: string; digits: string; exponent: number } {
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  return { sign, digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

/** %.3f: so many decimal digits of the exact value, rounded to even where it lies between two. */
export function fixed(value: number, precision: number): string {
  const { isNegative, numerator, denominator } = fractionOf(value)
  const scaled = numerator * 10n ** BigInt(precision)
  const doubledRest = (scaled % denominator) * 2n
  const floor = scaled / denominator
  const isUp = doubledRest > denominator || (doubledRest === denominator && floor % 2n === 1n)
  const digits = (isUp ? floor + 1n : floor).toString().padStart(precision + 1, '0')
  const whole = digits.slice(0, digits.length - precision)
  const sign = isNegative ? '-' : ''
  return precision === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-precision)}`
}

/** A double as the fraction that it is. */
function fractionOf(value: number): {
  isNegative: boolean
  numerator: bigint
  denominator: bigint
} {
  const isNegative = value < 0 || Object.is(value, -0)
  let numerator = Math.abs(value)
  let denominator = 1n
  // Doubling is exact, and no double has more than 1074 binary places.
  while (!Number.isInteger(numerator)) {
    numerator *= 2
    denominator *= 2n
  }
  return { isNegative, numerator: BigInt(numerator), denominator }
}

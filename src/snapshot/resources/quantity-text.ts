import { parseQuantity } from './quantity.ts'

/*
 * Quantities as apimachinery writes them back (pkg/api/resource: ParseQuantity, CanonicalizeBytes).
 * Only what devices consume is written back; everything else needs the value alone.
 */

export type QuantityFormat = 'DecimalSI' | 'DecimalExponent' | 'BinarySI'

export interface Quantity {
  readonly nano: bigint
  readonly format: QuantityFormat
  /** As the API would write it. */
  readonly text: string
  /**
   * Two quantities are equal to Go's `==` when these are; null equals nothing, since large or very
   * fine numbers live behind a pointer.
   */
  readonly identity: string | null
}

const PARTS = /^ *([+-]?)0*(\d*)(?:\.(\d*))?([A-Za-z]*[+-]?\d*) *$/
const BINARY_EXPONENT: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const NANO_EXPONENT = -9
const NANO_PER_UNIT = 10n ** 9n
/** An int64 holds this many decimal digits. */
const DIGITS_MAX = 18
const INT64_MAX = 2n ** 63n - 1n

/** Null when the text is not a quantity. */
export function readQuantity(text: string): Quantity | null {
  const nano = parseQuantity(text)
  const parts = PARTS.exec(text)
  if (nano === null || parts === null) return null
  const [, , whole = '', fraction = '', suffix = ''] = parts
  const format = formatOf(suffix, nano)
  const small = smallForm(whole === '' ? '0' : whole, fraction, suffix)
  const trimmed = text.trim()
  if (trimmed === '0') return { nano, format: 'DecimalSI', text: '0', identity: '0' }
  const canonical = formatQuantity(nano, format)
  if (small === null) return { nano, format, text: canonical, identity: null }
  const kept = small.isCanonical ? trimmed : ''
  return {
    nano,
    format: small.format,
    text: kept === '' ? canonical : kept,
    identity: `${nano}e${small.scale} ${small.format} ${kept}`,
  }
}

/** A number that was computed, in the form of NewQuantity. */
export function quantityOf(units: bigint, format: QuantityFormat): Quantity {
  const nano = units * NANO_PER_UNIT
  return { nano, format, text: formatQuantity(nano, format), identity: `${nano}e0 ${format} ` }
}

function formatOf(suffix: string, nano: bigint): QuantityFormat {
  if (!BINARY_EXPONENT.has(suffix))
    return /^[eE][+-]?\d/.test(suffix) ? 'DecimalExponent' : 'DecimalSI'
  // Less than one unit is told in decimal fractions.
  const magnitude = nano < 0n ? -nano : nano
  return magnitude > 0n && magnitude < NANO_PER_UNIT ? 'DecimalSI' : 'BinarySI'
}

/** What ParseQuantity keeps in an int64; null: it needs a decimal of any size. */
function smallForm(
  whole: string,
  fraction: string,
  suffix: string,
): { format: QuantityFormat; scale: number; isCanonical: boolean } | null {
  const digits = whole + fraction
  const binary = BINARY_EXPONENT.get(suffix)
  if (binary !== undefined) {
    const precision = 15 - whole.length - Math.trunc((binary * 3) / 10) - 1
    if (fraction !== '' || precision < 0) return null
    const value = BigInt(whole)
    if (value << BigInt(binary) > INT64_MAX) return null
    return { format: 'BinarySI', scale: 0, isCanonical: (value & 7n) !== 0n }
  }
  const isExponent = /^[eE][+-]?\d/.test(suffix)
  const exponent = isExponent
    ? Number(suffix.slice(1))
    : DECIMAL_SUFFIXES.indexOf(suffix) * 3 + NANO_EXPONENT
  const scale = exponent - fraction.length
  if (digits.length > DIGITS_MAX || scale < NANO_EXPONENT) return null
  const isCanonical = scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0')
  return { format: isExponent ? 'DecimalExponent' : 'DecimalSI', scale, isCanonical }
}

/** CanonicalizeBytes. */
export function formatQuantity(nano: bigint, format: QuantityFormat): string {
  if (nano === 0n) return '0'
  const units = nano / NANO_PER_UNIT
  const isBinary = format === 'BinarySI' && nano % NANO_PER_UNIT === 0n && !isBelow1024(units)
  if (isBinary) return inPowersOf1024(units)
  const { mantissa, exponent } = inPowersOf1000(nano)
  if (format === 'DecimalExponent')
    return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`
  return `${mantissa}${DECIMAL_SUFFIXES[(exponent - NANO_EXPONENT) / 3] ?? ''}`
}

function isBelow1024(units: bigint): boolean {
  return units > -1024n && units < 1024n
}

function inPowersOf1024(units: bigint): string {
  let rest = units
  let power = 0
  while (rest % 1024n === 0n) {
    rest /= 1024n
    power++
  }
  const suffix = [...BINARY_EXPONENT.keys()][power - 1] ?? ''
  return `${rest}${suffix}`
}

function inPowersOf1000(nano: bigint): { mantissa: bigint; exponent: number } {
  let mantissa = nano
  let exponent = NANO_EXPONENT
  while (mantissa % 10n === 0n) {
    mantissa /= 10n
    exponent++
  }
  while (exponent % 3 !== 0) {
    mantissa *= 10n
    exponent--
  }
  return { mantissa, exponent }
}

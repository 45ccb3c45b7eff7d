import { type Amount, compareAmounts, fitsInt64, roundUp, ZERO } from './amount.ts'
import type { Format } from './canonical.ts'
import { Quantity } from './quantity.ts'
import { BINARY_EXPONENT, DECIMAL_EXPONENT } from './suffixes.ts'

export type ParsedQuantity =
  | { readonly ok: true; readonly quantity: Quantity }
  | { readonly ok: false; readonly error: QuantityError }

/** The server's own sentence, or that Berth does not count that far. */
export interface QuantityError {
  readonly message: string
  readonly isBeyond: boolean
}

const EXPRESSION = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
const FORMAT_WRONG = `quantities must match the regular expression '${EXPRESSION}'`
const SUFFIX = "unable to parse quantity's suffix"

/** A cluster has no use for more; the server would compute with millions of digits. */
const QUANTITY_CHARS_MAX = 256
const QUANTITY_EXPONENT_MAX = 512

/** Sign, digits, digits after a point, and the rest; what upstream's scanner takes for a suffix. */
const PARTS = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[+-]?[0-9]*)$/
const NANO_SCALE = 9
/** Decimal digits that an int64 holds whatever they are. */
const INT64_DIGITS = 18

/** Binary values are capped at the largest int64. */
const BINARY_MAX: Amount = { unscaled: 2n ** 63n - 1n, scale: 0, isDecimal: true }
const ONE: Amount = { ...ZERO, unscaled: 1n }

interface Suffix {
  readonly format: Format
  readonly exponent: number
}

interface Number {
  readonly isNegative: boolean
  readonly whole: string
  readonly fraction: string
}

/** resource.ParseQuantity. */
export function parseQuantity(text: string): ParsedQuantity {
  if (text.length > QUANTITY_CHARS_MAX)
    return beyond(`longer than ${QUANTITY_CHARS_MAX} characters`)
  const parts = text === '' ? null : PARTS.exec(text)
  if (parts === null) return failed(FORMAT_WRONG)
  const [, sign, whole = '', fraction = '', rest = ''] = parts
  if (text === '0') return found(ZERO, 'DecimalSI', text)
  const suffix = interpret(rest)
  if (suffix === null) return failed(SUFFIX)
  if (Math.abs(suffix.exponent) > QUANTITY_EXPONENT_MAX) {
    return beyond(`an exponent beyond ${QUANTITY_EXPONENT_MAX}`)
  }
  // Upstream reads no digits at all as zero: "Ki" is 0.
  const number = { isNegative: sign === '-', whole: whole || '0', fraction }
  return small(text, number, suffix) ?? large(number, suffix)
}

function failed(message: string): ParsedQuantity {
  return { ok: false, error: { message, isBeyond: false } }
}

function beyond(what: string): ParsedQuantity {
  return {
    ok: false,
    error: { message: `Berth does not judge quantities with ${what}`, isBeyond: true },
  }
}

function found(amount: Amount, format: Format, kept: string): ParsedQuantity {
  return { ok: true, quantity: new Quantity(amount, format, kept) }
}

function interpret(suffix: string): Suffix | null {
  const decimal = DECIMAL_EXPONENT.get(suffix)
  if (decimal !== undefined) return { format: 'DecimalSI', exponent: decimal }
  const binary = BINARY_EXPONENT.get(suffix)
  if (binary !== undefined) return { format: 'BinarySI', exponent: binary }
  const digits = /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1]
  if (digits === undefined) return null
  const exponent = BigInt(digits.startsWith('+') ? digits.slice(1) : digits)
  if (!fitsInt64(exponent)) return null
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, exponent)) }
}

/** What an int64 is sure to hold; keeps the text where it is canonical but for leading zeros. */
function small(text: string, number: Number, { format, exponent }: Suffix): ParsedQuantity | null {
  const digits = number.whole.length + number.fraction.length
  const shifted = number.whole + number.fraction
  const value = BigInt(shifted)
  if (format === 'BinarySI') {
    if (number.fraction !== '') return null
    if (14 - number.whole.length - (exponent * 3) / 10 < 0) return null
    return found(
      signed(number, value << BigInt(exponent), 0),
      format,
      (value & 7n) === 0n ? '' : text,
    )
  }
  const scale = number.fraction.length - exponent
  if (digits > INT64_DIGITS || scale > NANO_SCALE) return null
  const isKept = scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')
  return found(signed(number, value, scale), format, isKept ? text : '')
}

function signed({ isNegative }: Number, unscaled: bigint, scale: number): Amount {
  return { unscaled: isNegative ? -unscaled : unscaled, scale, isDecimal: false }
}

/** Any size: nothing finer than a nano, rounded away from zero, and binary values capped. */
function large(number: Number, suffix: Suffix): ParsedQuantity {
  const { isNegative, whole, fraction } = number
  let { format } = suffix
  let amount: Amount = {
    unscaled: BigInt(whole + fraction),
    scale: fraction.length,
    isDecimal: true,
  }
  if (format === 'BinarySI') {
    amount = { ...amount, unscaled: amount.unscaled << BigInt(suffix.exponent) }
  } else {
    amount = { ...amount, scale: amount.scale - suffix.exponent }
  }
  if (amount.unscaled !== 0n) amount = roundUp(amount, NANO_SCALE)
  if (format === 'BinarySI' && compareAmounts(amount, BINARY_MAX) > 0) amount = BINARY_MAX
  if (format === 'BinarySI' && amount.unscaled !== 0n && compareAmounts(amount, ONE) < 0) {
    format = 'DecimalSI'
  }
  return found(isNegative ? { ...amount, unscaled: -amount.unscaled } : amount, format, '')
}

import { INT_MAX, isInt } from './integers.ts'

/**
 * A resource.Quantity as apimachinery keeps it: a 64-bit number with a power of ten where it can, a
 * decimal of any length else. Which of the two it is shows in isInteger, so snapshot's parseQuantity,
 * which only knows the value, does not do.
 */
export class Quantity {
  readonly unscaled: bigint
  /** The power of ten by which `unscaled` counts. */
  readonly exponent: number
  /** Kept as inf.Dec: never an integer for isInteger and asInteger. */
  readonly isDecimal: boolean
  /**
   * What add and sub return is a pointer in Go, which no quantity on the left of == accepts on its
   * right: an accident of upstream.
   */
  readonly isPointer: boolean

  constructor(unscaled: bigint, exponent: number, isDecimal: boolean, isPointer = false) {
    this.unscaled = unscaled
    this.exponent = exponent
    this.isDecimal = isDecimal
    this.isPointer = isPointer
  }

  compare(other: Quantity): number {
    const common = Math.min(this.exponent, other.exponent)
    const a = this.unscaledAt(common)
    const b = other.unscaledAt(common)
    if (a === b) return 0
    return a < b ? -1 : 1
  }

  /** `sign` -1 subtracts. */
  plus(other: Quantity, sign: 1 | -1): Quantity {
    const addend = sign === 1 ? other.unscaled : -other.unscaled
    const common = this.commonExponent(other)
    const scaled = new Quantity(addend, other.exponent, false).unscaledAt(common)
    const sum = this.unscaledAt(common) + scaled
    const isDecimal =
      this.isDecimal ||
      other.isDecimal ||
      !isInt(sum) ||
      !isInt(this.unscaledAt(common)) ||
      !isInt(scaled)
    return new Quantity(sum, common, isDecimal, true)
  }

  /** A zero has no exponent of its own in a sum of 64-bit numbers. */
  private commonExponent(other: Quantity): number {
    if (!this.isDecimal && !other.isDecimal) {
      if (other.unscaled === 0n) return this.exponent
      if (this.unscaled === 0n) return other.exponent
    }
    return Math.min(this.exponent, other.exponent)
  }

  /** The whole number that it is, null where apimachinery cannot tell. */
  toInteger(): bigint | null {
    if (this.isDecimal || this.exponent < 0) return null
    const value = this.unscaledAt(0)
    return isInt(value) ? value : null
  }

  toFloat(): number {
    const base = Number(this.unscaled)
    return this.exponent === 0 ? base : base * Number(`1e${this.exponent}`)
  }

  sign(): bigint {
    if (this.unscaled === 0n) return 0n
    return this.unscaled < 0n ? -1n : 1n
  }

  private unscaledAt(exponent: number): bigint {
    if (this.unscaled === 0n) return 0n
    return this.unscaled * 10n ** BigInt(this.exponent - exponent)
  }
}

const FORMAT_ERROR =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const NUMBER_ERROR = 'unable to parse numeric part of quantity'
const SUFFIX_ERROR = "unable to parse quantity's suffix"

/** sign, zeros, digits, fraction, suffix; digits are taken whole, so that there is one way to try. */
const QUANTITY = /^([+-]?)0*(?!0)(\d*)(?!\d)(?:\.(\d*)(?!\d))?([eEinumkKMGTP]*[+-]?\d*)$/
const SHIFTS: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])
const EXPONENTS: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
/** Nothing finer than nano units is kept. */
const EXPONENT_MIN = -9
/** Digits that surely fit 64 bits. */
const FAST_DIGITS = 18
const FAST_BINARY_DIGITS = 15
/** Beyond these, arithmetic would only burn time. */
const EXPONENT_BOUND = 1000
const LENGTH_BOUND = 1000

/** resource.ParseQuantity: the quantity, or the text of the error. */
export function parseQuantity(text: string): Quantity | string {
  const match = text === '' || text.length > LENGTH_BOUND ? null : QUANTITY.exec(text)
  if (match === null) return FORMAT_ERROR
  const [, sign = '', digits = '', fraction = '', suffix = ''] = match
  const whole = digits === '' ? '0' : digits
  const shift = SHIFTS.get(suffix)
  const exponent = shift === undefined ? exponentOf(suffix) : 0
  if (exponent === null) return SUFFIX_ERROR
  if (Math.abs(exponent) > EXPONENT_BOUND) return NUMBER_ERROR
  const scale = exponent - fraction.length
  const unscaled = BigInt(whole + fraction) << BigInt(shift ?? 0)
  const signed = sign === '-' ? -unscaled : unscaled
  if (isFast(whole, fraction, shift, scale) && isInt(signed)) {
    return new Quantity(signed, scale, false)
  }
  const rounded = roundUp(unscaled, scale)
  const capped = shift === undefined ? rounded : capAtInt64(rounded)
  return new Quantity(sign === '-' ? -capped.unscaled : capped.unscaled, capped.exponent, true)
}

function exponentOf(suffix: string): number | null {
  const known = EXPONENTS.get(suffix)
  if (known !== undefined) return known
  return /^[eE][+-]?\d+$/.test(suffix) ? Number(suffix.slice(1)) : null
}

/** Whether apimachinery tries a 64-bit number at all. */
function isFast(
  whole: string,
  fraction: string,
  shift: number | undefined,
  scale: number,
): boolean {
  if (scale < EXPONENT_MIN) return false
  if (shift === undefined) return whole.length + fraction.length <= FAST_DIGITS
  if (fraction !== '') return false
  return FAST_BINARY_DIGITS - whole.length - Math.trunc((shift * 3) / 10) - 1 >= 0
}

interface Decimal {
  readonly unscaled: bigint
  readonly exponent: number
}

function roundUp(unscaled: bigint, exponent: number): Decimal {
  if (unscaled === 0n) return { unscaled, exponent }
  // Rounding sets the scale to nano also where nothing is lost.
  if (exponent >= EXPONENT_MIN) {
    const nano = unscaled * 10n ** BigInt(exponent - EXPONENT_MIN)
    return { unscaled: nano, exponent: EXPONENT_MIN }
  }
  const divisor = 10n ** BigInt(EXPONENT_MIN - exponent)
  return { unscaled: (unscaled + divisor - 1n) / divisor, exponent: EXPONENT_MIN }
}

function capAtInt64(value: Decimal): Decimal {
  const cap = new Quantity(INT_MAX, 0, true)
  const isOver = new Quantity(value.unscaled, value.exponent, true).compare(cap) > 0
  return isOver ? { unscaled: INT_MAX, exponent: 0 } : value
}

/** A whole number as a quantity. */
export function quantityOfInt(value: bigint): Quantity {
  return new Quantity(value, 0, false)
}

import { type Amount, addAmounts, compareAmounts, roundUp, scaledInt64, ZERO } from './amount.ts'
import { type Format, writeCanonical } from './canonical.ts'

const MILLI_SCALE = 3
const INT64_THOUSANDTH = 1000n

/**
 * A quantity as the API server holds it (apimachinery pkg/api/resource Quantity): value, the format
 * that it was written in, and, where that was in order already, the very text; so that "01" and
 * "1.500" come back as they were sent while "0.1" comes back as 100m. Immutable.
 */
export class Quantity {
  readonly amount: Amount
  readonly format: Format
  /** The text to be kept, empty when the canonical one is written. */
  private readonly kept: string

  constructor(amount: Amount, format: Format, kept: string) {
    this.amount = amount
    this.format = format
    this.kept = kept
  }

  toString(): string {
    return this.kept === '' ? writeCanonical(this.amount, this.format) : this.kept
  }

  get isZero(): boolean {
    return this.amount.unscaled === 0n
  }

  get sign(): number {
    if (this.isZero) return 0
    return this.amount.unscaled < 0n ? -1 : 1
  }

  compare(other: Quantity): number {
    return compareAmounts(this.amount, other.amount)
  }

  /** The sum takes the format of the first, unless that is zero. */
  add(other: Quantity): Quantity {
    const format = this.isZero ? other.format : this.format
    return new Quantity(addAmounts(this.amount, other.amount), format, '')
  }

  subtract(other: Quantity): Quantity {
    const { amount, format } = other
    return this.add(new Quantity({ ...amount, unscaled: -amount.unscaled }, format, ''))
  }

  /** Whole units as an int64, rounded up. */
  get value(): bigint {
    return scaledInt64(this.amount, 0)
  }

  get milliValue(): bigint {
    return scaledInt64(this.amount, MILLI_SCALE)
  }

  /** By the thousandth that an int64 can hold, as the server tests for a fraction. */
  get isWhole(): boolean {
    return this.milliValue % INT64_THOUSANDTH === 0n
  }

  /** SetDefaults_ResourceList: nothing finer than a thousandth is kept. */
  roundedToMilli(): Quantity {
    if (!this.amount.isDecimal && this.amount.scale <= MILLI_SCALE) return this
    return new Quantity(roundUp(this.amount, MILLI_SCALE), this.format, '')
  }
}

/** The quantity that a field without a value holds. */
export const UNSET_QUANTITY: Quantity = new Quantity(ZERO, '', '')

export const ZERO_QUANTITY: Quantity = new Quantity(ZERO, 'DecimalSI', '')

export const ONE: Quantity = new Quantity({ ...ZERO, unscaled: 1n }, 'DecimalSI', '')

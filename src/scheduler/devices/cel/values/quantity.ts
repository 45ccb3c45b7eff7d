import {
  type Amount,
  addAmounts,
  atScale,
  compareAmounts,
  fitsInt64,
  ZERO,
} from '../../../../snapshot/quantity/amount.ts'
import { parseQuantity as parse } from '../../../../snapshot/quantity/parse-quantity.ts'

/** A resource.Quantity in an expression, where nothing shows in which format it was written. */
export class Quantity {
  private readonly amount: Amount
  /**
   * What add and sub return is a pointer in Go, which no quantity on the left of == accepts on its
   * right: an accident of upstream.
   */
  readonly isPointer: boolean

  constructor(amount: Amount, isPointer = false) {
    this.amount = amount
    this.isPointer = isPointer
  }

  compare({ amount }: Quantity): number {
    return compareAmounts(this.amount, amount)
  }

  /** `sign` -1 subtracts. */
  plus({ amount }: Quantity, sign: 1 | -1): Quantity {
    const addend = sign === 1 ? amount : { ...amount, unscaled: -amount.unscaled }
    return new Quantity(addAmounts(this.amount, addend), true)
  }

  /** The whole number that it is, null where apimachinery cannot tell. */
  toInteger(): bigint | null {
    if (this.amount.isDecimal || this.amount.scale > 0) return null
    const value = atScale(this.amount, 0)
    return fitsInt64(value) ? value : null
  }

  toFloat(): number {
    const { unscaled, scale } = this.amount
    const base = Number(unscaled)
    return scale === 0 ? base : base * Number(`1e${-scale}`)
  }

  sign(): bigint {
    const { unscaled } = this.amount
    if (unscaled === 0n) return 0n
    return unscaled < 0n ? -1n : 1n
  }
}

/** The quantity, or the text of the error. */
export function parseQuantity(text: string): Quantity | string {
  const parsed = parse(text)
  return parsed.ok ? new Quantity(parsed.quantity.amount) : parsed.error.message
}

/** A whole number as a quantity. */
export function quantityOfInt(value: bigint): Quantity {
  return new Quantity({ ...ZERO, unscaled: value })
}

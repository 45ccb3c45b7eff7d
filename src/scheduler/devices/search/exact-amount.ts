/*
 * Quantities of up to 2^101 nano units as two doubles, so that loops over devices add and compare
 * them exactly without bigints: value = high * 2^48 + low, 0 <= low < 2^48.
 */

const LOW_BITS = 48n
const LOW_END = 2 ** 48

/** Amounts by slot. */
export interface Amounts {
  readonly high: Float64Array
  readonly low: Float64Array
}

export function makeAmounts(length: number): Amounts {
  return { high: new Float64Array(length), low: new Float64Array(length) }
}

export function setAmount({ high, low }: Amounts, slot: number, nano: bigint): void {
  high[slot] = Number(nano >> LOW_BITS)
  low[slot] = Number(BigInt.asUintN(Number(LOW_BITS), nano))
}

export function addAmount(to: Amounts, slot: number, from: Amounts, index: number): void {
  const low = to.low[slot] + from.low[index]
  const carry = low >= LOW_END ? 1 : 0
  to.low[slot] = low - carry * LOW_END
  to.high[slot] += from.high[index] + carry
}

export function subtractAmount(to: Amounts, slot: number, from: Amounts, index: number): void {
  const low = to.low[slot] - from.low[index]
  const borrow = low < 0 ? 1 : 0
  to.low[slot] = low + borrow * LOW_END
  to.high[slot] -= from.high[index] + borrow
}

export function isLess(a: Amounts, b: Amounts, slot: number): boolean {
  return a.high[slot] === b.high[slot] ? a.low[slot] < b.low[slot] : a.high[slot] < b.high[slot]
}

export function amountOf({ high, low }: Amounts, slot: number): bigint {
  return (BigInt(high[slot]) << LOW_BITS) + BigInt(low[slot])
}

/** A pair is one exact number: both parts take 26 bits. */
const PARTS = 2 ** 26

/** Numbers pairs in the order in which they come; no part may be 2^25 or more, or less than -2^25. */
export class Pairs {
  private readonly numbers = new Map<number, number>()

  of(one: number, other: number): number {
    const key = one * PARTS + other
    let number = this.numbers.get(key)
    if (number === undefined) {
      number = this.numbers.size
      this.numbers.set(key, number)
    }
    return number
  }

  get size(): number {
    return this.numbers.size
  }
}

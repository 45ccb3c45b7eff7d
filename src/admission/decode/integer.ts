/** No int64 has more characters. */
const INTEGER = /^-?[0-9]{1,19}$/

/**
 * What strconv.ParseInt makes of a JSON number, null where it has a fraction or is far too long.
 */
export function integerOf(literal: string): bigint | null {
  return INTEGER.test(literal) ? BigInt(literal) : null
}

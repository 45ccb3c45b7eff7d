const PLACES = 6

/** %f: half-way cases go to the even digit, where toFixed takes the greater. */
export function goFixed(value: number): string {
  const text = value.toFixed(PLACES)
  const exact = value.toFixed(PLACES + 1)
  const isHalfWay = exact.endsWith('5') && Number(exact) === value && value > 0
  const truncated = exact.slice(0, -1)
  return isHalfWay && '02468'.includes(truncated.at(-1) ?? '') ? truncated : text
}

import type { Scan } from './scan.ts'

/** A number: digits, 0x and hexadecimal digits, a u behind either, or a fraction with an exponent. */
export function scanNumber(points: readonly string[], at: number): Scan {
  const hex = scanHex(points, at)
  if (hex !== null) return hex
  const whole = skipDigits(points, at)
  const fraction = points[whole] === '.' ? skipDigits(points, whole + 1) : whole
  const hasFraction = fraction > whole + 1
  const mantissa = hasFraction ? fraction : whole
  const exponent = endOfExponent(points, mantissa)
  if (exponent !== null) return { kind: 'NUM_FLOAT', end: exponent }
  if (hasFraction) return { kind: 'NUM_FLOAT', end: mantissa }
  return withUnsignedMark(points, whole)
}

function scanHex(points: readonly string[], at: number): Scan | null {
  if (points[at] !== '0' || points[at + 1] !== 'x') return null
  let end = at + 2
  while (/^[0-9a-fA-F]$/.test(points[end] ?? '')) end++
  return end === at + 2 ? null : withUnsignedMark(points, end)
}

function withUnsignedMark(points: readonly string[], end: number): Scan {
  if (points[end] === 'u' || points[end] === 'U') return { kind: 'NUM_UINT', end: end + 1 }
  return { kind: 'NUM_INT', end }
}

function endOfExponent(points: readonly string[], at: number): number | null {
  if (points[at] !== 'e' && points[at] !== 'E') return null
  const sign = points[at + 1] === '+' || points[at + 1] === '-' ? 1 : 0
  const end = skipDigits(points, at + 1 + sign)
  return end === at + 1 + sign ? null : end
}

function skipDigits(points: readonly string[], start: number): number {
  let at = start
  while (/^\d$/.test(points[at] ?? '')) at++
  return at
}

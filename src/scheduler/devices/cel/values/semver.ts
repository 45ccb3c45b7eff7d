import { goQuote } from './go-quote.ts'
import { UINT_MAX } from './integers.ts'

/** A version as github.com/blang/semver has it; build metadata plays no part in comparing. */
export class Semver {
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  /** Its parts: a bigint where it is a number. */
  readonly prerelease: readonly (string | bigint)[]

  constructor(
    [major, minor, patch]: readonly [bigint, bigint, bigint],
    prerelease: readonly (string | bigint)[],
  ) {
    this.major = major
    this.minor = minor
    this.patch = patch
    this.prerelease = prerelease
  }

  compare(other: Semver): number {
    const numbers =
      order(this.major, other.major) ||
      order(this.minor, other.minor) ||
      order(this.patch, other.patch)
    return numbers || comparePrereleases(this.prerelease, other.prerelease)
  }
}

function order<T extends bigint | string | number>(a: T, b: T): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** None comes after any; numbers before words; the shorter of two first. */
function comparePrereleases(
  a: readonly (string | bigint)[],
  b: readonly (string | bigint)[],
): number {
  if (a.length === 0 || b.length === 0) return order(b.length > 0 ? 1 : 0, a.length > 0 ? 1 : 0)
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const compared = compareParts(a[i], b[i])
    if (compared !== 0) return compared
  }
  return order(a.length, b.length)
}

function compareParts(a: string | bigint, b: string | bigint): number {
  if (typeof a === 'bigint') return typeof b === 'bigint' ? order(a, b) : -1
  return typeof b === 'bigint' ? 1 : order(a, b)
}

const DIGITS = /^\d*$/
const ALPHANUMERIC = /^[a-zA-Z0-9-]*$/

/** semver.Parse: the version, or the text of the error. */
export function parseSemver(text: string): Semver | string {
  if (text === '') return 'Version string empty'
  const [majorText, minorText, ...rest] = text.split('.')
  if (minorText === undefined || rest.length === 0) return 'No Major.Minor.Patch elements found'
  const major = parseNumber(majorText ?? '', 'Major', 'major')
  if (typeof major === 'string') return major
  const minor = parseNumber(minorText, 'Minor', 'minor')
  if (typeof minor === 'string') return minor
  const [beforeBuild = '', build] = cut(rest.join('.'), '+')
  const [patchText = '', prereleaseText] = cut(beforeBuild, '-')
  const patch = parseNumber(patchText, 'Patch', 'patch')
  if (typeof patch === 'string') return patch
  const prerelease: (string | bigint)[] = []
  for (const part of prereleaseText?.split('.') ?? []) {
    const parsed = parsePrerelease(part)
    if (typeof parsed === 'object') return parsed.error
    prerelease.push(parsed)
  }
  return buildError(build) ?? new Semver([major, minor, patch], prerelease)
}

/** The text before the first mark, and what is behind it if the mark is there. */
function cut(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function parseNumber(text: string, title: string, word: string): bigint | string {
  if (!DIGITS.test(text)) return `Invalid character(s) found in ${word} number ${goQuote(text)}`
  if (hasLeadingZero(text))
    return `${title} number must not contain leading zeroes ${goQuote(text)}`
  return parseUint(text)
}

function hasLeadingZero(text: string): boolean {
  return text.length > 1 && text.startsWith('0')
}

/** strconv.ParseUint of digits. */
function parseUint(text: string): bigint | string {
  const failed = `strconv.ParseUint: parsing ${goQuote(text)}: `
  if (text === '') return `${failed}invalid syntax`
  // More digits than any 64-bit number has need not be computed.
  const value = text.length > 20 ? UINT_MAX + 1n : BigInt(text)
  return value > UINT_MAX ? `${failed}value out of range` : value
}

function parsePrerelease(text: string): string | bigint | { readonly error: string } {
  if (text === '') return { error: 'Prerelease is empty' }
  if (!DIGITS.test(text)) {
    if (ALPHANUMERIC.test(text)) return text
    return { error: `Invalid character(s) found in prerelease ${goQuote(text)}` }
  }
  if (hasLeadingZero(text)) {
    const error = `Numeric PreRelease version must not contain leading zeroes ${goQuote(text)}`
    return { error }
  }
  const value = parseUint(text)
  return typeof value === 'string' ? { error: value } : value
}

function buildError(build: string | undefined): string | null {
  for (const part of build?.split('.') ?? []) {
    if (part === '') return 'Build meta data is empty'
    if (!ALPHANUMERIC.test(part)) {
      return `Invalid character(s) found in build meta data ${goQuote(part)}`
    }
  }
  return null
}

/** A version with what semver(text, true) allows: a v before it, leading zeros, parts left out. */
export function parseLenientSemver(text: string): Semver | string {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.')
  const parts = minor === undefined ? [major] : [major, minor]
  if (rest.length > 0) parts.push(rest.join('.'))
  const trimmed = parts.map(trimLeadingZeros)
  if (trimmed.length < 3) {
    if (/[+-]/.test(trimmed[trimmed.length - 1])) {
      return 'short version cannot contain PreRelease/Build meta data'
    }
    while (trimmed.length < 3) trimmed.push('0')
  }
  return parseSemver(trimmed.join('.'))
}

function trimLeadingZeros(part: string): string {
  if (part.length <= 1) return part
  const trimmed = part.replace(/^0+/, '')
  return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`
}

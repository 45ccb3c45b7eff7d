import type { FieldErrors } from './field-errors.ts'

/** The eight groups of an IPv6 address; an IPv4 address stands behind ffff, as in Go's net.IP. */
export interface IpAddress {
  readonly groups: readonly number[]
  readonly isVersion4: boolean
  /** Whether netip.ParseAddr takes the text too, which is stricter about leading zeros. */
  readonly isStrict: boolean
}

const GROUP_COUNT = 8
/** A zero run shorter than this is not shortened. */
const RUN_MIN = 2

/** netutils.ParseIPSloppy. */
export function parseIp(text: string): IpAddress | null {
  return text.includes(':') ? parseVersion6(text) : parseVersion4(text)
}

function parseVersion4(text: string): IpAddress | null {
  const tail = version4Groups(text)
  if (tail === null) return null
  const groups = [0, 0, 0, 0, 0, 0xffff, ...tail.groups]
  return { groups, isVersion4: true, isStrict: tail.isStrict }
}

function version4Groups(text: string): { groups: number[]; isStrict: boolean } | null {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^0*[0-9]{1,3}$/.test(octet))) return null
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  if (Math.max(a, b, c, d) > 255) return null
  const isStrict = octets.every((octet) => octet === '0' || !octet.startsWith('0'))
  return { groups: [a * 256 + b, c * 256 + d], isStrict }
}

function parseVersion6(text: string): IpAddress | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head, tail] = [groupsOf(halves[0] ?? ''), groupsOf(halves[1] ?? '')]
  if (head === null || tail === null) return null
  const given = head.groups.length + tail.groups.length
  const isShort = halves.length === 2
  // The dots of an IPv4 address may only end the whole.
  if (isShort && head.hasDots) return null
  if (isShort ? given >= GROUP_COUNT : given !== GROUP_COUNT) return null
  const zeros = new Array<number>(GROUP_COUNT - given).fill(0)
  const isStrict = head.isStrict && tail.isStrict
  return { groups: [...head.groups, ...zeros, ...tail.groups], isVersion4: false, isStrict }
}

interface Half {
  readonly groups: readonly number[]
  readonly isStrict: boolean
  readonly hasDots: boolean
}

function groupsOf(half: string): Half | null {
  if (half === '') return { groups: [], isStrict: true, hasDots: false }
  const parts = half.split(':')
  const groups: number[] = []
  let isStrict = true
  for (const [index, part] of parts.entries()) {
    if (part.includes('.')) {
      const dotted = index === parts.length - 1 ? version4Groups(part) : null
      if (dotted === null) return null
      groups.push(...dotted.groups)
      return { groups, isStrict: isStrict && dotted.isStrict, hasDots: true }
    }
    if (!/^0*[0-9a-fA-F]{1,4}$/.test(part)) return null
    if (part.length > 4) isStrict = false
    groups.push(Number.parseInt(part, 16))
  }
  return { groups, isStrict, hasDots: false }
}

function isMapped({ groups, isVersion4 }: IpAddress): boolean {
  return !isVersion4 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
}

/** IsValidIPForLegacyField with strict validation, as is the default since 1.36. */
export function validateIp(errors: FieldErrors, path: string, text: string): void {
  const ip = parseIp(text)
  if (ip === null) {
    const detail = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    errors.invalid(path, text, detail)
    return
  }
  if (!ip.isStrict) errors.invalid(path, text, 'must not have leading 0s')
  if (ip.isStrict && isMapped(ip)) {
    errors.invalid(path, text, 'must not be an IPv4-mapped IPv6 address')
  }
}

/**
 * What GetWarningsForIP says of an address that passed: only that IPv6 is best written as RFC 5952
 * does.
 */
export function ipWarning(path: string, text: string): string | null {
  const ip = parseIp(text)
  if (ip === null || ip.isVersion4) return null
  const canonical = writeVersion6(ip.groups)
  if (canonical === text) return null
  return `${path}: IPv6 address "${text}" should be in RFC 5952 canonical format ("${canonical}")`
}

function writeVersion6(groups: readonly number[]): string {
  const { start, length } = longestZeroRun(groups)
  const hex = groups.map((group) => group.toString(16))
  if (length < RUN_MIN) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let end = start
    while (groups[end] === 0) end++
    if (end - start > best.length) best = { start, length: end - start }
  }
  return best
}

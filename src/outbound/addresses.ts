/*
 * Which addresses anybody on the Internet may have. Everything else is a network of somebody's own, or
 * means something special, and is not called unless that is meant.
 */

/** First address, and how many leading bits are given. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Of what is assigned to hosts (2000::/3): Teredo and 6to4 carry IPv4, the others are for texts and tests. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]
const ASSIGNED_IPV6 = ['2000::', 3] as const
const IPV4_MAPPED = ['::ffff:0:0', 96] as const

/** False for what is no address at all. */
export function isPublicAddress(text: string): boolean {
  const four = parseIpv4(text)
  if (four !== null) return isPublicIpv4(four)
  const six = parseIpv6(text)
  if (six === null) return false
  if (isWithin6(six, IPV4_MAPPED)) return isPublicIpv4(Number(six & 0xffffffffn))
  return isWithin6(six, ASSIGNED_IPV6) && !SPECIAL_IPV6.some((range) => isWithin6(six, range))
}

/** Names that no public resolver gives an address. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa|lan)$/.test(name)
}

function isPublicIpv4(address: number): boolean {
  return !SPECIAL_IPV4.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor((parseIpv4(first) ?? 0) / size)
  })
}

function isWithin6(address: bigint, [first, bits]: readonly [string, number]): boolean {
  const shift = BigInt(128 - bits)
  return address >> shift === (parseIpv6(first) ?? 0n) >> shift
}

function parseIpv4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return null
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

/** With its zone, which says only through which interface, left out. */
function parseIpv6(text: string): bigint | null {
  const [address = ''] = text.replace(/^\[|\]$/g, '').split('%')
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  const four = dotted === null ? null : parseIpv4(dotted[2] ?? '')
  if (dotted !== null && four === null) return null
  const whole =
    four === null
      ? address
      : `${dotted?.[1] ?? ''}${Math.floor(four / 65_536).toString(16)}:${(four % 65_536).toString(16)}`
  const [head = '', tail, ...more] = whole.split('::')
  if (more.length > 0 || !whole.includes(':')) return null
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n)
}

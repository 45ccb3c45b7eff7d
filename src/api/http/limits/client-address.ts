const IPV6_GROUPS = 8
/** What one subscriber is given: within it a client has as many addresses as it likes. */
const IPV6_PREFIX_GROUPS = 4

/** Whom an address stands for when requests are counted: IPv4 as it is, IPv6 by its /64. */
export function clientOfAddress(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped !== null) return mapped[1] ?? plain
  if (!plain.includes(':')) return plain
  const [before = '', after] = plain.split('::')
  const groups = groupsOf(before)
  if (after !== undefined) {
    const missing = IPV6_GROUPS - groups.length - groupsOf(after).length
    for (let zero = 0; zero < missing; zero++) groups.push('0')
    groups.push(...groupsOf(after))
  }
  const prefix = groups.slice(0, IPV6_PREFIX_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${prefix.join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}

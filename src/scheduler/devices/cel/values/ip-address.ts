/** An IP address by its octets, 4 or 16 of them. */
export class IpAddress {
  readonly octets: readonly number[]

  constructor(octets: readonly number[]) {
    this.octets = octets
  }

  get isIpv4(): boolean {
    return this.octets.length === 4
  }

  /** An IPv4 address written as an IPv6 one, which Kubernetes' functions refuse. */
  get isIpv4InIpv6(): boolean {
    const prefix = this.octets.slice(0, 12)
    return !this.isIpv4 && prefix.every((octet, i) => octet === (i < 10 ? 0 : 0xff))
  }

  equals(other: IpAddress): boolean {
    return this.toString() === other.toString()
  }

  get isUnspecified(): boolean {
    return this.octets.every((octet) => octet === 0)
  }

  get isLoopback(): boolean {
    if (this.isIpv4) return this.octets[0] === 127
    return this.octets.every((octet, i) => octet === (i === 15 ? 1 : 0))
  }

  get isLinkLocalMulticast(): boolean {
    const [a, b, c] = this.octets
    if (this.isIpv4) return a === 224 && b === 0 && c === 0
    return a === 0xff && (b & 0x0f) === 0x02
  }

  get isLinkLocalUnicast(): boolean {
    const [a, b] = this.octets
    if (this.isIpv4) return a === 169 && b === 254
    return a === 0xfe && (b & 0xc0) === 0x80
  }

  get isGlobalUnicast(): boolean {
    const [a] = this.octets
    const isBroadcast = this.isIpv4 && this.octets.every((octet) => octet === 255)
    const isMulticast = this.isIpv4 ? (a & 0xf0) === 0xe0 : a === 0xff
    return !(
      this.isUnspecified ||
      this.isLoopback ||
      this.isLinkLocalUnicast ||
      isMulticast ||
      isBroadcast
    )
  }

  /** The canonical form: for IPv6 the longest run of zero groups is left out. */
  toString(): string {
    if (this.isIpv4) return this.octets.join('.')
    const groups: number[] = []
    for (let i = 0; i < 16; i += 2) groups.push((this.octets[i] << 8) | this.octets[i + 1])
    const run = longestZeroRun(groups)
    const hex = groups.map((group) => group.toString(16))
    if (run.length < 2) return hex.join(':')
    return `${hex.slice(0, run.start).join(':')}::${hex.slice(run.start + run.length).join(':')}`
  }
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = 0
  for (let i = 0; i <= groups.length; i++) {
    if (groups[i] === 0) continue
    if (i - start > best.length) best = { start, length: i - start }
    start = i + 1
  }
  return best
}

/** An address and how many of its first bits name the network. */
export class Cidr {
  readonly address: IpAddress
  readonly prefixLength: number

  constructor(address: IpAddress, prefixLength: number) {
    this.address = address
    this.prefixLength = prefixLength
  }

  equals(other: Cidr): boolean {
    return this.prefixLength === other.prefixLength && this.address.equals(other.address)
  }

  masked(): Cidr {
    const octets = this.address.octets.map((octet, i) => octet & maskOf(this.prefixLength - i * 8))
    return new Cidr(new IpAddress(octets), this.prefixLength)
  }

  contains(address: IpAddress): boolean {
    if (address.isIpv4 !== this.address.isIpv4) return false
    return new Cidr(address, this.prefixLength).masked().equals(this.masked())
  }

  containsCidr(other: Cidr): boolean {
    return this.prefixLength <= other.prefixLength && this.contains(other.address)
  }

  toString(): string {
    return `${this.address}/${this.prefixLength}`
  }
}

/** The mask of an octet of which so many bits belong to the network. */
function maskOf(bits: number): number {
  if (bits >= 8) return 0xff
  return bits <= 0 ? 0 : (0xff << (8 - bits)) & 0xff
}

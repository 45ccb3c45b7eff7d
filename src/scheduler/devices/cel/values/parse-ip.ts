import { goQuote } from './go-quote.ts'
import { Cidr, IpAddress } from './ip-address.ts'
import { failed, parseIpv4, parseIpv6Groups } from './parse-octets.ts'

/** An address in which only a zone could be wrong, or the text of the error. */
type Parsed = { readonly address: IpAddress; readonly zone: string } | string

/** The address that ip() makes of a text, or the text of its error. */
export function parseIp(text: string): IpAddress | string {
  const parsed = parseAddress(text)
  if (typeof parsed === 'string') {
    return `IP Address ${goQuote(text)} parse error during conversion from string: ${parsed}`
  }
  const { address, zone } = parsed
  if (zone !== '') return `IP address ${goQuote(text)} with zone value is not allowed`
  if (address.isIpv4InIpv6) return `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`
  return address
}

/** The network that cidr() makes of a text, or the text of its error. */
export function parseCidr(text: string): Cidr | string {
  const parsed = parsePrefix(text)
  if (typeof parsed === 'string') {
    const error = `netip.ParsePrefix(${goQuote(text)}): ${parsed}`
    return `network address parse error during conversion from string: ${error}`
  }
  if (parsed.address.isIpv4InIpv6) return `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`
  return parsed
}

function parsePrefix(text: string): Cidr | string {
  const slash = text.lastIndexOf('/')
  if (slash < 0) return "no '/'"
  const parsed = parseAddress(text.slice(0, slash))
  if (typeof parsed === 'string') return parsed
  if (parsed.zone !== '') return 'IPv6 zones cannot be present in a prefix'
  const bitsText = text.slice(slash + 1)
  if (!/^(\d|[1-9]\d{1,17})$/.test(bitsText)) return `bad bits after slash: ${goQuote(bitsText)}`
  const bits = Number(bitsText)
  if (bits > parsed.address.octets.length * 8) return 'prefix length out of range'
  return new Cidr(parsed.address, bits)
}

/** netip.ParseAddr */
function parseAddress(text: string): Parsed {
  const mark = /[.:%]/.exec(text)?.[0]
  if (mark === '.') {
    const octets = parseIpv4(text, text)
    return typeof octets === 'string' ? octets : { address: new IpAddress(octets), zone: '' }
  }
  if (mark === ':') return parseIpv6(text)
  return failed(text, mark === '%' ? 'missing IPv6 address' : 'unable to parse IP')
}

function parseIpv6(text: string): Parsed {
  const percent = text.indexOf('%')
  const zone = percent < 0 ? '' : text.slice(percent + 1)
  if (percent >= 0 && zone === '') return failed(text, 'zone must be a non-empty string')
  const octets = parseIpv6Groups(text, percent < 0 ? text : text.slice(0, percent))
  return typeof octets === 'string' ? octets : { address: new IpAddress(octets), zone }
}

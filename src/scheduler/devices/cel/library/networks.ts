import { CelError, NO_SUCH_OVERLOAD, type Outcome } from '../values/cel-value.ts'
import type { Cidr, IpAddress } from '../values/ip-address.ts'
import { parseCidr, parseIp } from '../values/parse-ip.ts'
import { sizeOf, traversal, traversalOf } from './cost.ts'
import { type Cost, global, method, type Overload } from './overload.ts'
import { aBool, aCidr, anInt, anIp, aString } from './params.ts'

function ip(text: string): IpAddress | CelError {
  const address = parseIp(text)
  return typeof address === 'string' ? new CelError(address) : address
}

function cidr(text: string): Cidr | CelError {
  const network = parseCidr(text)
  if (typeof network !== 'string') return network
  return new CelError(`network address parse error during conversion from string: ${network}`)
}

function isCanonical(text: string): Outcome {
  const address = ip(text)
  return address instanceof CelError ? address : address.toString() === text
}

const byLength = { costOfName: traversal(0) }
const twiceByLength: Cost = ([text = '']) => traversalOf(sizeOf(text) * 2)

/** Two networks by their bytes, and what is a text must be read first. */
function containment(isText: boolean, extra: (size: number) => number): Cost {
  return ([network = '', other = '']) => {
    const size = sizeOf(network)
    return traversalOf(size * 2) + extra(size) + (isText ? traversalOf(sizeOf(other)) : 0)
  }
}

const nothing = (): number => 0
const masking = (size: number): number => traversalOf(size) + 1
/** Where it is not known which overload it is, a text counts as an address. */
const CONTAINS_IP = { costOfName: containment(false, nothing) }
const CONTAINS_CIDR = { costOfName: containment(false, masking) }

/** IP addresses (apiserver library/ip.go). */
const ADDRESSES: readonly Overload[] = [
  global('ip', [aString], anIp, ip, byLength),
  global('ip.isCanonical', [aString], aBool, isCanonical, { costOfName: twiceByLength }),
  global('isIP', [aString], aBool, (text) => typeof parseIp(text) !== 'string', byLength),
  method('family', [anIp], anInt, ({ isIpv4 }) => (isIpv4 ? 4n : 6n)),
  method('isUnspecified', [anIp], aBool, ({ isUnspecified }) => isUnspecified),
  method('isLoopback', [anIp], aBool, ({ isLoopback }) => isLoopback),
  method('isLinkLocalMulticast', [anIp], aBool, (address) => address.isLinkLocalMulticast),
  method('isLinkLocalUnicast', [anIp], aBool, (address) => address.isLinkLocalUnicast),
  method('isGlobalUnicast', [anIp], aBool, ({ isGlobalUnicast }) => isGlobalUnicast),
]

/** Networks (apiserver library/cidr.go). */
const NETWORKS_OF_ADDRESSES: readonly Overload[] = [
  global('cidr', [aString], aCidr, cidr, byLength),
  global('isCIDR', [aString], aBool, (text) => typeof parseCidr(text) !== 'string', byLength),
  method(
    'containsIP',
    [aCidr, aString],
    aBool,
    (network, text) => {
      const address = ip(text)
      // What is wrong with the text is lost on the way.
      return address instanceof CelError ? NO_SUCH_OVERLOAD : network.contains(address)
    },
    { cost: containment(true, nothing), ...CONTAINS_IP },
  ),
  method('containsIP', [aCidr, anIp], aBool, (network, address) => network.contains(address), {
    ...CONTAINS_IP,
  }),
  method(
    'containsCIDR',
    [aCidr, aString],
    aBool,
    (network, text) => {
      const other = cidr(text)
      return other instanceof CelError ? other : network.containsCidr(other)
    },
    { cost: containment(true, masking), ...CONTAINS_CIDR },
  ),
  method('containsCIDR', [aCidr, aCidr], aBool, (network, other) => network.containsCidr(other), {
    ...CONTAINS_CIDR,
  }),
  method('ip', [aCidr], anIp, ({ address }) => address, { cost: () => 1 }),
  method('prefixLength', [aCidr], anInt, ({ prefixLength }) => BigInt(prefixLength)),
  method('masked', [aCidr], aCidr, (network) => network.masked()),
]

export const NETWORKS: readonly Overload[] = [...ADDRESSES, ...NETWORKS_OF_ADDRESSES]

/** They belong to the conversions named string. */
export const NETWORKS_TO_STRING: readonly Overload[] = [
  global('string', [anIp], aString, String),
  global('string', [aCidr], aString, String),
]

/**
 * The tag of an image as ParseImageName finds it: `latest` where there is neither tag nor digest,
 * and nothing at all for what is no reference (distribution/reference ParseNormalizedNamed).
 */
export function imageTag(image: string): string {
  if (/^[a-f0-9]{64}$/.test(image)) return ''
  const { domain, rest } = splitDomain(image)
  const at = rest.indexOf('@')
  const digest = at < 0 ? null : rest.slice(at + 1)
  const named = at < 0 ? rest : rest.slice(0, at)
  const colon = named.indexOf(':')
  const path = colon < 0 ? named : named.slice(0, colon)
  const tag = colon < 0 ? null : named.slice(colon + 1)
  if (!DOMAIN.test(domain) || !isPath(path) || domain.length + 1 + path.length > NAME_MAX) return ''
  if (tag !== null && !/^\w[\w.-]{0,127}$/.test(tag)) return ''
  if (digest !== null && !isDigest(digest)) return ''
  return tag ?? (digest === null ? 'latest' : '')
}

const NAME_MAX = 255
const DEFAULT_DOMAIN = 'docker.io'
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`)
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/

/** What stands before the first slash is a host only if it looks like one. */
function splitDomain(image: string): { domain: string; rest: string } {
  const slash = image.indexOf('/')
  const first = image.slice(0, slash)
  if (slash < 0) return { domain: DEFAULT_DOMAIN, rest: `library/${image}` }
  const isHost = first === 'localhost' || /[.:]/.test(first) || first !== first.toLowerCase()
  const isDocker = first === 'index.docker.io' || first === DEFAULT_DOMAIN
  if (isHost && !isDocker) return { domain: first, rest: image.slice(slash + 1) }
  const rest = isHost ? image.slice(slash + 1) : image
  return { domain: DEFAULT_DOMAIN, rest: rest.includes('/') ? rest : `library/${rest}` }
}

function isPath(path: string): boolean {
  return path.split('/').every((component) => COMPONENT.test(component))
}

const DIGEST_DIGITS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
])

function isDigest(digest: string): boolean {
  const [algorithm = '', encoded = ''] = digest.split(':')
  const digits = DIGEST_DIGITS.get(algorithm)
  return encoded.length === digits && /^[a-f0-9]+$/.test(encoded) && digest.split(':').length === 2
}

import { goQuote } from './go-quote.ts'
import { parseIp } from './parse-ip.ts'
import { escapeUrl, isValidPath, unescapeUrl } from './url-escape.ts'

interface UrlParts {
  readonly scheme: string
  readonly opaque: string
  readonly user: string
  readonly host: string
  /** The path as written. */
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** A URL as Go's net/url reads it, which is not the way of browsers. */
export class Url {
  private readonly parts: UrlParts

  constructor(parts: UrlParts) {
    this.parts = parts
  }

  get scheme(): string {
    return this.parts.scheme
  }

  get host(): string {
    return this.parts.host
  }

  /** The host without port and brackets. */
  get hostname(): string {
    const { host } = this.parts
    const withoutPort = host.replace(/:\d*$/, '')
    return withoutPort.replace(/^\[(.*)\]$/, '$1')
  }

  get port(): string {
    return /:(\d*)$/.exec(this.parts.host)?.[1] ?? ''
  }

  get escapedPath(): string {
    const { path } = this.parts
    if (isValidPath(path) || path === '*') return path
    const unescaped = unescapeUrl(path, 'path')
    return 'text' in unescaped ? escapeUrl(unescaped.text, 'path') : path
  }

  /** Values by name, in order; parameters that cannot be read are left out. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const values = new Map<string, string[]>()
    for (const parameter of this.parts.query.split('&')) {
      if (parameter === '' || parameter.includes(';')) continue
      const equals = parameter.indexOf('=')
      const name = unescapeUrl(equals < 0 ? parameter : parameter.slice(0, equals), 'query')
      const value = unescapeUrl(equals < 0 ? '' : parameter.slice(equals + 1), 'query')
      if ('error' in name || 'error' in value) continue
      const known = values.get(name.text)
      if (known === undefined) values.set(name.text, [value.text])
      else known.push(value.text)
    }
    return values
  }

  equals(other: Url): boolean {
    return JSON.stringify(this.canonical()) === JSON.stringify(other.canonical())
  }

  private canonical(): UrlParts {
    return { ...this.parts, path: this.escapedPath }
  }
}

/** The URL that url() makes of a text, or the text of its error. */
export function parseUrl(text: string): Url | string {
  const requested = parse(text, true)
  if (typeof requested === 'string') return urlError(text, requested)
  // A fragment is only cut off by the second, ordinary reading.
  const hash = text.indexOf('#')
  const beforeFragment = hash < 0 ? text : text.slice(0, hash)
  const parts = parse(beforeFragment, false)
  if (typeof parts === 'string') return urlError(beforeFragment, parts)
  const fragment = unescapeUrl(hash < 0 ? '' : text.slice(hash + 1), 'fragment')
  if ('error' in fragment) return urlError(text, fragment.error)
  return new Url({ ...parts, fragment: fragment.text })
}

/** What url.ParseRequestURI has against a text, null if nothing. */
export function requestUriError(text: string): string | null {
  const parts = parse(text, true)
  return typeof parts === 'string' ? `parse ${goQuote(text)}: ${parts}` : null
}

function urlError(text: string, error: string): string {
  return `URL parse error during conversion from string: parse ${goQuote(text)}: ${error}`
}

const EMPTY: UrlParts = {
  scheme: '',
  opaque: '',
  user: '',
  host: '',
  path: '',
  query: '',
  fragment: '',
}

/** net/url's parse: the parts, or the text of the error. */
function parse(text: string, isRequest: boolean): UrlParts | string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'net/url: invalid control character in URL'
  if (text === '' && isRequest) return 'empty url'
  if (text === '*') return { ...EMPTY, path: '*' }
  const schemed = cutScheme(text)
  if (typeof schemed === 'string') return schemed
  const { scheme } = schemed
  const question = schemed.rest.indexOf('?')
  const rest = question < 0 ? schemed.rest : schemed.rest.slice(0, question)
  const query = question < 0 ? '' : schemed.rest.slice(question + 1)
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...EMPTY, scheme, opaque: rest, query }
    if (isRequest) return 'invalid URI for request'
    if (rest.split('/', 1)[0].includes(':')) {
      return 'first path segment in URL cannot contain colon'
    }
  }
  const hasAuthority = scheme !== '' || (!isRequest && !rest.startsWith('///'))
  return rest.startsWith('//') && hasAuthority
    ? withAuthority(scheme, rest.slice(2), query)
    : withPath({ ...EMPTY, scheme, query }, rest)
}

function cutScheme(text: string): { scheme: string; rest: string } | string {
  if (text.startsWith(':')) return 'missing protocol scheme'
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)
  if (match === null) return { scheme: '', rest: text }
  return { scheme: match[1].toLowerCase(), rest: text.slice(match[0].length) }
}

function withPath(parts: UrlParts, path: string): UrlParts | string {
  const unescaped = unescapeUrl(path, 'path')
  return 'error' in unescaped ? unescaped.error : { ...parts, path }
}

function withAuthority(scheme: string, text: string, query: string): UrlParts | string {
  const slash = text.indexOf('/')
  const authority = slash < 0 ? text : text.slice(0, slash)
  const at = authority.lastIndexOf('@')
  const host = parseHost(scheme, authority.slice(at + 1))
  if ('error' in host) return host.error
  const user = authority.slice(0, Math.max(at, 0))
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return 'net/url: invalid userinfo'
  const unescapedUser = unescapeUrl(user, 'user')
  if ('error' in unescapedUser) return unescapedUser.error
  const parts = { ...EMPTY, scheme, query, user: unescapedUser.text, host: host.text }
  return withPath(parts, slash < 0 ? '' : text.slice(slash))
}

type Host = { readonly text: string } | { readonly error: string }

function parseHost(scheme: string, host: string): Host {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) return { error: 'invalid IP-literal' }
  if (bracket === 0) return parseBracketedHost(host)
  const isStrict = scheme === 'http' || scheme === 'https'
  const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':')
  if (colon >= 0) {
    const port = host.slice(colon)
    if (!/^:\d*$/.test(port)) return { error: `invalid port ${goQuote(port)} after host` }
  }
  return unescapeUrl(host, 'host')
}

function parseBracketedHost(host: string): Host {
  const close = host.lastIndexOf(']')
  if (close < 0) return { error: "missing ']' in host" }
  const port = host.slice(close + 1)
  if (!/^(:\d*)?$/.test(port)) return { error: `invalid port ${goQuote(port)} after host` }
  const inside = host.slice(1, close)
  const zoneAt = inside.indexOf('%25')
  const name = unescapeUrl(zoneAt < 0 ? inside : inside.slice(0, zoneAt), 'host')
  const zone = unescapeUrl(zoneAt < 0 ? '' : inside.slice(zoneAt), 'zone')
  if ('error' in name) return name
  if ('error' in zone) return zone
  const address = parseIp(name.text)
  if (typeof address === 'string' && !address.startsWith('IPv4-mapped')) {
    return { error: `invalid host: ${address.slice(address.indexOf('ParseAddr('))}` }
  }
  if (typeof address !== 'string' && address.isIpv4) return { error: 'invalid IP-literal' }
  return { text: `[${name.text}${zone.text}]${port}` }
}

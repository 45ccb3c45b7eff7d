import { isPrintable } from '../../go/quote.ts'
import { byteLength } from '../../go/utf8.ts'

/**
 * The formats of names, with the sentences of apimachinery pkg/util/validation and
 * pkg/api/validate/content: each function gives what is wrong, and nothing for a good name. The
 * expressions are tested without backtracking traps: each character has one way to match.
 */
export type Complaints = readonly string[]

const NONE: Complaints = []

const LABEL_FORMAT = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN_FORMAT = `${LABEL_FORMAT}(\\.${LABEL_FORMAT})*`
const UNDERSCORE_LABEL_FORMAT = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const UNDERSCORE_FORMAT = `${UNDERSCORE_LABEL_FORMAT}(\\.${UNDERSCORE_LABEL_FORMAT})*`
const KEY_FORMAT = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const VALUE_FORMAT = `(${KEY_FORMAT})?`

const START_AND_END = 'and must start and end with an alphanumeric character'
const LABEL_RULE = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${START_AND_END}`
const SUBDOMAIN_RULE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${START_AND_END}`
const UNDERSCORE_RULE = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', ${START_AND_END}`
const KEY_RULE = `must consist of alphanumeric characters, '-', '_' or '.', ${START_AND_END}`
const VALUE_RULE = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${START_AND_END}`
const HEADER_FORMAT = '[-A-Za-z0-9]+'
const CONFIG_KEY_FORMAT = '[-._a-zA-Z0-9]+'

const LABEL_BYTES_MAX = 63
const SUBDOMAIN_BYTES_MAX = 253

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/
const UNDERSCORE_LABEL = /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/
const KEY = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/

function regexError(rule: string, format: string, ...examples: string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ')
  const given = examples.length === 0 ? '' : `e.g. ${shown}`
  return `${rule} (${given}regex used for validation is '${format}')`
}

function tooManyCharacters(max: number): string {
  return `must be no more than ${max} characters`
}

export function rangeError(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`
}

function isSubdomain(name: string): boolean {
  return name.split('.').every((label) => LABEL.test(label))
}

/** IsDNS1123Label. */
export function dnsLabel(name: string): Complaints {
  const isLong = byteLength(name) > LABEL_BYTES_MAX
  const isLabel = LABEL.test(name)
  if (isLabel && !isLong) return NONE
  const complaints = isLong ? [tooManyCharacters(LABEL_BYTES_MAX)] : []
  if (isLabel) return complaints
  if (isSubdomain(name)) complaints.push('must not contain dots')
  else complaints.push(regexError(LABEL_RULE, LABEL_FORMAT, 'my-name', '123-abc'))
  return complaints
}

/** IsDNS1123Subdomain. */
export function dnsSubdomain(name: string): Complaints {
  const complaints: string[] = []
  if (byteLength(name) > SUBDOMAIN_BYTES_MAX) {
    complaints.push(tooManyCharacters(SUBDOMAIN_BYTES_MAX))
  }
  if (!isSubdomain(name)) {
    complaints.push(regexError(SUBDOMAIN_RULE, SUBDOMAIN_FORMAT, 'example.com'))
  }
  return complaints
}

/** IsDNS1123SubdomainWithUnderscore. */
export function dnsSubdomainWithUnderscore(name: string): Complaints {
  const complaints: string[] = []
  if (byteLength(name) > SUBDOMAIN_BYTES_MAX) {
    complaints.push(tooManyCharacters(SUBDOMAIN_BYTES_MAX))
  }
  if (!name.split('.').every((label) => UNDERSCORE_LABEL.test(label))) {
    complaints.push(regexError(UNDERSCORE_RULE, UNDERSCORE_FORMAT, 'example.com'))
  }
  return complaints
}

/**
 * NameIsDNSSubdomain of the prefix of a name that is to be generated: upstream puts an "a" for the
 * last two bytes, not for the dash alone.
 */
export function dnsSubdomainPrefix(prefix: string): Complaints {
  const isMasked = prefix.endsWith('-') && /^\p{ASCII}-$/u.test(prefix.slice(-2))
  return dnsSubdomain(isMasked ? `${prefix.slice(0, -2)}a` : prefix)
}

/** IsLabelKey, also called a qualified name. */
export function labelKey(key: string): Complaints {
  const parts = key.split('/')
  if (parts.length > 2) {
    const rule = regexError(KEY_RULE, KEY_FORMAT, 'MyName', 'my.name', '123-abc')
    return [
      `a valid label key ${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const complaints: string[] = []
  const [first = '', second] = parts
  const name = second ?? first
  if (second !== undefined) {
    if (first === '') complaints.push('prefix part must be non-empty')
    else complaints.push(...dnsSubdomain(first).map((complaint) => `prefix part ${complaint}`))
  }
  if (name === '') complaints.push('name part must be non-empty')
  else if (byteLength(name) > LABEL_BYTES_MAX) {
    complaints.push(`name part must be no more than ${LABEL_BYTES_MAX} bytes`)
  }
  if (!KEY.test(name)) {
    complaints.push(`name part ${regexError(KEY_RULE, KEY_FORMAT, 'MyName', 'my.name', '123-abc')}`)
  }
  return complaints
}

/** IsLabelValue. */
export function labelValue(value: string): Complaints {
  const complaints: string[] = []
  if (byteLength(value) > LABEL_BYTES_MAX) {
    complaints.push(`must be no more than ${LABEL_BYTES_MAX} bytes`)
  }
  if (value !== '' && !KEY.test(value)) {
    complaints.push(regexError(VALUE_RULE, VALUE_FORMAT, 'MyValue', 'my_value', '12345'))
  }
  return complaints
}

/** IsValidPortName. */
export function portName(name: string): Complaints {
  const complaints: string[] = []
  if (byteLength(name) > 15) complaints.push(tooManyCharacters(15))
  if (!/^[-a-z0-9]+$/.test(name)) {
    complaints.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(name)) complaints.push('must contain at least one letter (a-z)')
  if (name.includes('--')) complaints.push('must not contain consecutive hyphens')
  if (name.startsWith('-') || name.endsWith('-')) {
    complaints.push('must not begin or end with a hyphen')
  }
  return complaints
}

/** IsValidPortNum. */
export function portNumber(port: number): Complaints {
  return port >= 1 && port <= 65535 ? NONE : [rangeError(1, 65535)]
}

const ID_MAX = 2n ** 31n - 1n

/** IsValidUserID and IsValidGroupID. */
export function userOrGroupId(id: bigint): Complaints {
  return id >= 0n && id <= ID_MAX ? NONE : [rangeError(0, Number(ID_MAX))]
}

/** IsHTTPHeaderName. */
export function httpHeaderName(name: string): Complaints {
  if (/^[-A-Za-z0-9]+$/.test(name)) return NONE
  const rule = "a valid HTTP header must consist of alphanumeric characters or '-'"
  return [regexError(rule, HEADER_FORMAT, 'X-Header-Name')]
}

/** IsRelaxedEnvVarName. */
export function environmentName(name: string): Complaints {
  if (name === '') return ['environment variable name must be non-empty']
  for (const char of name) {
    if (char > '\u007f' || char === '=' || !isPrintable(char)) {
      return [
        "a valid environment variable name must consist only of printable ASCII characters other than '='",
      ]
    }
  }
  return NONE
}

/** IsConfigMapKey. */
export function configKey(key: string): Complaints {
  const complaints: string[] = []
  if (byteLength(key) > SUBDOMAIN_BYTES_MAX) complaints.push(tooManyCharacters(SUBDOMAIN_BYTES_MAX))
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    const rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    complaints.push(regexError(rule, CONFIG_KEY_FORMAT, 'key.name', 'KEY_NAME', 'key-name'))
  }
  if (key === '.') complaints.push("must not be '.'")
  else if (key === '..') complaints.push("must not be '..'")
  else if (key.startsWith('..')) complaints.push("must not start with '..'")
  return complaints
}

/** IsPathSegmentName, by which a client refuses to ask for an object. */
export function pathSegment(name: string): Complaints {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)
}

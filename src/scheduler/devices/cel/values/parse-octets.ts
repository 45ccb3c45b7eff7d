import { goQuote } from './go-quote.ts'

/** The error of netip.ParseAddr for a text, and the rest of it where it showed. */
export function failed(text: string, message: string, at = ''): string {
  const place = at === '' ? '' : ` (at ${goQuote(at)})`
  return `ParseAddr(${goQuote(text)}): ${message}${place}`
}

/** The octets of the IPv4 address `part` of a text, or the text of the error. */
export function parseIpv4(text: string, part: string): number[] | string {
  const octets: number[] = []
  let digits = ''
  for (let i = 0; i < part.length; i++) {
    const character = part[i]
    if (/\d/.test(character)) {
      if (digits === '0') return failed(text, 'IPv4 field has octet with leading zero')
      digits += character
      if (Number(digits) > 255) return failed(text, 'IPv4 field has value >255')
    } else {
      const error = dotError(text, part, i, octets.length)
      if (error !== null) return error
      octets.push(Number(digits))
      digits = ''
    }
  }
  if (octets.length < 3) return failed(text, 'IPv4 address too short')
  return [...octets, Number(digits)]
}

/** What is wrong with a character that is no digit, null if it is a dot in its place. */
function dotError(text: string, part: string, at: number, fields: number): string | null {
  if (part[at] !== '.') return failed(text, 'unexpected character', part.slice(at))
  if (at === 0 || at === part.length - 1 || part[at - 1] === '.') {
    return failed(text, 'IPv4 field must have at least one digit', part.slice(at))
  }
  return fields === 3 ? failed(text, 'IPv4 address too long') : null
}

/** The 16 octets of an IPv6 address without its zone, or the text of the error. */
export function parseIpv6Groups(text: string, part: string): number[] | string {
  return new Ipv6Parser(text, part).parse()
}

class Ipv6Parser {
  private readonly text: string
  private readonly octets: number[] = []
  /** How many octets come before the `::`, -1 if there is none. */
  private ellipsis = -1
  private rest: string

  constructor(text: string, part: string) {
    this.text = text
    this.rest = part
  }

  parse(): number[] | string {
    if (this.rest.startsWith('::')) {
      this.ellipsis = 0
      this.rest = this.rest.slice(2)
      if (this.rest === '') return new Array(16).fill(0)
    }
    while (this.octets.length < 16) {
      const error = this.group()
      if (error !== null) return error
      if (this.rest === '') break
      const separatorError = this.separator()
      if (separatorError !== null) return separatorError
      if (this.rest === '') break
    }
    if (this.rest !== '') return this.failedHere('trailing garbage after address')
    return this.expanded()
  }

  private failedHere(message: string): string {
    return failed(this.text, message, this.rest)
  }

  /** One group of digits, or the IPv4 address that ends some; null: fine. */
  private group(): string | null {
    const digits = /^[0-9a-fA-F]*/.exec(this.rest)?.[0] ?? ''
    if (digits.length > 4) return this.failedHere('each group must have 4 or less digits')
    if (digits === '') {
      return this.failedHere('each colon-separated field must have at least one digit')
    }
    if (this.rest[digits.length] === '.') return this.embedded()
    const value = Number.parseInt(digits, 16)
    this.octets.push(value >> 8, value & 0xff)
    this.rest = this.rest.slice(digits.length)
    return null
  }

  private embedded(): string | null {
    if (this.ellipsis < 0 && this.octets.length !== 12) {
      return this.failedHere('embedded IPv4 address must replace the final 2 fields of the address')
    }
    if (this.octets.length + 4 > 16) {
      return this.failedHere(
        'too many hex fields to fit an embedded IPv4 at the end of the address',
      )
    }
    const octets = parseIpv4(this.text, this.rest)
    if (typeof octets === 'string') return octets
    this.octets.push(...octets)
    this.rest = ''
    return null
  }

  private separator(): string | null {
    if (this.rest[0] !== ':') return this.failedHere('unexpected character, want colon')
    if (this.rest.length === 1) return this.failedHere('colon must be followed by more characters')
    this.rest = this.rest.slice(1)
    if (this.rest[0] !== ':') return null
    if (this.ellipsis >= 0) return this.failedHere('multiple :: in address')
    this.ellipsis = this.octets.length
    this.rest = this.rest.slice(1)
    return null
  }

  private expanded(): number[] | string {
    const { text, octets, ellipsis } = this
    if (octets.length === 16) {
      if (ellipsis < 0) return octets
      return failed(text, 'the :: must expand to at least one field of zeros')
    }
    if (ellipsis < 0) return failed(text, 'address string too short')
    const zeros: number[] = new Array(16 - octets.length).fill(0)
    return [...octets.slice(0, ellipsis), ...zeros, ...octets.slice(ellipsis)]
  }
}

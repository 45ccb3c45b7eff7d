import { goQuote } from './go-quote.ts'
import { fromUtf8, utf8 } from './utf8.ts'

/** The parts of a URL, which differ in what must be written with a percent sign (net/url). */
export type UrlPart = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment'

/** The text that escapes stand for, or what is wrong with them. */
export type UnescapedUrl = { readonly text: string } | { readonly error: string }

export function unescapeUrl(text: string, part: UrlPart): UnescapedUrl {
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '%') {
      const written = text.slice(i, i + 3)
      if (!isEscapeAllowed(written, part))
        return { error: `invalid URL escape ${goQuote(written)}` }
      bytes.push(Number.parseInt(written.slice(1), 16))
      i += 2
    } else if (character === '+' && part === 'query') bytes.push(0x20)
    else {
      if (isForbiddenInHost(character, part)) {
        return { error: `invalid character ${goQuote(character)} in host name` }
      }
      const pair = String.fromCodePoint(text.codePointAt(i) ?? 0)
      bytes.push(...utf8(pair))
      i += pair.length - 1
    }
  }
  return { text: fromUtf8(Uint8Array.from(bytes)) ?? lossy(bytes) }
}

function isEscapeAllowed(written: string, part: UrlPart): boolean {
  if (!/^%[0-9a-fA-F]{2}$/.test(written)) return false
  // Hosts may only written what is not ASCII, and the percent sign before a zone.
  if (part === 'host') return written === '%25' || Number.parseInt(written[1], 16) >= 8
  if (part !== 'zone' || written === '%25') return true
  const character = String.fromCharCode(Number.parseInt(written.slice(1), 16))
  return character === ' ' || !mustEscape(character, 'host')
}

function isForbiddenInHost(character: string, part: UrlPart): boolean {
  if (part !== 'host' && part !== 'zone') return false
  return character.charCodeAt(0) < 0x80 && mustEscape(character, part)
}

/** Bytes that are no text are shown as what they would be in Latin-1. */
function lossy(bytes: readonly number[]): string {
  return bytes.map((byte) => String.fromCharCode(byte)).join('')
}

function mustEscape(character: string, part: UrlPart): boolean {
  if (/^[A-Za-z0-9_.~-]$/.test(character)) return false
  if ((part === 'host' || part === 'zone') && /^[!$&'()*+,;=:[\]<>"]$/.test(character)) return false
  if (/^[$&+,/:;=?@]$/.test(character)) {
    if (part === 'path') return character === '?'
    if (part === 'user') return /^[@/?:]$/.test(character)
    return part === 'query'
  }
  return !(part === 'fragment' && /^[!()*]$/.test(character))
}

export function escapeUrl(text: string, part: UrlPart): string {
  let escaped = ''
  for (const character of text) {
    if (character.charCodeAt(0) < 0x80 && !mustEscape(character, part)) escaped += character
    else for (const byte of utf8(character)) escaped += `%${hex(byte)}`
  }
  return escaped
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

/** Whether a path was written in a way that it may be given back as it is. */
export function isValidPath(text: string): boolean {
  return Array.from(text).every(
    (character) => /^[!$&'()*+,;=:@[\]%]$/.test(character) || !mustEscape(character, 'path'),
  )
}

import { BACKSLASH, END, FAULT, IS_FINAL, MORE, NOT_UTF8, QUOTE, STOPPED_AT } from './layout.ts'
import type { i32 } from './memory.ts'
import { byteAt, endOfPlain, setWord, wordAt } from './memory.ts'

/** Strings and the other values without parts. Every function takes a first byte and gives the byte after. */

/** The place where a scan cannot go on: for want of bytes, or of JSON. Bytes after the end are 0. */
export function stop(at: i32): i32 {
  setWord(STOPPED_AT, at)
  return at >= wordAt(END) && wordAt(IS_FINAL) === 0 ? MORE : FAULT
}

/** `start` is behind the opening quote. */
export function endOfString(start: i32): i32 {
  let at: i32 = start
  while (true) {
    at = endOfPlain(at)
    const byte: i32 = byteAt(at)
    if (byte === QUOTE) return at + 1
    if (byte === BACKSLASH) at = endOfEscape(at)
    else if (byte >= 0x80) at = endOfCharacter(at)
    else return stop(at)
    if (at < 0) return at
  }
}

function endOfEscape(at: i32): i32 {
  const letter: i32 = byteAt(at + 1)
  if (letter === 0x75) return endOfHex(at + 2)
  if (letter === QUOTE || letter === BACKSLASH || letter === 0x2f) return at + 2
  if (letter === 0x62 || letter === 0x66 || letter === 0x6e) return at + 2
  return letter === 0x72 || letter === 0x74 ? at + 2 : stop(at + 1)
}

function endOfHex(start: i32): i32 {
  for (let at: i32 = start; at < start + 4; at++) {
    const byte: i32 = byteAt(at)
    const lower: i32 = byte | 0x20
    if (!isDigit(byte) && (lower < 0x61 || lower > 0x66)) return stop(at)
  }
  return start + 4
}

/** One character of UTF-8 above ASCII: neither overlong nor half of a surrogate pair. */
function endOfCharacter(at: i32): i32 {
  const lead: i32 = byteAt(at)
  if (lead < 0xc2 || lead > 0xf4) return notUtf8(at)
  let length: i32 = 2
  if (lead >= 0xe0) length = lead >= 0xf0 ? 4 : 3
  let low: i32 = 0x80
  if (lead === 0xe0) low = 0xa0
  if (lead === 0xf0) low = 0x90
  let high: i32 = 0xbf
  if (lead === 0xed) high = 0x9f
  if (lead === 0xf4) high = 0x8f
  const second: i32 = byteAt(at + 1)
  if (second < low || second > high) return notUtf8(at + 1)
  for (let next: i32 = at + 2; next < at + length; next++) {
    if ((byteAt(next) & 0xc0) !== 0x80) return notUtf8(next)
  }
  return at + length
}

function notUtf8(at: i32): i32 {
  const why: i32 = stop(at)
  return why === MORE ? MORE : NOT_UTF8
}

/** A number, true, false or null. */
export function endOfScalar(at: i32): i32 {
  const byte: i32 = byteAt(at)
  if (byte === 0x74) return endOfWord(at, 0x72, 0x75, 0x65)
  if (byte === 0x6e) return endOfWord(at, 0x75, 0x6c, 0x6c)
  if (byte === 0x66) {
    return byteAt(at + 1) === 0x61 ? endOfWord(at + 1, 0x6c, 0x73, 0x65) : stop(at + 1)
  }
  return byte === 0x2d || isDigit(byte) ? endOfNumber(at) : stop(at)
}

function endOfWord(at: i32, second: i32, third: i32, fourth: i32): i32 {
  if (byteAt(at + 1) !== second) return stop(at + 1)
  if (byteAt(at + 2) !== third) return stop(at + 2)
  return byteAt(at + 3) === fourth ? at + 4 : stop(at + 3)
}

function endOfNumber(start: i32): i32 {
  let at: i32 = byteAt(start) === 0x2d ? start + 1 : start
  at = byteAt(at) === 0x30 ? at + 1 : endOfDigits(at)
  if (at >= 0 && byteAt(at) === 0x2e) at = endOfDigits(at + 1)
  if (at >= 0 && (byteAt(at) | 0x20) === 0x65) {
    const sign: i32 = byteAt(at + 1)
    at = endOfDigits(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
  }
  // Digits may follow in the next chunk.
  return at >= wordAt(END) && wordAt(IS_FINAL) === 0 ? MORE : at
}

function endOfDigits(start: i32): i32 {
  let at: i32 = start
  while (isDigit(byteAt(at))) at++
  return at === start ? stop(at) : at
}

function isDigit(byte: i32): boolean {
  return byte >= 0x30 && byte <= 0x39
}

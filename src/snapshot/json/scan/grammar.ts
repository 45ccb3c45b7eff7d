import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  DEPTH_MAX,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  STACK,
  STOPPED_AT,
  TOO_DEEP,
} from './layout.ts'
import type { i32 } from './memory.ts'
import { byteAt, endOfSpace, setByte, setWord, wordAt } from './memory.ts'
import { endOfScalar, endOfString, stop } from './strings.ts'

/** Arrays and objects that are open where the scan is. */
let level: i32 = 0

/**
 * Goes over one value and holds every byte of it against the grammar of RFC 8259. `depth` counts the
 * arrays and objects around it. Gives the byte after the value, or why there is none.
 */
export function endOfValue(start: i32, depth: i32): i32 {
  level = depth
  let at: i32 = start
  while (true) {
    const before: i32 = level
    const byte: i32 = byteAt(at)
    if (byte === QUOTE) at = endOfString(at + 1)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) at = open(at, byte)
    else at = endOfScalar(at)
    if (at < 0) return at
    if (level > before) continue
    at = startAfter(at, depth)
    if (at < 0 || level === depth) return at
  }
}

/** The first value in an array or object; of an empty one the byte after it, and nothing is open. */
function open(start: i32, byte: i32): i32 {
  if (level === wordAt(DEPTH_MAX)) return tooDeep(start)
  // The closing bracket is two after the opening one in ASCII.
  const close: i32 = byte + 2
  const at: i32 = endOfSpace(start + 1)
  if (byteAt(at) === close) return at + 1
  level++
  setByte(wordAt(STACK) + level, close)
  return byte === OPEN_BRACE ? startOfMember(at) : at
}

/** Behind a value: closes what ends here, down to `depth`, or goes on to the next value. */
function startAfter(afterValue: i32, depth: i32): i32 {
  let at: i32 = afterValue
  while (level > depth) {
    at = endOfSpace(at)
    const close: i32 = byteAt(wordAt(STACK) + level)
    if (byteAt(at) === COMMA) {
      at = endOfSpace(at + 1)
      return close === CLOSE_BRACE ? startOfMember(at) : at
    }
    if (byteAt(at) !== close) return stop(at)
    level--
    at++
  }
  return at
}

/** From a key to the first byte of its value. */
function startOfMember(at: i32): i32 {
  const end: i32 = endOfKey(at)
  return end < 0 ? end : startOfMemberValue(end)
}

export function endOfKey(at: i32): i32 {
  return byteAt(at) === QUOTE ? endOfString(at + 1) : stop(at)
}

/** From behind a key to the first byte of its value. */
export function startOfMemberValue(afterKey: i32): i32 {
  const at: i32 = endOfSpace(afterKey)
  return byteAt(at) === COLON ? endOfSpace(at + 1) : stop(at)
}

/** Behind an item or member: the first byte of the next one, or the closing bracket. */
export function startOfNext(afterValue: i32, close: i32): i32 {
  const at: i32 = endOfSpace(afterValue)
  if (byteAt(at) === close) return at
  if (byteAt(at) !== COMMA) return stop(at)
  const next: i32 = endOfSpace(at + 1)
  // A bracket after a comma is none that closes.
  return byteAt(next) === close ? stop(next) : next
}

export function tooDeep(at: i32): i32 {
  setWord(STOPPED_AT, at)
  return TOO_DEEP
}

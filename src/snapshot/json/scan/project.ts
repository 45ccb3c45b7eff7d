import { endOfKey, endOfValue, startOfMemberValue, startOfNext, tooDeep } from './grammar.ts'
import {
  BACKSLASH,
  BLANK,
  CAPTURE,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DEPTH_MAX,
  DROP,
  EACH,
  ENTRY_BYTES,
  ENTRY_LENGTH,
  ENTRY_RULE,
  KEEP_AND_CAPTURE,
  LETTER_N,
  OBJECT,
  OPEN_BRACE,
  OPEN_BRACKET,
  OUTPUT,
  RULE_BIT,
  RULE_CHILD,
  RULE_ENTRIES,
  RULE_MASK,
  RULE_SEED,
  RULE_SLOT,
  SLOTS,
  UNUSUAL,
  UNUSUAL_IF_SET,
} from './layout.ts'
import type { i32 } from './memory.ts'
import {
  byteAt,
  copyBytes,
  endOfSpace,
  multiply,
  sameBytes,
  setByte,
  setWord,
  wordAt,
} from './memory.ts'

/**
 * Copies of a value what a rule keeps: JSON again, with every array as long as it was. Where that
 * would not be the whole truth (a key that is repeated or escaped may be one that is kept, a value may
 * be of another type than its rule), UNUSUAL is set, and whoever asked has to parse the value itself.
 */
export function projectValue(at: i32, rule: i32, depth: i32): i32 {
  const kind: i32 = wordAt(rule)
  const byte: i32 = byteAt(at)
  if (kind === OBJECT && byte === OPEN_BRACE) return projectObject(at, rule, depth + 1)
  if (kind === EACH && byte === OPEN_BRACKET) return projectArray(at, rule, depth + 1)
  if ((kind === OBJECT || kind === EACH) && byte !== LETTER_N) setWord(UNUSUAL, 1)
  const end: i32 = endOfValue(at, depth)
  if (end < 0) return end
  if (kind !== CAPTURE) putRange(at, end)
  if (kind === CAPTURE || kind === KEEP_AND_CAPTURE) {
    const slot: i32 = SLOTS + wordAt(rule + RULE_SLOT)
    setWord(slot, at)
    setWord(slot + 4, end)
  }
  return end
}

function projectArray(start: i32, rule: i32, depth: i32): i32 {
  if (depth > wordAt(DEPTH_MAX)) return tooDeep(start)
  const child: i32 = wordAt(rule + RULE_CHILD)
  put(OPEN_BRACKET)
  let at: i32 = endOfSpace(start + 1)
  while (byteAt(at) !== CLOSE_BRACKET) {
    at = projectValue(at, child, depth)
    if (at >= 0) at = startOfNext(at, CLOSE_BRACKET)
    if (at < 0) return at
    if (byteAt(at) !== CLOSE_BRACKET) put(COMMA)
  }
  put(CLOSE_BRACKET)
  return at + 1
}

function projectObject(start: i32, rule: i32, depth: i32): i32 {
  if (depth > wordAt(DEPTH_MAX)) return tooDeep(start)
  put(OPEN_BRACE)
  const firstMember: i32 = wordAt(OUTPUT)
  let seen: i32 = 0
  let isBlank: boolean = false
  let at: i32 = endOfSpace(start + 1)
  while (byteAt(at) !== CLOSE_BRACE) {
    const key: i32 = at
    const keyEnd: i32 = endOfKey(key)
    if (keyEnd < 0) return keyEnd
    const child: i32 = childOf(rule, key, keyEnd)
    const kind: i32 = child === 0 ? DROP : wordAt(child)
    seen = withMember(seen, child)
    at = startOfMemberValue(keyEnd)
    if (at < 0) return at
    if (makesBlank(kind, at)) isBlank = true
    if (kind < CAPTURE) putKey(key, keyEnd, firstMember)
    at = kind < DROP ? projectValue(at, child, depth) : endOfValue(at, depth)
    if (at >= 0) at = startOfNext(at, CLOSE_BRACE)
    if (at < 0) return at
  }
  if (isBlank) setWord(OUTPUT, firstMember)
  put(CLOSE_BRACE)
  return at + 1
}

/** Whether a member takes the rest of its object with it; `at` is the first byte of its value. */
function makesBlank(kind: i32, at: i32): boolean {
  if (kind < BLANK || byteAt(at) === LETTER_N) return false
  if (kind === UNUSUAL_IF_SET) setWord(UNUSUAL, 1)
  return kind === BLANK
}

/** Members that were met and that of this rule, which must not be among them. */
function withMember(seen: i32, rule: i32): i32 {
  const member: i32 = rule === 0 ? 0 : wordAt(rule + RULE_BIT)
  if ((seen & member) !== 0) setWord(UNUSUAL, 1)
  return seen | member
}

/** The rule of a member, 0 for one that nobody reads. `key` and `end` include the quotes. */
function childOf(rule: i32, key: i32, end: i32): i32 {
  const length: i32 = end - key - 2
  const entry: i32 =
    rule +
    RULE_ENTRIES +
    multiply(
      hashOfKey(key + 1, length, wordAt(rule + RULE_SEED)) & wordAt(rule + RULE_MASK),
      ENTRY_BYTES,
    )
  if (wordAt(entry + ENTRY_LENGTH) === length && sameBytes(wordAt(entry), key + 1, length)) {
    return wordAt(entry + ENTRY_RULE)
  }
  for (let at: i32 = key; at < end; at++) {
    if (byteAt(at) === BACKSLASH) setWord(UNUSUAL, 1)
  }
  return wordAt(rule + RULE_CHILD)
}

/** Takes in first, middle and last byte and the length: with the seed of its table enough to tell keys apart. */
export function hashOfKey(key: i32, length: i32, seed: i32): i32 {
  const middle: i32 = byteAt(key + (length >> 1))
  const ends: i32 = byteAt(key) + (byteAt(key + length - 1) << 8)
  return multiply(ends + (middle << 16) + (length << 24), seed) >>> 20
}

function putKey(key: i32, end: i32, firstMember: i32): void {
  if (wordAt(OUTPUT) !== firstMember) put(COMMA)
  putRange(key, end)
  put(COLON)
}

function put(byte: i32): void {
  const at: i32 = wordAt(OUTPUT)
  setByte(at, byte)
  setWord(OUTPUT, at + 1)
}

function putRange(from: i32, to: i32): void {
  const at: i32 = wordAt(OUTPUT)
  copyBytes(at, from, to - from)
  setWord(OUTPUT, at + to - from)
}

import { endOfValue } from './grammar.ts'
import { DEPTH, UNUSUAL } from './layout.ts'
import type { i32 } from './memory.ts'
import {
  byteAt,
  countBytes,
  endOfSpace,
  multiply,
  sameBytes,
  setWord,
  unalignedWordAt,
  wordAt,
} from './memory.ts'
import { projectValue } from './project.ts'

/** What a scanner can do; see scanner.ts. */

export function space(at: i32): i32 {
  return endOfSpace(at)
}

export function skip(at: i32): i32 {
  return endOfValue(at, wordAt(DEPTH))
}

export function project(at: i32, rule: i32): i32 {
  setWord(UNUSUAL, 0)
  return projectValue(at, rule, wordAt(DEPTH))
}

export function same(a: i32, b: i32, length: i32): boolean {
  return sameBytes(a, b, length)
}

export function count(from: i32, to: i32, mask: i32, value: i32): i32 {
  return countBytes(from, to, mask, value)
}

/** A hash of 31 bits. */
export function hash(from: i32, to: i32): i32 {
  let value: i32 = to - from
  let at: i32 = from
  for (; at + 4 <= to; at += 4) value = mix(value ^ unalignedWordAt(at))
  for (; at < to; at++) value = mix(value ^ byteAt(at))
  return (value ^ (value >>> 13)) & 0x7fffffff
}

function mix(value: i32): i32 {
  const product: i32 = multiply(value, 0x5bd1e995)
  return product ^ (product >>> 15)
}

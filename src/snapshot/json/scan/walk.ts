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

/** A hash of 31 bits; of every 16 bytes, four words go into four hashes that do not wait for each other. */
export function hash(from: i32, to: i32): i32 {
  let first: i32 = to - from
  let second: i32 = 1
  let third: i32 = 2
  let fourth: i32 = 3
  let at: i32 = from
  for (; at + 16 <= to; at += 16) {
    first = mix(first ^ unalignedWordAt(at))
    second = mix(second ^ unalignedWordAt(at + 4))
    third = mix(third ^ unalignedWordAt(at + 8))
    fourth = mix(fourth ^ unalignedWordAt(at + 12))
  }
  let value: i32 = mix(first ^ mix(second ^ mix(third ^ mix(fourth))))
  for (; at < to; at++) value = mix(value ^ byteAt(at))
  return (value ^ (value >>> 13)) & 0x7fffffff
}

function mix(value: i32): i32 {
  const product: i32 = multiply(value, 0x5bd1e995)
  return product ^ (product >>> 15)
}

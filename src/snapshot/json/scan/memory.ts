/**
 * The few operations that differ between TypeScript and WebAssembly; src/wasm/memory.as has the
 * same names with vector instructions. They work on the memory that was bound last: a scan is one
 * synchronous call, so that it cannot meet the memory of another.
 */

/** AssemblyScript's name for what a number is here. */
export type i32 = number

let bytes = new Uint8Array()
let words = new Int32Array()

export function bind(memory: ArrayBuffer): void {
  if (bytes.buffer === memory) return
  bytes = new Uint8Array(memory)
  words = new Int32Array(memory)
}

/** 1 for what a string may hold as it is: ASCII without quote, backslash and control characters. */
const PLAIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x80 && byte !== 0x22 && byte !== 0x5c ? 1 : 0,
)

export function byteAt(at: i32): i32 {
  return bytes[at]
}

export function setByte(at: i32, byte: i32): void {
  bytes[at] = byte
}

/** `at` is a multiple of 4. */
export function wordAt(at: i32): i32 {
  return words[at >> 2]
}

export function setWord(at: i32, word: i32): void {
  words[at >> 2] = word
}

/** Of 32 bits, as WebAssembly multiplies. */
export function multiply(a: i32, b: i32): i32 {
  return Math.imul(a, b)
}

/** The first byte that a string cannot hold as it is. */
export function endOfPlain(start: i32): i32 {
  const view = bytes
  let at = start
  while (PLAIN[view[at]] === 1) at++
  return at
}

export function endOfSpace(start: i32): i32 {
  const view = bytes
  let at = start
  for (let byte = view[at]; byte <= 0x20; byte = view[++at]) {
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
  }
  return at
}

export function sameBytes(a: i32, b: i32, length: i32): boolean {
  const view = bytes
  for (let index = 0; index < length; index++) {
    if (view[a + index] !== view[b + index]) return false
  }
  return true
}

/** What follows the copy may be overwritten, up to 15 bytes. */
export function copyBytes(to: i32, from: i32, length: i32): void {
  bytes.copyWithin(to, from, from + length)
}

/** Four bytes from anywhere. */
export function unalignedWordAt(at: i32): i32 {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
}

/** How many bytes have this value under this mask. */
export function countBytes(from: i32, to: i32, mask: i32, value: i32): i32 {
  const view = bytes
  let count = 0
  for (let at = from; at < to; at++) if ((view[at] & mask) === value) count++
  return count
}

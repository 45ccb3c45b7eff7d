// The operations of src/snapshot/json/scan/memory.ts for WebAssembly, in AssemblyScript. Vectors are of
// 16 bytes: what is read or written of one beyond the end of a text is padding.

// @ts-ignore: decorator
@inline
export function byteAt(at: i32): i32 {
  return load<u8>(at)
}

// @ts-ignore: decorator
@inline
export function setByte(at: i32, byte: i32): void {
  store<u8>(at, byte)
}

// @ts-ignore: decorator
@inline
export function wordAt(at: i32): i32 {
  return load<i32>(at)
}

// @ts-ignore: decorator
@inline
export function setWord(at: i32, word: i32): void {
  store<i32>(at, word)
}

// @ts-ignore: decorator
@inline
export function unalignedWordAt(at: i32): i32 {
  return load<i32>(at)
}

// @ts-ignore: decorator
@inline
export function multiply(a: i32, b: i32): i32 {
  return a * b
}

// Signed, every byte above ASCII is below the space, as control characters are.
// @ts-ignore: decorator
@inline
export function endOfPlain(start: i32): i32 {
  let at = start
  while (true) {
    const part = v128.load(at)
    const control = i8x16.lt_s(part, i8x16.splat(0x20))
    const quote = i8x16.eq(part, i8x16.splat(0x22))
    const backslash = i8x16.eq(part, i8x16.splat(0x5c))
    const found = i8x16.bitmask(v128.or(control, v128.or(quote, backslash)))
    if (found !== 0) return at + ctz(found)
    at += 16
  }
}

// @ts-ignore: decorator
@inline
export function endOfSpace(at: i32): i32 {
  return byteAt(at) > 0x20 ? at : endOfLongSpace(at)
}

function endOfLongSpace(start: i32): i32 {
  let at = start
  while (true) {
    const part = v128.load(at)
    const space = v128.or(i8x16.eq(part, i8x16.splat(0x20)), i8x16.eq(part, i8x16.splat(0x09)))
    const line = v128.or(i8x16.eq(part, i8x16.splat(0x0a)), i8x16.eq(part, i8x16.splat(0x0d)))
    const other = i8x16.bitmask(v128.or(space, line)) ^ 0xffff
    if (other !== 0) return at + ctz(other)
    at += 16
  }
}

export function sameBytes(a: i32, b: i32, length: i32): boolean {
  let rest = length
  let offset = 0
  for (; rest > 16; rest -= 16) {
    if (differences(a + offset, b + offset) !== 0) return false
    offset += 16
  }
  return (differences(a + offset, b + offset) & ((1 << rest) - 1)) === 0
}

// @ts-ignore: decorator
@inline
function differences(a: i32, b: i32): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b))) ^ 0xffff
}

// @ts-ignore: decorator
@inline
export function copyBytes(to: i32, from: i32, length: i32): void {
  for (let offset = 0; offset < length; offset += 16) {
    v128.store(to + offset, v128.load(from + offset))
  }
}

export function countBytes(from: i32, to: i32, mask: i32, value: i32): i32 {
  const masks = i8x16.splat(<i8>mask)
  const values = i8x16.splat(<i8>value)
  let count = 0
  let at = from
  for (; at + 16 <= to; at += 16) {
    count += popcnt(i8x16.bitmask(i8x16.eq(v128.and(v128.load(at), masks), values)))
  }
  for (; at < to; at++) if ((byteAt(at) & mask) === value) count++
  return count
}

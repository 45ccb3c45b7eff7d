/** Go's len of a string: bytes of UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4
      index++
    } else bytes += 3
  }
  return bytes
}

/** The UTF-8 bytes of one code point. */
export function bytesOf(code: number): number[] {
  if (code < 0x80) return [code]
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 0x3f)]
  const last = [0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
  if (code < 0x10000) return [0xe0 | (code >> 12), ...last]
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), ...last]
}

/**
 * Order of Go strings, which is that of their UTF-8 bytes and so of code points; UTF-16 puts the
 * astral planes before U+E000.
 */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit
}

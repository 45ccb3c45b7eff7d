/** UTF-8, written out: the core knows no TextEncoder. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code))
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code))
  }
  return Uint8Array.from(bytes)
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f)
}

export function utf8Length(text: string): number {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) length++
    else if (unit < 0x800) length += 2
    // Each half of a surrogate pair stands for two of the four bytes.
    else length += unit >= 0xd800 && unit <= 0xdfff ? 2 : 3
  }
  return length
}

/** The text of bytes, or null where they are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at])
    if (length === 0 || at + length > bytes.length) return null
    let code = length === 1 ? bytes[at] : bytes[at] & (0xff >> (length + 1))
    for (let i = 1; i < length; i++) {
      const byte = bytes[at + i]
      if ((byte & 0xc0) !== 0x80) return null
      code = (code << 6) | (byte & 0x3f)
    }
    if (!isWellFormed(code, length)) return null
    text += String.fromCodePoint(code)
    at += length
  }
  return text
}

function sequenceLength(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2) return 0
  if (first < 0xe0) return 2
  if (first < 0xf0) return 3
  return first < 0xf5 ? 4 : 0
}

function isWellFormed(code: number, length: number): boolean {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false
  const least = [0, 0, 0x80, 0x800, 0x10000][length]
  return code >= least
}

const PREFIX = 'attachable-volumes-csi-'
const LENGTH_MAX = 63
const KEPT_OF_DRIVER = 23
const KEPT_OF_HASH = 16

/** The resource by which a node limits a CSI driver's volumes (GetCSIAttachLimitKey); long names are hashed. */
export function csiLimitKey(driver: string): string {
  const key = `${PREFIX}${driver}`
  if (key.length < LENGTH_MAX) return key
  return `${PREFIX}${driver.slice(0, KEPT_OF_DRIVER)}${sha1(driver).slice(0, KEPT_OF_HASH)}`
}

const BLOCK_BYTES = 64
const INITIAL: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

/** FIPS 180-4 in hex, of ASCII text. The core has no platform to ask for it, and only names are hashed. */
export function sha1(text: string): string {
  const state = Int32Array.from(INITIAL)
  const message = padded(text)
  for (let start = 0; start < message.length; start += BLOCK_BYTES / 4) {
    mix(state, message.subarray(start, start + BLOCK_BYTES / 4))
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Big-endian words: the text, one bit, zeros, and the length in bits at the end of the last block. */
function padded(text: string): Int32Array {
  const blocks = Math.ceil((text.length + 9) / BLOCK_BYTES)
  const words = new Int32Array((blocks * BLOCK_BYTES) / 4)
  const put = (byte: number, at: number) => {
    words[at >> 2] |= byte << (24 - 8 * (at & 3))
  }
  for (let at = 0; at < text.length; at++) put(text.charCodeAt(at), at)
  put(0x80, text.length)
  words[words.length - 1] = text.length * 8
  return words
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function mix(state: Int32Array, block: Int32Array): void {
  const words = new Int32Array(80)
  words.set(block)
  for (let step = 16; step < 80; step++) {
    const word = words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16]
    words[step] = rotate(word, 1)
  }
  let [a, b, c, d, e] = state
  for (let step = 0; step < 80; step++) {
    const next = (rotate(a, 5) + choose(step, b, c, d) + e + words[step]) | 0
    ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
  }
  for (const [index, word] of [a, b, c, d, e].entries()) state[index] += word
}

function choose(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

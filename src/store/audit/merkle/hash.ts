import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/**
 * The hashes of an RFC 6962 tree. They are taken synchronously: a batch hashes hundreds of short
 * texts one after another, and a platform digest costs a trip to another thread each.
 */
export type Hash = Uint8Array

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** What the tree holds of an entry (RFC 6962, 2.1: the prefix keeps leaves and nodes apart). */
export function leafHash(entry: Uint8Array): Hash {
  return sha256.create().update(LEAF).update(entry).digest()
}

export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256.create().update(NODE).update(left).update(right).digest()
}

/** The root of a tree without entries. */
export function emptyRoot(): Hash {
  return sha256(new Uint8Array(0))
}

export function isSameHash(a: Hash, b: Hash): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

const PREFIX = 'sha256:'

/** As records and answers write it: `sha256:` and 64 hexadecimal digits. */
export function hashText(hash: Hash): string {
  return `${PREFIX}${bytesToHex(hash)}`
}

/** Reads what hashText wrote; null for any other text. */
export function parseHash(text: string): Hash | null {
  return /^sha256:[0-9a-f]{64}$/.test(text) ? hexToBytes(text.slice(PREFIX.length)) : null
}

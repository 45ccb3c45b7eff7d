import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { err, ok, type Result } from '../../../result.ts'
import { fromBase64, toBase64 } from '../../base64.ts'

/**
 * Keys of signed notes (https://c2sp.org/signed-note), in the text form of Go's sumdb/note, so that
 * any tool for transparency logs can check what Berth signs:
 * `NAME+HASH+KEY` for whoever checks, `PRIVATE+KEY+NAME+HASH+KEY` for the one that signs.
 */
export interface NoteVerifier {
  readonly name: string
  /** The first four bytes of the key's hash: which key of a name signed. */
  readonly keyId: Uint8Array
  readonly publicKey: Bytes
}

export interface NoteSigner {
  readonly name: string
  readonly keyId: Uint8Array
  /** Of the Ed25519 key. */
  readonly seed: Bytes
}

type Bytes = Uint8Array<ArrayBuffer>

const ED25519 = 1
const KEY_BYTES = 32
const PRIVATE = 'PRIVATE+KEY+'

/** RFC 8410: what stands before the 32 bytes of a seed in PKCS #8. */
const PKCS8_PREFIX = hexToBytes('302e020100300506032b657004220420')

/** A new key of this name. */
export async function createSigner(name: string): Promise<NoteSigner> {
  const seed = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return { name, keyId: keyIdOf(name, await publicKeyOf(seed)), seed }
}

/** Reads a private key's text; the error says what is wrong and repeats nothing of the key. */
export function readSigner(text: string): Result<NoteSigner, string> {
  const trimmed = text.trim()
  const parts = trimmed.startsWith(PRIVATE) ? splitKey(trimmed.slice(PRIVATE.length)) : null
  if (parts === null) return err('does not read PRIVATE+KEY+name+hash+key')
  return ok({ name: parts.name, keyId: parts.keyId, seed: parts.key })
}

/** Reads a public key's text. */
export function readVerifier(text: string): Result<NoteVerifier, string> {
  const parts = splitKey(text.trim())
  if (parts === null) return err('does not read name+hash+key')
  const { name, keyId, key } = parts
  if (!isSame(keyId, keyIdOf(name, key))) return err('has a hash that is not that of its key')
  return ok({ name, keyId, publicKey: key })
}

/** What checks this signer's notes; null if its text was put together wrongly. */
export async function verifierOf({ name, keyId, seed }: NoteSigner): Promise<NoteVerifier | null> {
  const publicKey = await publicKeyOf(seed)
  return isSame(keyId, keyIdOf(name, publicKey)) ? { name, keyId, publicKey } : null
}

export function signerText({ name, keyId, seed }: NoteSigner): string {
  return `${PRIVATE}${name}+${bytesToHex(keyId)}+${keyText(seed)}`
}

export function verifierText({ name, keyId, publicKey }: NoteVerifier): string {
  return `${name}+${bytesToHex(keyId)}+${keyText(publicKey)}`
}

/** Whether a text can name a key: no plus sign, no white space. */
export function isKeyName(name: string): boolean {
  return /^[^\s+]{1,100}$/.test(name)
}

export function importSigningKey(seed: Uint8Array) {
  const pkcs8 = new Uint8Array([...PKCS8_PREFIX, ...seed])
  return crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
}

async function publicKeyOf(seed: Uint8Array): Promise<Bytes> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await importSigningKey(seed))
  const publicKey = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`)
  if (publicKey === null) throw new Error('an Ed25519 key has 32 public bytes')
  return publicKey
}

function keyIdOf(name: string, publicKey: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${name}\n`)
  return sha256(new Uint8Array([...head, ED25519, ...publicKey])).slice(0, 4)
}

function keyText(key: Uint8Array): string {
  return toBase64(new Uint8Array([ED25519, ...key]))
}

function splitKey(text: string) {
  const [, name = '', keyId = '', encoded = ''] =
    /^([^\s+]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44,88})$/.exec(text) ?? []
  const bytes = fromBase64(encoded)
  if (bytes === null || bytes.length !== KEY_BYTES + 1 || bytes[0] !== ED25519) return null
  return { name, keyId: hexToBytes(keyId), key: bytes.slice(1) }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

import { ok, type Result } from '../../../result.ts'
import type { Unavailable } from '../../../store/port.ts'

/**
 * Cursors say nothing to whoever carries them: a position, sealed with AES-GCM, and good only for
 * the question it belongs to. The same position of the same question is the same cursor, so that
 * answers do not vary; its nonce is drawn from both.
 */
export interface Cursors {
  seal(question: string, position: string): Promise<Result<string, Unavailable>>
  /** The position; null for what was not sealed here, or for another question. */
  open(question: string, cursor: string): Promise<Result<string | null, Unavailable>>
}

const NONCE_BYTES = 12

export function createCursors(
  readKey: () => Promise<Result<Uint8Array<ArrayBuffer>, Unavailable>>,
): Cursors {
  return {
    async seal(question, position) {
      const key = await readKey()
      if (!key.ok) return key
      const nonce = await nonceOf(key.value, question, position)
      const sealing = await importKey(key.value, 'AES-GCM', 'encrypt')
      const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: utf8(question) }
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, utf8(position)))
      return ok(toText(new Uint8Array([...nonce, ...sealed])))
    },
    async open(question, cursor) {
      const key = await readKey()
      if (!key.ok) return key
      const bytes = fromText(cursor)
      if (bytes === null) return ok(null)
      const opening = await importKey(key.value, 'AES-GCM', 'decrypt')
      const iv = bytes.slice(0, NONCE_BYTES)
      const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(question) }
      try {
        const opened = await crypto.subtle.decrypt(algorithm, opening, bytes.slice(NONCE_BYTES))
        return ok(new TextDecoder().decode(opened))
      } catch {
        return ok(null)
      }
    },
  }
}

/** Two positions never share a nonce, but by a chance of one in 2^48 within 2^24 cursors. */
async function nonceOf(key: Uint8Array<ArrayBuffer>, question: string, position: string) {
  const signing = await importKey(key, { name: 'HMAC', hash: 'SHA-256' }, 'sign')
  const text = utf8(JSON.stringify([question, position]))
  return new Uint8Array(await crypto.subtle.sign('HMAC', signing, text)).slice(0, NONCE_BYTES)
}

function importKey(
  key: Uint8Array<ArrayBuffer>,
  algorithm: string | { name: string; hash: string },
  use: 'encrypt' | 'decrypt' | 'sign',
) {
  return crypto.subtle.importKey('raw', key, algorithm, false, [use])
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toText(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Only what toText writes: a text has one cursor, and a cursor one text. */
function fromText(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(decoded, (char) => char.charCodeAt(0))
    return bytes.length > NONCE_BYTES && toText(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

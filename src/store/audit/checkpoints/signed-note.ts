import { fromBase64, toBase64 } from '../../base64.ts'
import { importSigningKey, type NoteSigner, type NoteVerifier } from './note-keys.ts'

/**
 * A text and who signed it (https://c2sp.org/signed-note): the text, an empty line, and a line for
 * each signature. Signatures by keys that nobody asked about are allowed and ignored.
 */
export async function signNote(text: string, { name, keyId, seed }: NoteSigner): Promise<string> {
  const key = await importSigningKey(seed)
  const bytes = new TextEncoder().encode(text)
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes))
  const signed = toBase64(new Uint8Array([...keyId, ...signature]))
  return `${text}\n— ${name} ${signed}\n`
}

/** The signed text, or null if it is no note at all. */
export function noteText(note: string): string | null {
  const end = note.lastIndexOf('\n\n')
  return end < 0 ? null : note.slice(0, end + 1)
}

/** Whether one of these keys signed the note. */
export async function isSignedBy(
  note: string,
  verifiers: readonly NoteVerifier[],
): Promise<boolean> {
  const text = noteText(note)
  if (text === null) return false
  for (const line of note.slice(text.length + 1).split('\n')) {
    const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = fromBase64(encoded)
    if (bytes === null || bytes.length !== 68) continue
    for (const verifier of verifiers) {
      const isItsKey = verifier.name === name && verifier.keyId.every((b, at) => b === bytes[at])
      if (isItsKey && (await isValid(verifier, bytes.slice(4), text))) return true
    }
  }
  return false
}

async function isValid(
  { publicKey }: NoteVerifier,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(text))
  } catch {
    return false // 32 bytes that are no point of the curve
  }
}

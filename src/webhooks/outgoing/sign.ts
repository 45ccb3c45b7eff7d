import { toBase64 } from '../../store/base64.ts'

/** What is signed: who repeats an old message, or changes one, cannot sign it (standardwebhooks.com). */
export interface SignedMessage {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The headers of a message; a signature for each key. */
export async function signedHeaders(
  { id, timestampSeconds, body }: SignedMessage,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<Record<string, string>> {
  const content = new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`)
  const signatures = await Promise.all(keys.map((key) => hmac(key, content)))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.map((one) => `v1,${one}`).join(' '),
  }
}

async function hmac(
  bytes: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))
}

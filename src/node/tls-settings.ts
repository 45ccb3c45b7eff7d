import { readFileSync } from 'node:fs'
import { reasonOf } from '../reason-of.ts'

/** What HTTPS is served with. */
export interface TlsSettings {
  readonly cert: Buffer
  readonly key: Buffer
}

/** Reads BERTH_TLS_CERT_FILE and BERTH_TLS_KEY_FILE; null: HTTP. Throws a TypeError that says what is wrong. */
export function readTlsSettings(
  env: Readonly<Record<string, string | undefined>>,
): TlsSettings | null {
  const [cert, key] = ['BERTH_TLS_CERT_FILE', 'BERTH_TLS_KEY_FILE'].map((name) => {
    const path = env[name] ?? ''
    if (path === '') return null
    try {
      return readFileSync(path)
    } catch (error) {
      const reason = reasonOf(error)
      throw new TypeError(`${name} cannot be read: ${reason}`)
    }
  })
  if (!cert && !key) return null
  if (!cert || !key) {
    throw new TypeError('BERTH_TLS_CERT_FILE and BERTH_TLS_KEY_FILE go together')
  }
  return { cert, key }
}

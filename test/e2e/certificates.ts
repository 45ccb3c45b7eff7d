import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate and its key, as paths of PEM files. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** What a control plane on the loopback and its webhooks prove themselves with. */
export interface Certificates {
  /** Path of the authority's certificate. */
  readonly ca: string
  /** The same, as the `caBundle` of a webhook configuration. */
  readonly caBundle: string
  /** For servers on 127.0.0.1 and localhost. */
  readonly serving: KeyPair
  /** A client whom the authority vouches for, in the group system:masters. */
  readonly admin: KeyPair
  /** Signs the tokens of service accounts. */
  readonly serviceAccountKey: string
}

const VALID_DAYS = '2'
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Makes them with openssl, in a folder that is there. */
export function makeCertificates(folder: string): Certificates {
  const ca = keyPair(folder, 'ca')
  const subject = ['-subj', '/CN=berth-e2e']
  openssl(['req', '-x509', ...KEY, '-days', VALID_DAYS, ...subject, ...files(ca)])
  const serving = 'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth'
  const serviceAccountKey = join(folder, 'service-account.key')
  openssl(['genrsa', '-out', serviceAccountKey, '2048'])
  return {
    ca: ca.cert,
    caBundle: readFileSync(ca.cert).toString('base64'),
    serving: sign(folder, ca, { name: 'serving', subject: '/CN=127.0.0.1', extensions: serving }),
    admin: sign(folder, ca, {
      name: 'admin',
      subject: '/O=system:masters/CN=admin',
      extensions: 'extendedKeyUsage=clientAuth',
    }),
    serviceAccountKey,
  }
}

interface Leaf {
  readonly name: string
  readonly subject: string
  readonly extensions: string
}

function sign(folder: string, ca: KeyPair, { name, subject, extensions }: Leaf): KeyPair {
  const leaf = keyPair(folder, name)
  const asked = join(folder, `${name}.csr`)
  const settings = join(folder, `${name}.ext`)
  writeFileSync(settings, extensions)
  openssl(['req', ...KEY, '-subj', subject, '-keyout', leaf.key, '-out', asked])
  const authority = ['-CA', ca.cert, '-CAkey', ca.key, '-CAcreateserial']
  const made = ['-days', VALID_DAYS, '-extfile', settings, '-out', leaf.cert]
  openssl(['x509', '-req', '-in', asked, ...authority, ...made])
  return leaf
}

function keyPair(folder: string, name: string): KeyPair {
  return { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
}

function files({ cert, key }: KeyPair): string[] {
  return ['-keyout', key, '-out', cert]
}

function openssl(args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

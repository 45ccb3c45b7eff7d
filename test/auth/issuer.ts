import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from 'hono/jwt'

type Claims = Record<string, unknown>

/** An identity provider on the loopback: it publishes its keys and signs tokens with them. */
export interface Issuer {
  readonly env: Record<string, string>
  /** How often its keys were fetched. */
  readonly fetches: () => number
  /** From now on it signs with a new key, and publishes only that. */
  rotate(): Promise<void>
  /** A token that is good for an hour; claims given here replace or add, undefined removes. */
  token(claims?: Claims): Promise<string>
  /** Whether it answers when its keys are asked for. */
  isUp: boolean
  stop(): Promise<void>
}

export async function startIssuer(): Promise<Issuer> {
  let fetches = 0
  let key = await makeKey('key-1')
  const server = createServer((_req, res) => {
    fetches += 1
    if (!issuer.isUp) return void res.writeHead(500).end()
    res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key.published] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const issuer: Issuer = {
    env: {
      BERTH_JWKS_URL: `http://127.0.0.1:${port}/keys`,
      BERTH_JWT_ISSUER: 'https://issuer.test',
      BERTH_JWT_AUDIENCE: 'berth',
    },
    fetches: () => fetches,
    async rotate() {
      key = await makeKey(`key-${fetches + 2}`)
    },
    token: (claims = {}) => sign({ ...goodClaims(), ...claims }, key.secret),
    isUp: true,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return issuer
}

function goodClaims(): Claims {
  const nowSeconds = Math.floor(Date.now() / 1000)
  return {
    iss: 'https://issuer.test',
    aud: 'berth',
    sub: 'ann',
    exp: nowSeconds + 3600,
    roles: ['decide', 'audit:read'],
  }
}

async function makeKey(kid: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const [secret, published] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.privateKey),
    crypto.subtle.exportKey('jwk', pair.publicKey),
  ])
  const names = { kid, alg: 'ES256' } as const
  return { secret: { ...secret, ...names }, published: { ...published, ...names, use: 'sig' } }
}

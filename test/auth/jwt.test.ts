import { sign } from 'hono/jwt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, createAuthenticator } from '../../src/auth/authenticator.ts'
import { readAuthSettings } from '../../src/auth/settings.ts'
import { type Issuer, startIssuer } from './issuer.ts'

describe('JWTs', () => {
  let issuer: Issuer
  let nowMs: number
  let auth: Authenticator
  const authenticator = (env: Record<string, string> = {}) =>
    createAuthenticator(readAuthSettings({ ...issuer.env, ...env }, 'hosted'), {
      fetch,
      now: () => new Date(nowMs),
    })
  const identify = (token: string) => auth.identify(`Bearer ${token}`)

  beforeAll(async () => {
    issuer = await startIssuer()
  })
  beforeEach(() => {
    issuer.isUp = true
    nowMs = Date.now()
    auth = authenticator()
  })
  afterAll(() => issuer.stop())

  it('name the caller and its roles', async () => {
    expect(await identify(await issuer.token())).toEqual({
      kind: 'caller',
      caller: {
        name: 'ann',
        roles: new Set(['decide', 'audit:read']),
        namespaces: [],
        clusters: null,
      },
    })
  })

  it.each([
    {
      name: 'a list of namespaces',
      claims: { namespaces: ['red'] },
      want: { namespaces: ['red'] },
    },
    { name: 'a list of clusters', claims: { clusters: ['dev'] }, want: { clusters: ['dev'] } },
    { name: 'every namespace', claims: { namespaces: '*' }, want: { namespaces: null } },
    { name: 'no namespace at all', claims: { namespaces: [] }, want: { namespaces: [] } },
    {
      name: 'roles in one text',
      claims: { roles: 'admin decide' },
      want: { roles: new Set(['admin', 'decide']) },
    },
    { name: 'roles of others', claims: { roles: ['root', 'admin '] }, want: { roles: new Set() } },
    { name: 'no roles', claims: { roles: undefined }, want: { roles: new Set() } },
    { name: 'several audiences', claims: { aud: ['other', 'berth'] }, want: { name: 'ann' } },
    { name: 'a time of issue slightly ahead', claims: { iat: Date.now() / 1000 + 5 }, want: {} },
  ])('may have $name', async ({ claims, want }) => {
    expect(await identify(await issuer.token(claims))).toMatchObject({
      kind: 'caller',
      caller: want,
    })
  })

  it('may carry the claims under other names, also inside another claim', async () => {
    auth = authenticator({
      BERTH_JWT_ROLES_CLAIM: 'realm_access.roles',
      BERTH_JWT_NAMESPACES_CLAIM: 'https://berth.test/namespaces',
    })
    const claims = {
      realm_access: { roles: ['admin'] },
      'https://berth.test/namespaces': ['red'],
    }
    expect(await identify(await issuer.token(claims))).toMatchObject({
      caller: { roles: new Set(['admin']), namespaces: ['red'] },
    })
  })

  it.each([
    { name: 'that has expired', claims: { exp: 1_700_000_000 }, reason: 'has expired' },
    { name: 'that never expires', claims: { exp: undefined }, reason: 'never expires' },
    { name: 'that is not valid yet', claims: { nbf: 4_000_000_000 }, reason: 'not valid yet' },
    { name: 'of another issuer', claims: { iss: 'https://other.test' }, reason: 'another issuer' },
    { name: 'of no issuer', claims: { iss: undefined }, reason: 'another issuer' },
    { name: 'for another audience', claims: { aud: 'other' }, reason: 'another audience' },
    { name: 'for no audience', claims: { aud: undefined }, reason: 'no audience' },
    { name: 'that names nobody', claims: { sub: undefined }, reason: 'names nobody' },
    { name: 'whose namespaces are no list', claims: { namespaces: { a: 1 } }, reason: 'no list' },
    { name: 'whose clusters are no list', claims: { clusters: 7 }, reason: 'no list' },
    { name: 'whose namespaces are null', claims: { namespaces: null }, reason: 'no list' },
  ])('$name is refused', async ({ claims, reason }) => {
    const identity = await identify(await issuer.token(claims))
    expect(identity).toEqual({ kind: 'invalid', reason: expect.stringContaining(reason) })
  })

  it('with a claim changed afterwards is refused', async () => {
    const [header, , signature] = (await issuer.token()).split('.')
    const [, claims] = (await issuer.token({ roles: ['admin'] })).split('.')
    expect(await identify(`${header}.${claims}.${signature}`)).toMatchObject({ kind: 'invalid' })
  })

  it('without a signature, or with that of a shared secret, is refused', async () => {
    const [, claims] = (await issuer.token()).split('.')
    const unsigned = btoa('{"alg":"none","typ":"JWT","kid":"key-1"}').replaceAll('=', '')
    expect(await identify(`${unsigned}.${claims}.`)).toMatchObject({ kind: 'invalid' })
    const shared = { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256', kid: 'key-1' } as const
    const exp = Math.floor(Date.now() / 1000) + 3600
    const signed = await sign({ sub: 'eve', exp, iss: 'https://issuer.test', aud: 'berth' }, shared)
    expect(await identify(signed)).toMatchObject({ kind: 'invalid' })
  })

  it.each(['a.b.c', 'e30.e30.e30', '...', 'x'])('%s is refused', async (token) => {
    expect(await identify(token)).toMatchObject({ kind: 'invalid' })
  })

  it('are verified with keys that were fetched once', async () => {
    const before = issuer.fetches()
    for (let request = 0; request < 5; request++) await identify(await issuer.token())
    expect(issuer.fetches() - before).toBe(1)
    nowMs += 11 * 60_000
    await identify(await issuer.token())
    expect(issuer.fetches() - before).toBe(2)
  })

  it('of a new key are accepted, and of the old one no more', async () => {
    const old = await issuer.token()
    expect(await identify(old)).toMatchObject({ kind: 'caller' })
    await issuer.rotate()
    nowMs += 31_000
    expect(await identify(await issuer.token())).toMatchObject({ kind: 'caller' })
    expect(await identify(old)).toMatchObject({ kind: 'invalid' })
  })

  it('of unknown keys make nobody fetch more than twice a minute', async () => {
    await identify(await issuer.token())
    const before = issuer.fetches()
    const stranger = await startIssuer()
    await stranger.rotate()
    for (let request = 0; request < 10; request++) await identify(await stranger.token())
    await stranger.stop()
    expect(issuer.fetches() - before).toBeLessThanOrEqual(1)
  })

  it('are verified with the keys at hand while the issuer is down', async () => {
    await identify(await issuer.token())
    issuer.isUp = false
    nowMs += 11 * 60_000
    expect(await identify(await issuer.token())).toMatchObject({ kind: 'caller' })
  })

  it('are refused while no key was ever read, and accepted as soon as one can be', async () => {
    issuer.isUp = false
    expect(await identify(await issuer.token())).toMatchObject({ kind: 'invalid' })
    issuer.isUp = true
    nowMs += 1500
    expect(await identify(await issuer.token())).toMatchObject({ kind: 'caller' })
  })
})

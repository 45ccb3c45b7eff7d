import { describe, expect, it } from 'vitest'
import { readAuthSettings } from '../../src/auth/settings.ts'

const SECRET = 's3cr3t-token-of-a-caller'
const tokens = (...entries: readonly object[]) => ({ BERTH_TOKENS: JSON.stringify(entries) })

describe('settings', () => {
  it.each([
    { name: 'no JSON', env: { BERTH_TOKENS: `[{"token":"${SECRET}"` }, says: 'not valid JSON' },
    { name: 'no array', env: { BERTH_TOKENS: `{"token":"${SECRET}"}` }, says: 'the whole value' },
    { name: 'no name', env: tokens({ token: SECRET, roles: [] }), says: '0.name' },
    {
      name: 'an unknown role',
      env: tokens({ token: SECRET, name: 'a', roles: ['root'] }),
      says: '0.roles.0',
    },
    {
      name: 'an unknown field',
      env: tokens({ token: SECRET, name: 'a', roles: [], role: 'x' }),
      says: 'wrong: 0',
    },
    {
      name: 'an empty token',
      env: tokens({ token: '', name: SECRET, roles: [] }),
      says: '0.token',
    },
    {
      name: 'a token that is soon guessed',
      env: tokens({ token: 'x', name: SECRET, roles: [] }),
      says: '0.token',
    },
    {
      name: 'a token that no header can carry',
      env: tokens({ token: `${SECRET} x`, name: 'a', roles: [] }),
      says: '0.token',
    },
    {
      name: 'one token twice',
      env: tokens({ token: SECRET, name: 'a', roles: [] }, { token: SECRET, name: 'b', roles: [] }),
      says: 'entry 1',
    },
  ])('refuse BERTH_TOKENS with $name, and quote nothing of it', ({ env, says }) => {
    const read = () => readAuthSettings(env, 'hosted')
    expect(read).toThrow(TypeError)
    expect(read).toThrow(says)
    expect(read).not.toThrow(SECRET)
  })

  it('refuse JWTs without issuer or audience, since any token of the keys would pass', () => {
    const env = { BERTH_JWKS_URL: 'https://issuer.test/keys', BERTH_JWT_ISSUER: 'x' }
    expect(() => readAuthSettings(env, 'hosted')).toThrow('missing: BERTH_JWT_AUDIENCE')
  })

  it.each(['http://issuer.test/keys', 'keys.json', 'ftp://127.0.0.1/keys'])(
    'refuse keys from %s',
    (url) => {
      const rest = { BERTH_JWT_ISSUER: 'x', BERTH_JWT_AUDIENCE: 'y' }
      expect(() => readAuthSettings({ ...rest, BERTH_JWKS_URL: url }, 'hosted')).toThrow('https')
    },
  )

  it.each([
    { exposure: 'loopback', open: undefined, isOpen: true, warnings: 0 },
    { exposure: 'hosted', open: undefined, isOpen: true, warnings: 1 },
    { exposure: 'hosted', open: 'true', isOpen: true, warnings: 0 },
    { exposure: 'network', open: undefined, isOpen: false, warnings: 1 },
    { exposure: 'network', open: 'yes', isOpen: false, warnings: 1 },
    { exposure: 'network', open: 'true', isOpen: true, warnings: 0 },
  ] as const)('without credentials on $exposure, BERTH_OPEN=$open: open is $isOpen', (one) => {
    const settings = readAuthSettings({ BERTH_OPEN: one.open }, one.exposure)
    expect(settings.isOpen).toBe(one.isOpen)
    expect(settings.warnings).toHaveLength(one.warnings)
  })

  it('are never open once there are credentials', () => {
    const env = { ...tokens({ token: SECRET, name: 'a', roles: [] }), BERTH_OPEN: 'true' }
    expect(readAuthSettings(env, 'loopback')).toMatchObject({ isOpen: false, warnings: [] })
  })
})

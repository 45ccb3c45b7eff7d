import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/store/memory.ts'
import { makeClient, readProblem } from '../api/client.ts'
import { makeStoreClient, TOKENS, textOf } from '../api/store/store-client.ts'

const CLASSES = '/v1/clusters/prod/priorityclasses'
const DECISION = { snapshot: { nodes: [] }, pods: [] }

describe('access', () => {
  it('to the store is refused to everybody where no credentials are configured', async () => {
    const client = makeClient({ store: createMemoryStore() })
    const authorization = { authorization: `Bearer ${textOf('admin')}` }
    for (const headers of [{}, authorization]) {
      const problem = await readProblem(await client.request(CLASSES, { headers }))
      expect(problem).toMatchObject({ status: 403, code: 'forbidden' })
    }
  })

  it('to decisions needs nothing on the loopback, and is refused on a network', async () => {
    expect((await makeClient({}).decide(DECISION)).status).toBe(200)
    const network = await makeClient({ exposure: 'network' }).decide(DECISION)
    expect(await readProblem(network)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('to decisions needs the role once there are credentials', async () => {
    const client = makeStoreClient()
    expect((await client.decide(DECISION)).status).toBe(401)
    expect((await client.as('decider', 'POST', '/v1/decisions', DECISION)).status).toBe(200)
    expect((await client.as('admin', 'POST', '/v1/decisions', DECISION)).status).toBe(200)
    expect((await client.as('auditor', 'POST', '/v1/decisions', DECISION)).status).toBe(403)
  })

  it('to health, version and the contract needs nothing', async () => {
    const client = makeStoreClient({ exposure: 'network' })
    for (const path of ['/healthz', '/version', '/openapi.json']) {
      expect((await client.request(path)).status).toBe(200)
    }
  })

  it.each(['Basic YWRtaW46', 'Bearer', 'Bearer unknown', 'admin', 'Bearer admin x', 'Bearer  '])(
    'is not had with %j',
    async (authorization) => {
      const response = await makeStoreClient().request(CLASSES, { headers: { authorization } })
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="berth", error="/)
      expect(await readProblem(response)).toMatchObject({ status: 401, code: 'unauthenticated' })
    },
  )

  it('is had whatever the case of the scheme', async () => {
    const headers = { authorization: `bearer ${textOf('admin')}` }
    expect((await makeStoreClient().request(CLASSES, { headers })).status).toBe(200)
  })

  it('leaves no token in the log', async () => {
    const secret = 'tok-3f9a-0123456789abcdef'
    const env = { BERTH_TOKENS: JSON.stringify([{ ...TOKENS[0], token: secret }]) }
    const client = makeStoreClient({ env: { ...env, BERTH_STORE: 'memory' } })
    for (const token of [secret, `${secret}x`]) {
      await client.request(CLASSES, { headers: { authorization: `Bearer ${token}` } })
    }
    expect(client.logged.length).toBeGreaterThan(1)
    expect(client.logged.join('\n')).not.toContain(secret)
  })

  it('says at start that the memory store keeps nothing, and that decisions are open', () => {
    const { logged } = makeClient({ env: { BERTH_STORE: 'memory' }, exposure: 'hosted' })
    const messages = logged.map((line) => JSON.parse(line).message)
    expect(messages).toEqual([
      expect.stringContaining('BERTH_OPEN=true'),
      expect.stringContaining('nothing is kept'),
    ])
  })
})

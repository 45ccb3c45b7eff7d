import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { VERSION } from '../../src/version.ts'
import { makeClient, readProblem } from './client.ts'

const client = makeClient()

describe('200', () => {
  it('answers that it is there', async () => {
    const response = await client.request('/healthz')
    expect(await response.json()).toEqual({ status: 'ok' })
  })

  it('tells its release and every limit', async () => {
    const response = await makeClient({ env: { BERTH_LIMIT_NODES: '7' } }).request('/version')
    expect(await response.json()).toMatchObject({
      name: 'berth',
      version: VERSION,
      limits: { bodyBytes: 500_000_000, nesting: 64, pods: 20_000, nodes: 7 },
    })
  })

  it('names the release that package.json names', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    expect(JSON.parse(text).version).toBe(VERSION)
  })

  it('answers HEAD wherever it answers GET, without a body', async () => {
    for (const path of ['/healthz', '/version', '/openapi.json', '/v1/profiles']) {
      const head = await client.request(path, { method: 'HEAD' })
      const get = await client.request(path)
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    }
  })
})

describe('404 not-found', () => {
  it('names the path', async () => {
    const response = await client.request('/v1/nothing')
    expect(await readProblem(response)).toEqual({
      type: 'urn:berth:problem:not-found',
      title: 'No such resource',
      status: 404,
      detail: 'There is no /v1/nothing',
      code: 'not-found',
      requestId: 'test',
      errors: [],
    })
  })
})

describe('405 method-not-allowed', () => {
  it('names the methods that are', async () => {
    const response = await client.request('/v1/decisions')
    expect(response.headers.get('allow')).toBe('POST')
    expect(await readProblem(response)).toEqual({
      type: 'urn:berth:problem:method-not-allowed',
      title: 'The resource does not know this method',
      status: 405,
      detail: 'GET is not one of POST',
      code: 'method-not-allowed',
      requestId: 'test',
      errors: [],
    })
    const posted = await client.request('/healthz', { method: 'POST' })
    expect(posted.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('500 internal', () => {
  it('tells the caller nothing and the log everything', async () => {
    const logged: string[] = []
    const app = createApp({ log: (line) => logged.push(line) })
    app.get('/broken', () => {
      throw new Error('row 7 of 3')
    })
    const response = await app.request('/broken', { headers: { 'x-request-id': 'test' } })
    expect(await readProblem(response)).toEqual({
      type: 'urn:berth:problem:internal',
      title: 'Berth failed',
      status: 500,
      detail: 'Berth failed on this request; its log has the reason under the request id',
      code: 'internal',
      requestId: 'test',
      errors: [],
    })
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', id: 'test', message: 'row 7 of 3' },
      { level: 'info', id: 'test', route: '/broken', status: 500 },
    ])
  })
})

describe('every response', () => {
  it('carries the request id that came, or a new one', async () => {
    const kept = await client.request('/healthz', { headers: { 'x-request-id': 'abc-1' } })
    expect(kept.headers.get('x-request-id')).toBe('abc-1')
    const replaced = await client.request('/healthz', { headers: { 'x-request-id': 'a b' } })
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const refused = await client.request('/nothing', { headers: { 'x-request-id': 'abc-2' } })
    expect(refused.headers.get('x-request-id')).toBe('abc-2')
  })

  it('is data that no browser may keep, frame or run', async () => {
    for (const path of ['/healthz', '/nothing']) {
      const { headers } = await client.request(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

describe('the log', () => {
  it('has one line a request, with sizes and without content', async () => {
    const { decide, logged } = makeClient()
    const body = '{"snapshot":{},"pod":5,"secret":"in-the-body"}'
    const response = await decide(body)
    const bytes = (await response.arrayBuffer()).byteLength
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      {
        time: '2026-01-02T03:04:05.000Z',
        level: 'info',
        id: 'test',
        method: 'POST',
        route: '/v1/decisions',
        status: 422,
        requestBytes: body.length,
        responseBytes: bytes,
        ms: 0,
      },
    ])
  })
})

describe('the configuration', () => {
  it.each(['0', '-1', '1e3', 'many'])('refuses the limit %s and names its variable', (value) => {
    expect(() => createApp({ env: { BERTH_LIMIT_PODS: value } })).toThrow(
      `BERTH_LIMIT_PODS must be a whole number above 0, not "${value}"`,
    )
  })
})

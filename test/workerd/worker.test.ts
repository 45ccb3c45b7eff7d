import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

const berth = exports.default

function decide(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return berth.fetch('http://berth.test/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'test', ...headers },
    body,
  })
}

describe('inside workerd', () => {
  it('answers', async () => {
    const response = await berth.fetch('http://berth.test/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
  })

  it('reads compressed bodies', async () => {
    const text = new Blob(['{"snapshot":{},"pods":5}']).stream()
    const body = await new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
    const response = await decide(body, { 'content-encoding': 'gzip' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/pods' }] })
  })

  it('refuses damaged compression', async () => {
    const response = await decide('{}', { 'content-encoding': 'gzip' })
    expect(await response.json()).toMatchObject({ status: 400, code: 'malformed-json' })
  })

  it('names the place where a body is no JSON, as on Node', async () => {
    const response = await decide('{"pods": [{"a" 1}]}')
    expect(await response.json()).toMatchObject({
      status: 400,
      code: 'malformed-json',
      detail: "':' was expected at line 1, column 16 (byte 15)",
      errors: [{ pointer: '/pods/0' }],
    })
  })

  it('refuses deep nesting before it parses', async () => {
    const response = await decide('['.repeat(5_000_000))
    expect(await response.json()).toMatchObject({ status: 400, code: 'too-deep' })
  })
})

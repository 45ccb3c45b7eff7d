import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { handler } from '../src/lambda.ts'

/** An event of a function URL or of API Gateway, payload format 2.0. */
function makeEvent(method: string, rawPath: string, request: Partial<LambdaRequest> = {}) {
  const { headers = {}, body = null, isBase64Encoded = false } = request
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: '',
    headers: { host: 'berth.test', 'x-request-id': 'test', ...headers },
    body,
    isBase64Encoded,
    requestContext: {
      accountId: '',
      apiId: '',
      authentication: null,
      authorizer: {},
      domainName: 'berth.test',
      domainPrefix: 'berth',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '::1', userAgent: 'test' },
      requestId: 'aws',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  }
}

interface LambdaRequest {
  readonly headers: Record<string, string>
  readonly body: string
  readonly isBase64Encoded: boolean
}

interface LambdaResult {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: string
  readonly isBase64Encoded: boolean
}

async function invoke(event: ReturnType<typeof makeEvent>): Promise<LambdaResult> {
  return (await handler(event)) as LambdaResult // the shape that payload format 2.0 asks for
}

describe('the Lambda entry', () => {
  it('serves the app with plain texts as bodies', async () => {
    const { statusCode, headers, body, isBase64Encoded } = await invoke(
      makeEvent('GET', '/healthz'),
    )
    expect({ statusCode, body, isBase64Encoded }).toEqual({
      statusCode: 200,
      body: '{"status":"ok"}',
      isBase64Encoded: false,
    })
    expect(headers['x-request-id']).toBe('test')
  })

  it('reads bodies as text, as base64 and compressed', async () => {
    const text = '{"snapshot":{},"pods":5}'
    const json = { 'content-type': 'application/json' }
    const gzip = { ...json, 'content-encoding': 'gzip' }
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const plain = await invoke(makeEvent('POST', '/v1/decisions', { headers: json, body: text }))
    const encoded = makeEvent('POST', '/v1/decisions', {
      headers: json,
      body: base64(Buffer.from(text)),
      isBase64Encoded: true,
    })
    const compressed = makeEvent('POST', '/v1/decisions', {
      headers: gzip,
      body: base64(gzipSync(text)),
      isBase64Encoded: true,
    })
    expect(plain.statusCode).toBe(422)
    expect(JSON.parse(plain.body).errors).toMatchObject([{ pointer: '/pods' }])
    expect((await invoke(encoded)).body).toBe(plain.body)
    expect((await invoke(compressed)).body).toBe(plain.body)
  })
})

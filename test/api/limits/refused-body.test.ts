import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

describe('413 too-large', () => {
  const small = makeClient({ limits: { bodyBytes: 100 } })

  it('refuses by the announced length before reading', async () => {
    const response = await small.decide('x'.repeat(101), { 'content-length': '101' })
    expect(await readProblem(response)).toEqual({
      type: 'urn:berth:problem:too-large',
      title: 'The body is too large',
      status: 413,
      detail: 'The body is larger than 100 bytes after Content-Encoding is removed',
      code: 'too-large',
      requestId: 'test',
      errors: [],
    })
  })

  it('counts the bytes of a body without a length', async () => {
    const response = await small.decide(new Blob(['x'.repeat(101)]).stream())
    expect((await readProblem(response)).code).toBe('too-large')
  })

  it('counts decompressed bytes, so that a bomb stops at the limit', async () => {
    const bomb = gzipSync(new Uint8Array(50_000_000).fill(0x20))
    const limited = makeClient({ limits: { bodyBytes: 1_000_000 } })
    const response = await limited.decide(new Uint8Array(bomb), { 'content-encoding': 'gzip' })
    expect((await readProblem(response)).code).toBe('too-large')
  })
})

describe('gzip', () => {
  const decide = (body: Uint8Array) =>
    client.decide(new Uint8Array(body), { 'content-encoding': 'gzip' })
  const [first, second] = ['{"snapshot":{},"pods":', '[]}'].map((part) => gzipSync(part))
  if (first === undefined || second === undefined) throw new Error('there are two')

  it('is read in several members, with the digest of what is in them', async () => {
    const plain = await client.decide('{"snapshot":{},"pods":[]}')
    const answer = await decide(Buffer.concat([first, second]))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(await plain.json())
  })

  it.each([
    { name: 'is cut', body: first.subarray(0, 30) },
    { name: 'is cut in its second member', body: Buffer.concat([first, second.subarray(0, 12)]) },
    {
      name: 'has something else behind it',
      body: Buffer.concat([first, second, Buffer.from('x')]),
    },
  ])('is refused where it $name', async ({ body }) => {
    expect(await readProblem(await decide(body))).toMatchObject({
      status: 400,
      detail: 'The body is not valid gzip',
    })
  })
})

describe('415 unsupported-media-type', () => {
  it.each([
    { type: 'text/plain', detail: 'Content-Type "text/plain"' },
    {
      type: 'application/json; charset=latin1',
      detail: 'Content-Type "application/json; charset=latin1"',
    },
    { type: 'application/jsonp', detail: 'Content-Type "application/jsonp"' },
    { type: '', detail: 'Content-Type ""' },
  ])('refuses "$type"', async ({ type, detail }) => {
    const response = await client.decide('{}', { 'content-type': type })
    expect(response.headers.get('accept')).toBe('application/json')
    expect(await readProblem(response)).toEqual({
      type: 'urn:berth:problem:unsupported-media-type',
      title: 'The body is not in a supported format',
      status: 415,
      detail: `Expected application/json in UTF-8, got ${detail}`,
      code: 'unsupported-media-type',
      requestId: 'test',
      errors: [],
    })
  })

  it('refuses a body that says nothing of its type', async () => {
    const body = new TextEncoder().encode('{}')
    const response = await client.request('/v1/decisions', { method: 'POST', body })
    const { detail } = await readProblem(response)
    expect(detail).toBe('Expected application/json in UTF-8, got no Content-Type')
  })

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/vnd.k8s+json'])(
    'reads %s',
    async (type) => {
      const response = await client.decide('{}', { 'content-type': type })
      expect(response.status).toBe(422)
    },
  )

  it('refuses encodings that it cannot remove and names those that it can', async () => {
    const response = await client.decide('{}', { 'content-encoding': 'br' })
    expect(response.headers.get('accept-encoding')).toBe('gzip, deflate, identity')
    expect((await readProblem(response)).detail).toBe('Content-Encoding "br" is not supported')
  })
})

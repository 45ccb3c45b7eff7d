import { describe, expect, it } from 'vitest'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()
const bytes = (...values: number[]) => new Uint8Array(values)

describe('400 malformed-json', () => {
  it('names line, column, byte and the value that was being read', async () => {
    const body = '{\n  "snapshot": {"nodes": [{"métadata" {}}]}\n}'
    expect(await readProblem(await client.decide(body))).toEqual({
      type: 'urn:berth:problem:malformed-json',
      title: 'The body is not JSON',
      status: 400,
      detail: "':' was expected at line 2, column 38 (byte 40)",
      code: 'malformed-json',
      requestId: 'test',
      errors: [
        {
          pointer: '/snapshot/nodes/0',
          code: 'malformed-json',
          message: "':' was expected at line 2, column 38 (byte 40)",
        },
      ],
    })
  })

  it.each([
    { name: 'nothing at all', body: '', detail: 'The body is empty' },
    { name: 'only white space', body: ' \r\n\t', detail: 'The body is empty' },
    {
      name: 'a truncated object',
      body: '{"pods": [{',
      detail:
        'The text ends where a property name in double quotes was expected at line 1, column 12 (byte 11)',
    },
    {
      name: 'a truncated string',
      body: '"abc',
      detail: 'The text ends where a string is not closed at line 1, column 5 (byte 4)',
    },
    {
      name: 'a trailing comma',
      body: '[1,]',
      detail: 'A value was expected at line 1, column 4 (byte 3)',
    },
    {
      name: 'NaN',
      body: '{"a": NaN}',
      detail: 'A value was expected at line 1, column 7 (byte 6)',
    },
    {
      name: 'a bare minus',
      body: '[-]',
      detail: 'A digit was expected at line 1, column 3 (byte 2)',
    },
    {
      name: 'a number with a leading zero',
      body: '[01]',
      detail: "',' or ']' was expected at line 1, column 3 (byte 2)",
    },
    {
      name: 'an exponent without digits',
      body: '1e+',
      detail: 'The text ends where a digit was expected at line 1, column 4 (byte 3)',
    },
    {
      name: 'a raw tab in a string',
      body: '"\t"',
      detail: 'A control character must be escaped in a string at line 1, column 2 (byte 1)',
    },
    {
      name: 'an unknown escape',
      body: '"\\x41"',
      detail: 'An escape in a string is not one of JSON at line 1, column 2 (byte 1)',
    },
    {
      name: 'a short unicode escape',
      body: '"\\u12"',
      detail: '\\u needs four hexadecimal digits at line 1, column 2 (byte 1)',
    },
    {
      name: 'text after the end',
      body: '{}\n{}',
      detail: 'There is text after the end of the value at line 2, column 1 (byte 3)',
    },
    {
      name: 'single quotes',
      body: "{'pod': 1}",
      detail: 'A property name in double quotes was expected at line 1, column 2 (byte 1)',
    },
  ])('tells where: $name', async ({ body, detail }) => {
    const { status, code, detail: got } = await readProblem(await client.decide(body))
    expect({ status, code, detail: got }).toEqual({ status: 400, code: 'malformed-json', detail })
  })

  it('finds bytes that are not UTF-8, also behind the first chunk', async () => {
    const long = `{"a":"${'é'.repeat(5000)}`
    const head = new TextEncoder().encode(long)
    const body = new Uint8Array([...head, 0xff, 0x22, 0x7d])
    const { detail } = await readProblem(await client.decide(body))
    expect(detail).toBe('Not UTF-8 at line 1, column 5007 (byte 10006)')
    const cut = await readProblem(await client.decide(bytes(0x22, 0xc3, 0x28, 0x22)))
    expect(cut.detail).toBe('Not UTF-8 at line 1, column 3 (byte 2)')
  })

  it('refuses data that is not of the announced compression', async () => {
    const response = await client.decide('{}', { 'content-encoding': 'gzip' })
    expect((await readProblem(response)).detail).toBe('The body is not valid gzip')
  })
})

describe('400 too-deep', () => {
  it('finds the bracket that opens one level too many', async () => {
    const body = `{"pods":${'['.repeat(63)}{}`
    expect(await readProblem(await client.decide(body))).toMatchObject({
      status: 400,
      code: 'too-deep',
      detail: 'More than 64 arrays and objects inside each other at line 1, column 72 (byte 71)',
    })
  })

  it('does not count brackets inside strings', async () => {
    const body = JSON.stringify({ snapshot: {}, pod: {}, extra: '[{\\"'.repeat(100) })
    expect((await readProblem(await client.decide(body))).code).toBe('not-a-request')
  })

  it('accepts exactly the allowed nesting', async () => {
    const body = `{"x":${'['.repeat(63)}${']'.repeat(63)}}`
    expect((await readProblem(await client.decide(body))).code).toBe('not-a-request')
  })

  it('answers 60 MB of opening brackets without parsing them', async () => {
    const body = new Uint8Array(60_000_000).fill(0x5b)
    expect((await readProblem(await client.decide(body))).code).toBe('too-deep')
  })
})

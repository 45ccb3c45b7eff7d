import { describe, expect, it } from 'vitest'
import { makeClient, readProblem } from './client.ts'

const client = makeClient()

describe('422 not-a-request', () => {
  it('tells everything wrong with the envelope at once, with pointers', async () => {
    const body = JSON.stringify({
      snapshot: 3,
      pods: [1, {}],
      pod: {},
      'a/b~c': true,
      options: { explain: 'all', startIndex: -1, seed: 1.5, now: 'noon', only: 'TaintToleration' },
    })
    const wrong = (pointer: string, message: string) => ({
      pointer,
      code: 'not-a-request',
      message,
    })
    expect(await readProblem(await client.decide(body))).toEqual({
      type: 'urn:berth:problem:not-a-request',
      title: 'The JSON is not such a request',
      status: 422,
      detail:
        '/snapshot: expected an object of arrays, a Kubernetes List, or an array of Lists, and 7 more',
      code: 'not-a-request',
      requestId: 'test',
      errors: [
        wrong('/snapshot', 'expected an object of arrays, a Kubernetes List, or an array of Lists'),
        wrong('/pods/0', 'expected a Pod object'),
        wrong('/options/explain', 'expected one of "full", "summary", "decision"'),
        wrong('/options/seed', 'expected int, received number'),
        wrong('/options/startIndex', 'expected at least 0'),
        wrong('/options/now', 'expected an RFC 3339 date and time'),
        wrong('/options/only', 'expected array, received string'),
        wrong('/a~1b~0c', 'unknown field'),
      ],
    })
  })

  it.each([
    { name: 'neither pod nor pods', body: { snapshot: {} }, pointer: '' },
    { name: 'both pod and pods', body: { snapshot: {}, pod: {}, pods: [] }, pointer: '' },
    { name: 'pods that are no array', body: { snapshot: {}, pods: 5 }, pointer: '/pods' },
    { name: 'no snapshot', body: { pod: {} }, pointer: '/snapshot' },
    { name: 'an array', body: [], pointer: '' },
    { name: 'null', body: 'null', pointer: '' },
    {
      name: 'a seeded tie-break without a seed',
      body: { snapshot: {}, pod: {}, options: { tieBreak: 'seeded' } },
      pointer: '/options/seed',
    },
    {
      name: 'a huge number',
      body: '{"snapshot":{},"pod":{},"options":{"startIndex":1e400}}',
      pointer: '/options/startIndex',
    },
    {
      name: '__proto__ as a field of the envelope',
      body: '{"snapshot":{},"pod":{},"__proto__":{"profile":"x"}}',
      pointer: '/__proto__',
    },
  ])('refuses $name', async ({ body, pointer }) => {
    const { status, code, errors } = await readProblem(await client.decide(body))
    expect({ status, code, pointers: errors.map((error) => error.pointer) }).toEqual({
      status: 422,
      code: 'not-a-request',
      pointers: [pointer],
    })
  })

  it('lists at most 50 errors and says how many there were', async () => {
    const pods = Array.from({ length: 70 }, () => 1)
    const { errors, detail } = await readProblem(await client.decide({ snapshot: {}, pods }))
    expect(errors).toHaveLength(50)
    expect(detail).toBe(
      '/pods/0: expected a Pod object, and 69 more (the first 50 of 70 errors are listed)',
    )
  })
})

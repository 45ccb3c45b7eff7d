import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

const CLUSTER = 'clusters/workerd'

function send(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(`http://berth.test/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer admin-0123456789abcdef', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

interface Answer {
  readonly audit: { readonly records: readonly { readonly sequence: number }[] }
}

/** One node that a pod of low priority fills, and a pod that wants it. */
function preemptionOf(index: number): object {
  const allocatable = { cpu: '1', memory: '1Gi', pods: '10' }
  const pod = (name: string, spec: object) => ({
    metadata: { name, namespace: 'shop' },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }], ...spec },
  })
  return {
    cluster: 'workerd',
    snapshot: {
      nodes: [{ metadata: { name: 'a' }, status: { allocatable } }],
      pods: [pod('low', { priority: 1, nodeName: 'a' })],
    },
    pod: pod(`high-${index}`, { priority: 9 }),
  }
}

describe('a Worker with a DynamoDB table', () => {
  it('keeps classes', async () => {
    expect((await send('PUT', `${CLUSTER}/priorityclasses/high`, { value: 1000 })).status).toBe(201)
    const read = await send('GET', `${CLUSTER}/priorityclasses/high`)
    expect(read.headers.get('etag')).toBe('"1"')
    expect(await read.json()).toMatchObject({ value: 1000 })
  })

  it('lets one of ten requests at once have the global default', async () => {
    const puts = Array.from({ length: 10 }, (_, value) =>
      send('PUT', `${CLUSTER}/priorityclasses/race-${value}`, { value, globalDefault: true }),
    )
    const statuses = (await Promise.all(puts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('records each of twenty preemptions at once, in one chain, and a repeated one once', async () => {
    const decisions = await Promise.all(
      Array.from({ length: 21 }, (_, index) => send('POST', 'decisions', preemptionOf(index % 20))),
    )
    const answers = await Promise.all(decisions.map((response) => response.json<Answer>()))
    const sequences = answers.map(({ audit }) => audit.records[0]?.sequence ?? 0)
    expect(sequences[20]).toBe(sequences[0])
    // The classes of the tests above are in the chain too: eleven were tried, two written.
    const own = sequences.slice(0, 20).sort((a, b) => a - b)
    expect(own).toEqual(own.map((_, index) => (own[0] ?? 0) + index))
    const report = await send('GET', `${CLUSTER}/preemptions/verify`)
    expect(await report.json()).toMatchObject({ status: 'intact', checked: 22, last: 22 })
    const found = await send('GET', `${CLUSTER}/preemptions?preemptor=shop/high-7`)
    expect(await found.json()).toMatchObject({ items: [{ victims: [{ name: 'low' }] }] })
  })

  it('asks who is there', async () => {
    const response = await exports.default.fetch(`http://berth.test/v1/${CLUSTER}/priorityclasses`)
    expect(response.status).toBe(401)
  })
})

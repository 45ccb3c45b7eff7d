import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

const CLUSTER = 'http://berth.test/v1/clusters/workerd'

function send(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(`${CLUSTER}/${path}`, {
    method,
    headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

describe('a Worker with a DynamoDB table', () => {
  it('keeps classes', async () => {
    expect((await send('PUT', 'priorityclasses/high', { value: 1000 })).status).toBe(201)
    const read = await send('GET', 'priorityclasses/high')
    expect(read.headers.get('etag')).toBe('"1"')
    expect(await read.json()).toMatchObject({ value: 1000 })
  })

  it('lets one of ten requests at once have the global default', async () => {
    const puts = Array.from({ length: 10 }, (_, value) =>
      send('PUT', `priorityclasses/race-${value}`, { value, globalDefault: true }),
    )
    const statuses = (await Promise.all(puts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('walks an audit log', async () => {
    const report = await send('GET', 'preemptions/verify')
    expect(await report.json()).toMatchObject({ status: 'intact', checked: 0 })
  })

  it('asks who is there', async () => {
    const response = await exports.default.fetch(`${CLUSTER}/priorityclasses`)
    expect(response.status).toBe(401)
  })
})

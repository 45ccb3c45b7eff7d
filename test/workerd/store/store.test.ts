import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { preemptionOf } from '../../support/preemption-of.ts'
import { send } from './ask.ts'

const CLUSTER = 'clusters/workerd'

interface Answer {
  readonly audit: { readonly records: readonly { readonly sequence: number }[] }
}

// The runner of these tests loads modules one by one for the request that asks first, and requests may
// not wait for one another's loading. A deployment has all of them in one file.
beforeAll(async () => {
  await send('POST', 'decisions', preemptionOf('warm', 'w', ['shop']))
}, 60_000)

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
      Array.from({ length: 21 }, (_, index) =>
        send('POST', 'decisions', preemptionOf('workerd', `high-${index % 20}`, ['shop'])),
      ),
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

  it('records victims in 46 namespaces, and goes on recording', { timeout: 60_000 }, async () => {
    const namespaces = Array.from({ length: 46 }, (_, index) => `team-${index}`)
    for (let index = 0; index < 3; index++) {
      const response = await send(
        'POST',
        'decisions',
        preemptionOf('wide', `w-${index}`, namespaces),
      )
      expect(await response.json()).toMatchObject({ audit: { status: 'recorded' } })
    }
    const log = 'clusters/wide/preemptions'
    const found = await send('GET', `${log}?victimNamespace=team-45`)
    const { items } = await found.json<{ items: readonly object[] }>()
    expect(items).toHaveLength(3)
    const report = await send('GET', `${log}/verify`)
    expect(await report.json()).toMatchObject({ status: 'intact', checked: 3 })
  })

  it('asks who is there', async () => {
    const response = await exports.default.fetch(`http://berth.test/v1/${CLUSTER}/priorityclasses`)
    expect(response.status).toBe(401)
  })
})

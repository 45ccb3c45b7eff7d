import { exports } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'

/** Over a queue and a bucket of workerd's own, as wrangler.batches.toml names them. */

interface Progress {
  readonly id: string
  readonly status: string
  readonly done: number
  readonly failed: number
}

const snapshot = {
  nodes: [{ metadata: { name: 'a' }, status: { allocatable: { cpu: '4', pods: '110' } } }],
  pods: [],
}
const options = { absentKinds: 'empty', explain: 'decision' }

function item(cpu: string) {
  const containers = [{ name: 'c', resources: { requests: { cpu } } }]
  return { request: { pod: { metadata: { name: 'p' }, spec: { containers } }, options } }
}

function send(method: string, path: string, body?: object): Promise<Response> {
  return exports.default.fetch(`http://berth.test/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

// As in the tests of the store: modules are loaded one by one here, and not for several at once.
beforeAll(async () => {
  await send('POST', 'decisions', { snapshot, ...item('1').request })
}, 60_000)

it('answers every item of a batch through the queue', async () => {
  const items = Array.from({ length: 60 }, (_, index) =>
    item(index === 7 ? 'many' : `${index % 8}`),
  )
  const begun = await send('POST', 'batches', { snapshot, items })
  expect(begun.status).toBe(202)
  let batch = await begun.json<Progress>()
  while (batch.status !== 'done') {
    // The queue has its turn.
    await scheduler.wait(50)
    batch = await (await send('GET', `batches/${batch.id}`)).json<Progress>()
  }
  expect(batch).toMatchObject({ done: 60, failed: 1 })
  const outcomes: unknown[] = []
  for (let next: string | null = '0'; next !== null; ) {
    const response = await send('GET', `batches/${batch.id}/results?continue=${next}`)
    const page = await response.json<{ items: Answer[]; continue: string | null }>()
    outcomes.push(
      ...page.items.map((one) => one.answer?.decisions[0]?.outcome ?? one.problem?.code),
    )
    next = page.continue
  }
  const expected: string[] = items.map((_, index) =>
    index % 8 <= 4 ? 'scheduled' : 'unschedulable',
  )
  expect(outcomes).toEqual(expected.with(7, 'invalid-quantity'))
  expect((await send('DELETE', `batches/${batch.id}`)).status).toBe(204)
  expect((await send('GET', `batches/${batch.id}`)).status).toBe(404)
})

interface Answer {
  readonly answer?: { readonly decisions: readonly { readonly outcome: string }[] }
  readonly problem?: { readonly code: string }
}

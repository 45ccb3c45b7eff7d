import { expect, it } from 'vitest'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient } from '../client.ts'

const client = makeClient()
const SNAPSHOT = {
  nodes: [makeNode('a', { zone: 'z1' }), makeNode('b', { zone: 'z2' })],
  pods: [makePod('old', { node: 'a', requests: { cpu: '1' } })],
}
const json = { 'content-type': 'application/json' }

async function explain(snapshot: object, cpu: string): Promise<unknown> {
  const response = await client.request('/v1/explanations', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      snapshot,
      pod: makePod('new', { requests: { cpu } }),
      options: { absentKinds: 'empty' },
    }),
  })
  expect(response.status).toBe(200)
  const { id: _, input, ...answer } = (await response.json()) as Record<string, unknown>
  return { ...answer, input: { ...(input as object), digest: null } }
}

it('an explanation on a kept snapshot is the one on its objects, again and again', async () => {
  const body = JSON.stringify(SNAPSHOT)
  const put = await client.request('/v1/snapshots/prod', { method: 'PUT', headers: json, body })
  expect(put.status).toBe(201)
  for (const cpu of ['1', '1000', '2', '1000', '1']) {
    expect(await explain({ name: 'prod' }, cpu), cpu).toEqual(await explain(SNAPSHOT, cpu))
  }
})

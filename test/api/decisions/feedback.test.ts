import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()
const NODES = 50

function post(entries: number): Promise<Response> {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    metadata: { name: `n${index}` },
    status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
  }))
  const feedback = Array.from({ length: entries }, (_, index) => ({
    node: `n${index % NODES}`,
    owner: { namespace: 'shop', kind: 'ReplicaSet', name: `web-${index % 7}` },
    outcome: index % NODES === 3 ? 'failed' : 'succeeded',
    time: new Date(Date.parse('2026-11-21T11:59:00Z') + (index % 60_000)).toISOString(),
  }))
  return client.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      snapshot: { nodes, pods: [] },
      pod: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } },
      feedback,
      options: { now: '2026-11-21T12:00:00Z', explain: 'decision' },
    }),
  })
}

describe('feedback over HTTP', () => {
  it('may be longer than other values of a body', async () => {
    const response = await post(20_000)
    const answer: unknown = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    const { circuitBreaker } = DecisionResponse.parse(answer)
    expect(circuitBreaker?.nodes).toMatchObject([{ node: 'n3', state: 'open', owners: 7 }])
  })

  it('has a bound that is told', async () => {
    const response = await post(100_001)
    expect(response.status).toBe(422)
    const { errors } = await readProblem(response)
    expect(errors).toMatchObject([
      { pointer: '/feedback', message: expect.stringContaining('100000') },
    ])
  })
})

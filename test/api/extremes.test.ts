import { describe, expect, it } from 'vitest'
import { type Json, makeNode } from '../build/make-node.ts'
import { makePod } from '../build/make-pod.ts'
import { makeClient } from './client.ts'

const client = makeClient()
const decisionOnly = { explain: 'decision' }

async function decide(snapshot: Json, pods: readonly Json[], options: Json = decisionOnly) {
  const response = await client.decide({ snapshot, pods, options })
  const body = await response.json()
  expect(response.status, JSON.stringify(body).slice(0, 500)).toBe(200)
  return body.decisions
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

describe('preemption', () => {
  it('has more victims on one node than a function takes arguments', async () => {
    const node = makeNode('a', { allocatable: { cpu: '1000', memory: '1Gi', pods: '200000' } })
    const pods = many(150_000, (index) =>
      makePod(`r${index}`, { node: 'a', requests: { cpu: '5m' }, priority: 0 }),
    )
    const urgent = makePod('p', { priority: 1, requests: { cpu: '1000' } })
    const [decision] = await decide({ nodes: [node], pods }, [urgent])
    expect(decision.preemption.victims).toHaveLength(150_000)
  }, 20_000)

  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
    'tells no time of a victim whose grace period is %d seconds',
    async (terminationGracePeriodSeconds) => {
      const spec = { terminationGracePeriodSeconds }
      const victim = makePod('v', { node: 'a', requests: { cpu: '3' }, priority: 0, spec })
      const urgent = makePod('p', { priority: 1, requests: { cpu: '3' } })
      const options = { now: '2026-01-01T00:00:00Z' }
      const [decision] = await decide({ nodes: [makeNode('a')], pods: [victim] }, [urgent], options)
      expect(decision.preemption.victims).toMatchObject([{ name: 'v' }])
      expect(decision.preemption.victims[0]).not.toHaveProperty('freeBy')
    },
  )
})

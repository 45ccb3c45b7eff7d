import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { createApp } from '../../src/app.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const app = createApp()
const foreign = { schedulerName: 'other' }
const gated = { schedulingGates: [{ name: 'wait' }] }

/** What a pod nominated to the only node is, and what then becomes of one that needs its room. */
const CASES = [
  ['kubernetes-1.36', 'a pod like any', {}, 'unschedulable'],
  ['kubernetes-1.37', 'a pod like any', {}, 'unschedulable'],
  ['kubernetes-1.36', 'a pod of another scheduler', foreign, 'scheduled'],
  ['kubernetes-1.37', 'a pod of another scheduler', foreign, 'scheduled'],
  ['kubernetes-1.36', 'a gated pod', gated, 'scheduled'],
  ['kubernetes-1.37', 'a gated pod', gated, 'unschedulable'],
] as const

describe('the nomination', () => {
  it.each(CASES)('in %s, of %s %o leaves others %s', async (profile, _, spec, outcome) => {
    const nominated = makePod('nominated', { requests: { cpu: '1' }, priority: 10, spec })
    const pods = [{ ...nominated, status: { nominatedNodeName: 'n1' } }]
    const snapshot = { nodes: [makeNode('n1', { allocatable: { cpu: '1' } })], pods }
    const pod = makePod('web', { requests: { cpu: '1' } })
    const response = await app.request('/v1/decisions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ snapshot, pod, profile }),
    })
    const { decisions } = DecisionResponse.parse(await response.json())
    expect(decisions.map((one) => one.outcome)).toEqual([outcome])
  })
})

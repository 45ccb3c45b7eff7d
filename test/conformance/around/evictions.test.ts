import { describe, expect, it } from 'vitest'
import { EvictionResponse } from '../../../schemas/around/eviction-response.ts'
import { makeClient } from '../../api/client.ts'
import {
  compareEvictions,
  type EvictionAnswer,
  type EvictionCase,
  evictionRequest,
} from './eviction-case.ts'
import {
  compareNodeHealth,
  type NodeHealthAnswer,
  type NodeHealthCase,
  nodeHealthRequest,
} from './node-health-case.ts'
import {
  comparePressure,
  type PressureAnswer,
  type PressureCase,
  pressureRequest,
} from './pressure-case.ts'
import { readFamily } from './read-family.ts'

const client = makeClient()

async function ask(request: object): Promise<EvictionResponse> {
  const response = await client.request('/v1/evictions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const parsed = EvictionResponse.parse(answer)
  expect(parsed).toEqual(answer)
  return parsed
}

describe('pods are evicted as the taint eviction controller of v1.37.1 evicted them', () => {
  it.each(readFamily<EvictionCase, EvictionAnswer>('evictions'))('$case.name', async (one) => {
    const answer = await ask(evictionRequest(one.case, one.answer))
    expect(compareEvictions(one.answer, answer)).toEqual([])
  })
})

describe('nodes fare as with the node lifecycle controller of v1.37.1', () => {
  it.each(readFamily<NodeHealthCase, NodeHealthAnswer>('nodehealth'))('$case.name', async (one) => {
    const answer = await ask(nodeHealthRequest(one.case))
    expect(compareNodeHealth(one.case, one.answer, answer)).toEqual([])
  })
})

describe('pods are ranked as the eviction manager of the kubelet v1.37.1 ranks them', () => {
  it.each(readFamily<PressureCase, PressureAnswer>('pressure'))('$case.name', async (one) => {
    const answer = await ask(pressureRequest(one.case))
    expect(comparePressure(one.answer, answer)).toEqual([])
  })
})

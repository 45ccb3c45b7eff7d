import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { scoresBy } from '../../support/verdicts.ts'

const NAME = 'NodeResourcesBalancedAllocation'
const allocatable = { cpu: '10', memory: '10Gi' }
const nodes = ['empty', 'cpu', 'memory'].map((name) => makeNode(name, { allocatable }))
const pods = [
  makePod('on-cpu', { node: 'cpu', requests: { cpu: '4' } }),
  makePod('on-memory', { node: 'memory', requests: { memory: '4Gi' } }),
]

function scores(requests: Record<string, string>, profile?: string) {
  const decision = decideOne({ nodes, pods }, makePod('p', { requests }), {
    ...(profile !== undefined && { profile }),
  })
  return scoresBy(decision, NAME)
}

describe('from 1.36 on, what the pod changes in the balance', () => {
  it.each([
    {
      name: 'no change is 75',
      requests: { cpu: '1', memory: '1Gi' },
      want: { empty: 75, cpu: 75, memory: 75 },
    },
    {
      // empty: 0 to 40% apart, a deviation of 20; on cpu it doubles, on memory it goes.
      name: 'half of what is gained or lost counts',
      requests: { cpu: '4' },
      want: { empty: 65, cpu: 65, memory: 85 },
    },
  ])('$name', ({ requests, want }) => {
    expect(scores(requests)).toEqual(want)
  })
})

describe('in 1.35, the balance with the pod', () => {
  it.each([
    {
      name: 'equal shares are 100',
      requests: { cpu: '1', memory: '1Gi' },
      want: { empty: 100, cpu: 80, memory: 80 },
    },
    {
      name: 'half the distance of the shares is lost',
      requests: { cpu: '4' },
      want: { empty: 80, cpu: 60, memory: 100 },
    },
  ])('$name', ({ requests, want }) => {
    expect(scores(requests, 'kubernetes-1.35')).toEqual(want)
  })
})

it('takes no part for a pod that asks for neither', () => {
  expect(scores({})).toEqual({ empty: null, cpu: null, memory: null })
  expect(scores({ cpu: '0' })).toEqual({ empty: null, cpu: null, memory: null })
})

it('counts a node without one of the resources as balanced', () => {
  const bare = makeNode('bare', { allocatable: { memory: '0' } })
  const decision = decideOne({ nodes: [bare, ...nodes] }, makePod('p', { requests: { cpu: '1' } }))
  expect(scoresBy(decision, NAME)['bare']).toBe(75)
})

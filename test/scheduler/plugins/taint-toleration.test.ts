import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf, scoresBy } from '../../support/verdicts.ts'

const hard = { key: 'gpu', value: 'a100', effect: 'NoSchedule' }

function fits(taint: Json, ...tolerations: Json[]) {
  const nodes = [makeNode('tainted', { taints: [taint] })]
  return decideOne({ nodes }, makePod('p', { spec: { tolerations } })).outcome === 'scheduled'
}

describe('which toleration covers a taint', () => {
  it.each([
    { name: 'none', tolerations: [], want: false },
    {
      name: 'key and value, operator left out',
      tolerations: [{ key: 'gpu', value: 'a100' }],
      want: true,
    },
    {
      name: 'key and value, operator Equal',
      tolerations: [{ key: 'gpu', operator: 'Equal', value: 'a100' }],
      want: true,
    },
    { name: 'another value', tolerations: [{ key: 'gpu', value: 'h100' }], want: false },
    {
      name: 'the key alone, which means an empty value',
      tolerations: [{ key: 'gpu' }],
      want: false,
    },
    { name: 'any value of the key', tolerations: [{ key: 'gpu', operator: 'Exists' }], want: true },
    { name: 'any key', tolerations: [{ operator: 'Exists' }], want: true },
    {
      name: 'an empty key with operator Equal and the value',
      tolerations: [{ operator: 'Equal', value: 'a100' }],
      want: true,
    },
    {
      name: 'the same effect',
      tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }],
      want: true,
    },
    {
      name: 'another effect',
      tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoExecute' }],
      want: false,
    },
    {
      name: 'operator Gt, whose gate is off',
      tolerations: [{ key: 'gpu', operator: 'Gt', value: '1' }],
      want: false,
    },
    { name: 'an unknown operator', tolerations: [{ key: 'gpu', operator: 'exists' }], want: false },
    {
      name: 'the second of two',
      tolerations: [{ key: 'x' }, { key: 'gpu', operator: 'Exists' }],
      want: true,
    },
    {
      name: 'a limited time, which matters only to running pods',
      tolerations: [{ key: 'gpu', operator: 'Exists', tolerationSeconds: 0 }],
      want: true,
    },
  ])('$name: $want', ({ tolerations, want }) => {
    expect(fits(hard, ...tolerations)).toBe(want)
  })

  it.each([
    { effect: 'NoSchedule', want: false },
    { effect: 'NoExecute', want: false },
    { effect: 'PreferNoSchedule', want: true },
  ])('an untolerated taint with effect $effect lets pods in: $want', ({ effect, want }) => {
    expect(fits({ ...hard, effect })).toBe(want)
  })
})

it('names the first taint that nothing tolerates', () => {
  const taints = [
    { key: 'a', value: '', effect: 'PreferNoSchedule' },
    { key: 'b', effect: 'NoExecute' },
    hard,
  ]
  const decision = decideOne({ nodes: [makeNode('tainted', { taints })] }, makePod('p'))
  expect(filterOf(decision).rejected).toEqual([
    {
      node: 'tainted',
      plugin: 'TaintToleration',
      code: 'UnschedulableAndUnresolvable',
      reasons: ['node(s) had untolerated taint(s)'],
      details: [{ kind: 'taint', taint: { key: 'b', value: '', effect: 'NoExecute' } }],
    },
  ])
})

describe('score', () => {
  const soft = (key: string) => ({ key, value: '', effect: 'PreferNoSchedule' })
  const nodes = [
    makeNode('none'),
    makeNode('one', { taints: [soft('a')] }),
    makeNode('two', { taints: [soft('a'), soft('b')] }),
    makeNode('three', { taints: [soft('a'), soft('b'), soft('c')] }),
  ]

  it.each([
    {
      name: 'falls with the share of soft taints, truncated, times its weight of 3',
      tolerations: [],
      want: { none: 300, one: 3 * 67, two: 3 * 34, three: 0 },
    },
    {
      name: 'does not count tolerated ones',
      tolerations: [{ key: 'a', operator: 'Exists' }],
      want: { none: 300, one: 300, two: 150, three: 0 },
    },
    {
      name: 'heeds only tolerations without effect or of that effect',
      tolerations: [
        { key: 'a', operator: 'Exists', effect: 'NoSchedule' },
        { key: 'b', operator: 'Exists', effect: 'PreferNoSchedule' },
      ],
      want: { none: 300, one: 150, two: 150, three: 0 },
    },
    {
      name: 'is full everywhere when all is tolerated',
      tolerations: [{ operator: 'Exists' }],
      want: { none: 300, one: 300, two: 300, three: 300 },
    },
  ])('$name', ({ tolerations, want }) => {
    const decision = decideOne({ nodes }, makePod('p', { spec: { tolerations } }))
    expect(scoresBy(decision, 'TaintToleration')).toEqual(want)
  })
})

import { expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf } from '../../support/verdicts.ts'

const KEY = 'node.kubernetes.io/unschedulable'
const cordoned = makeNode('cordoned', { unschedulable: true })

it.each([
  { name: 'a pod without tolerations', tolerations: [], isRefused: true },
  {
    name: 'a toleration of another taint',
    tolerations: [{ key: 'gpu', operator: 'Exists' }],
    isRefused: true,
  },
  {
    name: 'a toleration of the taint for the cordon',
    tolerations: [{ key: KEY, operator: 'Exists' }],
    isRefused: false,
  },
  { name: 'a toleration of any taint', tolerations: [{ operator: 'Exists' }], isRefused: false },
  {
    name: 'a toleration of the key for NoExecute only',
    tolerations: [{ key: KEY, operator: 'Exists', effect: 'NoExecute' }],
    isRefused: true,
  },
  {
    name: 'a toleration of another value',
    tolerations: [{ key: KEY, value: 'x' }],
    isRefused: true,
  },
])('a cordoned node and $name: refused is $isRefused', ({ tolerations, isRefused }) => {
  const decision = decideOne({ nodes: [cordoned] }, makePod('p', { spec: { tolerations } }))
  expect(decision.outcome).toBe(isRefused ? 'unschedulable' : 'scheduled')
})

it('says that preemption would not help', () => {
  const decision = decideOne({ nodes: [cordoned] }, makePod('p'))
  expect(filterOf(decision).rejected).toEqual([
    {
      node: 'cordoned',
      plugin: 'NodeUnschedulable',
      code: 'UnschedulableAndUnresolvable',
      reasons: ['node(s) were unschedulable'],
      details: [
        { kind: 'unschedulable', toleratedBy: { key: KEY, value: '', effect: 'NoSchedule' } },
      ],
    },
  ])
  expect(decision.message).toBe(
    '0/1 nodes are available: 1 node(s) were unschedulable. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
  )
})

import { expect, it } from 'vitest'
import { makePod } from '../support/make-pod.ts'
import { classOf } from '../support/read-objects.ts'

function priorityClass(name: string, value: number, fields: object = {}) {
  return { metadata: { name }, value, ...fields }
}

const high = priorityClass('high', 1000, { preemptionPolicy: 'Never' })
const usual = priorityClass('usual', 10, { globalDefault: true })
const lower = priorityClass('lower', 5, { globalDefault: true })

it.each([
  { name: 'a pod without any has 0', classes: [high], spec: {}, priority: 0, policy: '' },
  {
    name: 'its own priority counts',
    classes: [high],
    spec: { priority: 7, priorityClassName: 'high' },
    priority: 7,
    policy: '',
  },
  {
    name: 'a class gives value and policy',
    classes: [high],
    spec: { priorityClassName: 'high' },
    priority: 1000,
    policy: 'Never',
  },
  {
    name: 'its own policy counts',
    classes: [high],
    spec: { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
    priority: 1000,
    policy: 'PreemptLowerPriority',
  },
  {
    name: 'the global default is for pods without a class',
    classes: [high, usual],
    spec: {},
    priority: 10,
    policy: '',
  },
  {
    name: 'of several global defaults the lowest counts',
    classes: [usual, lower],
    spec: {},
    priority: 5,
    policy: '',
  },
  {
    name: 'an unknown class gives nothing',
    classes: [usual],
    spec: { priorityClassName: 'gone' },
    priority: 0,
    policy: '',
  },
  {
    name: 'system classes are always there',
    classes: [],
    spec: { priorityClassName: 'system-node-critical' },
    priority: 2_000_001_000,
    policy: '',
  },
])('$name', ({ classes, spec, priority, policy }) => {
  const pod = classOf(makePod('p', { spec }), {}, { priorityClasses: classes })
  expect([pod.priority, pod.preemptionPolicy]).toEqual([priority, policy])
})

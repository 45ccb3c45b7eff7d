import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { createApp } from '../../src/app.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const app = createApp()
const podGroups = [
  {
    metadata: { name: 'train', namespace: 'default' },
    spec: { schedulingPolicy: { gang: { minCount: 2 } } },
  },
]
const snapshot = { nodes: [makeNode('n1', { allocatable: { cpu: '1' } })], pods: [], podGroups }
const pods = ['a', 'b'].map((name) =>
  makePod(name, {
    requests: { cpu: '1' },
    spec: { schedulingGroup: { podGroupName: 'train' } },
  }),
)

async function decide(plugins: object) {
  const config = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'default-scheduler', plugins }],
  }
  const response = await app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      snapshot,
      pods,
      config,
      options: { gangs: true, absentKinds: 'empty' },
    }),
  })
  expect(response.status).toBe(200)
  const { groups = [] } = DecisionResponse.parse(await response.json())
  return groups
}

const REFUSED = 'minCount (2) cannot be satisfied: 1 scheduled, 0 remaining'
const FREED = 'deallocation and deletion of ResourceClaims completed'
const NO_VICTIMS = 'pod group preemption: No preemption victims found for incoming preemptor'
const off = (name: string) => ({ disabled: [{ name }] })

describe('what plugins say of a group that fits nowhere', () => {
  it.each([
    {
      name: 'nothing but of victims where they are looked for last',
      plugins: {},
      want: { reason: 'Unschedulable', message: `${REFUSED}, ${NO_VICTIMS}` },
    },
    {
      name: 'of claims, where nobody looks for victims',
      plugins: { postFilter: off('DefaultPreemption') },
      want: { reason: 'Unschedulable', message: `${REFUSED}, ${FREED}` },
    },
    {
      // dynamicresources.go: only PreFilter writes the state that PodGroupPostFilter reads.
      name: 'an error of a plugin whose PreFilter does not run',
      plugins: {
        preFilter: off('DynamicResources'),
        filter: off('DynamicResources'),
        reserve: off('DynamicResources'),
      },
      want: {
        reason: 'SchedulerError',
        message: 'error in "DynamicResources" PodGroupPostFilter plugins: not found',
      },
    },
  ])('$name', async ({ plugins, want }) => {
    expect(await decide(plugins)).toMatchObject([want])
  })
})

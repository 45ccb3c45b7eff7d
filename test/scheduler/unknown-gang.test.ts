import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { createApp } from '../../src/app.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod, type PodOptions } from '../support/make-pod.ts'
import { claimVolumes } from '../support/make-storage.ts'

const app = createApp()
const CLAIM = 'PersistentVolumeClaim'

async function decide(
  snapshot: Json,
  pods: readonly Json[],
  { profile = 'kubernetes-1.37', options = {} }: { profile?: string; options?: object } = {},
) {
  const response = await app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profile, snapshot, pods, options: { gangs: true, ...options } }),
  })
  expect(response.status).toBe(200)
  const { decisions, groups } = DecisionResponse.parse(await response.json())
  return { decisions, groups: groups ?? [] }
}

type Decision = z.output<typeof DecisionResponse>['decisions'][number]

const shape = ({ pod, outcome, node, unknown = [] }: Decision) => ({
  pod: pod.name,
  outcome,
  node,
  kinds: unknown.map(({ kind }) => kind),
})
const podGroups = [
  {
    metadata: { name: 'train', namespace: 'default' },
    spec: { schedulingPolicy: { gang: { minCount: 2 } }, priority: 10 },
  },
]
const nodes = [makeNode('n1', { allocatable: { cpu: '2' } })]
const member = (name: string, options: PodOptions = {}) =>
  makePod(name, {
    requests: { cpu: '1' },
    priority: 10,
    ...options,
    spec: { schedulingGroup: { podGroupName: 'train' }, ...options.spec },
  })
const all = { nodes, pods: [], podGroups }

describe('a gang of which something was not seen', () => {
  it('is placed where nothing rests on it', async () => {
    const { decisions, groups } = await decide(all, [member('a'), member('b')])
    expect(decisions.map(({ node }) => node)).toEqual(['n1', 'n1'])
    expect(groups).toMatchObject([{ status: 'True', reason: 'Scheduled' }])
  })

  it('is unknown as a whole where one member is, and takes no room', async () => {
    const volumes = { spec: claimVolumes('c') }
    const pods = [member('a'), member('b', volumes), makePod('after', { requests: { cpu: '2' } })]
    const { decisions, groups } = await decide(all, pods)
    expect(decisions.map(shape)).toMatchObject([
      { pod: 'a', outcome: 'unknown', node: null, kinds: expect.arrayContaining([CLAIM]) },
      { pod: 'b', outcome: 'unknown', node: null, kinds: expect.arrayContaining([CLAIM]) },
      { pod: 'after', outcome: 'scheduled', node: 'n1' },
    ])
    expect(groups).toEqual([
      {
        group: 'default/train',
        status: 'Unknown',
        reason: 'NotSeen',
        message: '',
        victims: [],
      },
    ])
  })

  it('is unknown where the groups were not seen, and gated where there are none', async () => {
    const pods = [member('a'), member('b')]
    const unseen = await decide({ nodes, pods: [] }, pods)
    const unknown = { outcome: 'unknown', kinds: ['PodGroup'] }
    expect(unseen.decisions.map(shape)).toMatchObject([unknown, unknown])
    const none = await decide({ nodes, pods: [], podGroups: [] }, pods)
    expect(none.decisions.map(({ outcome }) => outcome)).toEqual(['gated', 'gated'])
  })

  it('is unknown where the priority of a member is: it may be that of its group', async () => {
    const classed = { spec: { priority: undefined, priorityClassName: 'high' } }
    const members = [member('a'), member('b', classed)]
    const { decisions, groups } = await decide(all, members)
    const unknown = { outcome: 'unknown', node: null, kinds: ['PriorityClass'] }
    expect(decisions.map(shape)).toMatchObject([unknown, unknown])
    expect(groups).toMatchObject([{ status: 'Unknown', reason: 'NotSeen', message: '' }])
    const high = { metadata: { name: 'high' }, value: 10 }
    const seen = await decide({ ...all, priorityClasses: [high] }, members)
    expect(seen.groups).toMatchObject([{ status: 'True', reason: 'Scheduled' }])
  })

  it('is gated for certain where a member is, whatever was not seen', async () => {
    const gates = { spec: { schedulingGates: [{ name: 'example.com/wait' }] } }
    const { decisions } = await decide({ nodes, pods: [] }, [member('a'), member('b', gates)])
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['gated', 'gated'])
  })

  it.each(['kubernetes-1.37', 'kubernetes-1.36', 'kubernetes-1.35'])(
    'is unknown as a whole where it is not known whether a member enters the queue: %s',
    async (profile) => {
      const policy = { gang: { minCount: 3 } }
      const metadata = { name: 'train', namespace: 'default' }
      const snapshot = {
        nodes,
        pods: [],
        podGroups: [{ metadata, spec: { schedulingPolicy: policy } }],
        workloads: [{ metadata, spec: { podGroups: [{ name: 'train', policy }] } }],
      }
      const group =
        profile === 'kubernetes-1.35'
          ? { workloadRef: { name: 'train', podGroup: 'train' } }
          : { schedulingGroup: { podGroupName: 'train' } }
      const resourceClaims = [{ name: 'c', resourceClaimName: 'claim' }]
      const pods = [
        makePod('a', { spec: group }),
        makePod('b', { spec: group }),
        makePod('claiming', { spec: { ...group, resourceClaims } }),
      ]
      const { decisions } = await decide(snapshot, pods, { profile })
      expect(decisions.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown'])
    },
  )

  it('holds in 1.35 what its quorum was counted with, however ties are drawn', async () => {
    const workloadRef = { name: 'train', podGroup: 'train' }
    const term = {
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: { app: 'a' } },
    }
    const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
    const nodeSelector = { 'kubernetes.io/hostname': 'n1' }
    const affinity = { podAntiAffinity: required }
    const pods = [
      makePod('a', { labels: { app: 'a' }, spec: { workloadRef } }),
      makePod('b', { spec: { workloadRef, nodeSelector, affinity } }),
    ]
    const metadata = { name: 'train', namespace: 'default' }
    const policy = { gang: { minCount: 2 } }
    const snapshot = {
      nodes: ['n1', 'n2'].map((name) =>
        makeNode(name, { labels: { 'kubernetes.io/hostname': name } }),
      ),
      pods: [],
      workloads: [{ metadata, spec: { podGroups: [{ name: 'train', policy }] } }],
    }
    const seen = new Set<string>()
    for (let seed = 1; seed <= 40; seed++) {
      const options = { absentKinds: 'empty', tieBreak: 'seeded', seed }
      const { decisions } = await decide(snapshot, pods, { profile: 'kubernetes-1.35', options })
      seen.add(decisions.map(({ outcome }) => outcome).join(' '))
    }
    // Either both have their place, or neither.
    expect([...seen].sort()).toEqual(['scheduled scheduled', 'unschedulable unschedulable'])
  })

  it('does not say whom it would displace where victims may stay for what was not seen', async () => {
    const web = { labels: { app: 'web' }, namespace: 'other', node: 'n1', priority: 0 }
    const pods = [
      makePod('big', { node: 'n1', priority: 0, requests: { cpu: '1' } }),
      makePod('web', { ...web, requests: { cpu: '100m' } }),
    ]
    const members = [member('a', { spec: awayFromTeams() }), member('b')]
    const { decisions, groups } = await decide({ ...all, pods }, members)
    expect(groups).toMatchObject([{ status: 'Unknown', victims: [] }])
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
    const seen = await decide({ ...all, pods, namespaces: [] }, members)
    expect(seen.groups[0]?.victims.map(({ name }) => name)).toEqual(['big', 'web'])
  })
})

function awayFromTeams(): Json {
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { app: 'web' } },
    namespaceSelector: { matchLabels: { team: 'a' } },
  }
  const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
  return { schedulingGroup: { podGroupName: 'train' }, affinity: { podAntiAffinity: required } }
}

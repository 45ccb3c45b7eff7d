import { describe, expect, it } from 'vitest'
import { answer, decide, makeNode, makePod, refusals, scoringBy } from './classic.ts'

const nodes = [makeNode('a'), makeNode('b')]
const predicates = (...names: string[]) => ({ predicates: names.map((name) => ({ name })) })

describe('a policy that the release refuses', () => {
  it.each([
    {
      name: 'a predicate that nobody knows',
      policy: predicates('PodFitsResources', 'FitsNicely'),
      pointer: '/config/predicates/1/name',
      message: 'Invalid configuration: Predicate type not found for FitsNicely',
    },
    {
      name: 'a predicate that was never registered',
      policy: predicates('PodToleratesNodeNoExecuteTaints'),
      pointer: '/config/predicates/0/name',
      message:
        'Invalid configuration: Predicate type not found for PodToleratesNodeNoExecuteTaints',
    },
    {
      name: 'a priority without weight',
      policy: { priorities: [{ name: 'LeastRequestedPriority' }] },
      pointer: '/config/priorities/0/weight',
      message:
        'Priority LeastRequestedPriority should have a positive weight applied to it or it has overflown',
    },
    {
      name: 'a priority that needs an argument',
      policy: { priorities: [{ name: 'CalculateNodeLabelPriority', weight: 1 }] },
      pointer: '/config/priorities/0/name',
      message: 'Invalid configuration: Priority type not found for CalculateNodeLabelPriority',
    },
    {
      name: 'an argument of two kinds',
      policy: {
        predicates: [
          { name: 'Both', argument: { serviceAffinity: {}, labelsPresence: { labels: [] } } },
        ],
      },
      pointer: '/config/predicates/0/argument',
      message: 'Exactly 1 predicate argument is required, numArgs: 2, Predicate: Both',
    },
    {
      name: 'a name of one character',
      policy: { predicates: [{ name: 'x', argument: { labelsPresence: { labels: [] } } }] },
      pointer: '/config/predicates/0/name',
      message:
        'Algorithm name x does not match the name validation regexp "^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$".',
    },
    {
      name: 'a shape that falls back',
      policy: scoringBy({
        name: 'Ratio',
        weight: 1,
        argument: {
          requestedToCapacityRatioArguments: {
            shape: [
              { utilization: 50, score: 0 },
              { utilization: 50, score: 10 },
            ],
          },
        },
      }),
      pointer:
        '/config/priorities/0/argument/requestedToCapacityRatioArguments/shape/1/utilization',
      message:
        'invalid RequestedToCapacityRatioPriority arguments: utilization values must be sorted. ' +
        'Utilization[0]==50 >= Utilization[1]==50',
    },
    {
      name: 'a symmetric weight beyond 100',
      policy: { hardPodAffinitySymmetricWeight: 101 },
      pointer: '/config/hardPodAffinitySymmetricWeight',
      message: 'invalid hardPodAffinitySymmetricWeight: 101, must be in the range 1-100',
    },
    {
      name: 'two extenders that bind',
      policy: { extenders: [{ BindVerb: 'bind' }, { bindVerb: 'bind' }] },
      pointer: '/config/extenders',
      message: 'Only one extender can implement bind, found 2',
    },
    {
      name: 'a field of the wrong type',
      policy: { predicates: 'all' },
      pointer: '/config/predicates',
      message: 'expected an array, got a string',
    },
    {
      name: 'another kind of file',
      policy: { kind: 'KubeSchedulerConfiguration', apiVersion: 'v1' },
      pointer: '/config/kind',
      message: 'expected a Policy, got "KubeSchedulerConfiguration"',
    },
  ])('names the place of $name', async ({ policy, pointer, message }) => {
    expect(await refusals({ nodes, policy })).toEqual([{ pointer, message }])
  })

  it.each([
    { profile: 'classic-1.10' as const, policy: predicates('CheckNodePIDPressure') },
    { profile: 'classic-1.12' as const, policy: predicates('CheckNodeMemoryPressure') },
    { profile: 'classic-1.11' as const, policy: predicates('CheckNodeUnschedulable') },
    { profile: 'classic-1.11' as const, policy: predicates('MaxCSIVolumeCountPred') },
  ])('names what $profile does not have', async ({ profile, policy }) => {
    expect(await refusals({ profile, nodes, policy })).toHaveLength(1)
  })

  it('is told all that is wrong at once', async () => {
    const policy = { ...predicates('One', 'Two'), priorities: [{ name: 'Three', weight: 1 }] }
    const found = await refusals({ nodes, policy })
    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/config/predicates/0/name',
      '/config/predicates/1/name',
      '/config/priorities/0/name',
    ])
  })
})

describe('a policy', () => {
  const tight = [makeNode('a', { allocatable: { cpu: '1', memory: '1Gi', pods: '1' } })]
  const large = makePod('new', { requests: { cpu: '2', memory: '1Gi' }, nodeSelector: { x: 'y' } })

  it('without predicates means the defaults, with none only the mandatory ones', async () => {
    const byDefault = await decide({ nodes: tight, pods: [large], policy: {} })
    expect(byDefault.message).toBe(
      "0/1 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match node selector.",
    )
    const none = await decide({ nodes: tight, pods: [large], policy: { predicates: [] } })
    expect(none.node).toBe('a')
  })

  it('cannot switch CheckNodeCondition off', async () => {
    const conditions = [{ type: 'Ready', status: 'Unknown' }]
    const { message } = await decide({
      nodes: [makeNode('a', { status: { conditions }, spec: { unschedulable: true } })],
      policy: { predicates: [] },
    })
    expect(message).toBe(
      '0/1 nodes are available: 1 node(s) were not ready, 1 node(s) were unschedulable.',
    )
  })

  it('has every failed predicate speak with alwaysCheckAllPredicates', async () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' }]
    const one = {
      nodes: [makeNode('a', { allocatable: { pods: '0' }, spec: { taints } })],
      pods: [large],
    }
    const first = await decide({ ...one, policy: {} })
    const all = await decide({ ...one, policy: { alwaysCheckAllPredicates: true } })
    expect(first.filter?.rejected?.[0]?.reasons).not.toContain(
      "node(s) had taints that the pod didn't tolerate",
    )
    expect(all.filter?.rejected?.[0]).toMatchObject({
      plugin: 'GeneralPredicates',
      reasons: [
        'Insufficient pods',
        'Insufficient cpu',
        'Insufficient memory',
        "node(s) didn't match node selector",
        "node(s) had taints that the pod didn't tolerate",
      ],
    })
  })

  it('without priorities treats all nodes alike', async () => {
    const { scores } = await decide({ nodes, policy: { priorities: [] } })
    expect(scores?.map(({ total, plugins }) => [total, Object.keys(plugins)])).toEqual([
      [1, ['EqualPriority']],
      [1, ['EqualPriority']],
    ])
  })

  it('may give an argument to a predicate of any name, also of a known one', async () => {
    const argument = { labelsPresence: { labels: ['ssd'], presence: true } }
    const { filter } = await decide({
      nodes: [makeNode('a'), makeNode('b', { labels: { ssd: 'x' } })],
      policy: { predicates: [{ name: 'NoDiskConflict', argument }] },
    })
    expect(filter?.feasible).toEqual(['b'])
    expect(filter?.rejected?.[0]).toMatchObject({
      plugin: 'NoDiskConflict',
      reasons: ["node(s) didn't have the requested labels"],
    })
  })

  it('has its extenders named, and leaves them the resources they manage', async () => {
    const managedResources = [{ name: 'example.com/fpga', ignoredByScheduler: true }]
    const { decisions, input } = await answer({
      nodes,
      pods: [makePod('new', { requests: { 'example.com/fpga': '1' } })],
      policy: { extenders: [{ urlPrefix: 'http://x/', filterVerb: 'f', managedResources }] },
    })
    expect(decisions[0]?.outcome).toBe('scheduled')
    expect(input.notEvaluated).toContainEqual({
      what: 'extender http://x/',
      affects: 'outcome',
      reason: 'extenders are not called (filter)',
    })
  })

  it('is warned of priorities that are not made for each other', async () => {
    const { input } = await answer({ nodes, policy: scoringBy('BalancedResourceAllocation') })
    expect(input.notices.map(({ code, subject }) => [code, subject])).toEqual([
      ['odd', 'BalancedResourceAllocation'],
    ])
  })
})

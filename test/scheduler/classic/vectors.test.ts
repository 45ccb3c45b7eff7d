import { describe, expect, it } from 'vitest'
import { decide, makeNode, makePod, scoresOf, scoringBy } from './classic.ts'

const ALLOCATION = scoringBy(
  'LeastRequestedPriority',
  'MostRequestedPriority',
  'BalancedResourceAllocation',
)

describe('cpu and memory requested of what there is', () => {
  it.each([
    { name: 'A', cpu: ['1500m', '4'], memory: ['3Gi', '8Gi'], want: [6, 3, 10] },
    { name: 'B', cpu: ['3', '4'], memory: ['5000', '10000'], want: [3, 6, 7] },
    { name: 'E', cpu: ['4', '4'], memory: ['1', '8Gi'], want: [4, 5, 0] },
    { name: 'F, explicit zeros', cpu: ['0', '4'], memory: ['0', '8Gi'], want: [10, 0, 10] },
    { name: 'G, cpu over-asked', cpu: ['4100m', '4'], memory: ['1Gi', '8Gi'], want: [4, 0, 0] },
  ])('of case $name score $want', async ({ cpu, memory, want }) => {
    const allocatable = { cpu: cpu[1], memory: memory[1], pods: '10' }
    const requests = { cpu: cpu[0], memory: memory[0] }
    const { scores = [] } = await decide({
      nodes: [makeNode('a', { allocatable })],
      pods: [makePod('new', { requests })],
      policy: ALLOCATION,
    })
    expect(allocationScores(scores[0]?.plugins)).toEqual(want)
  })

  const articleNode = makeNode('a', {
    allocatable: { cpu: '2', memory: '1764648Ki', pods: '110' },
  })

  it('count 100m and 200Mi for a container without requests (C)', async () => {
    const { scores = [] } = await decide({ nodes: [articleNode], policy: ALLOCATION })
    expect(allocationScores(scores[0]?.plugins)).toEqual([8, 0, 9])
  })

  it('count the pods that run (D)', async () => {
    const requests = { cpu: '360m', memory: '70Mi' }
    const { scores = [] } = await decide({
      nodes: [articleNode],
      running: [makePod('run', { nodeName: 'a', requests })],
      policy: ALLOCATION,
    })
    expect(allocationScores(scores[0]?.plugins)).toEqual([7, 1, 9])
  })

  it('are compared as parts: an eighth of 16 Gi is less than half of 4 Gi', async () => {
    const emptyCpu = (memory: string) => ({ cpu: '1000', memory, pods: '10' })
    const used = (memory: string, nodeName: string) =>
      makePod(`run-${nodeName}`, { nodeName, requests: { cpu: '0', memory } })
    const scores = await scoresOf('LeastRequestedPriority', {
      nodes: [
        makeNode('large', { allocatable: emptyCpu('16Gi') }),
        makeNode('small', { allocatable: emptyCpu('4Gi') }),
      ],
      running: [used('14Gi', 'large'), used('2Gi', 'small')],
      pods: [makePod('new', { requests: { cpu: '0', memory: '0' } })],
      policy: scoringBy('LeastRequestedPriority'),
    })
    // The cpu part is 10 on both: (10 + 1) / 2 and (10 + 5) / 2.
    expect(scores).toEqual({ large: 5, small: 7 })
  })
})

function allocationScores(plugins: Record<string, { score: number }> | undefined) {
  return ['LeastRequestedPriority', 'MostRequestedPriority', 'BalancedResourceAllocation'].map(
    (name) => plugins?.[name]?.score,
  )
}

describe('RequestedToCapacityRatioPriority', () => {
  it('prefers the emptiest by default, truncating toward zero (case B)', async () => {
    const scores = await scoresOf('RequestedToCapacityRatioPriority', {
      nodes: [makeNode('a', { allocatable: { cpu: '4', memory: '10000', pods: '10' } })],
      pods: [makePod('new', { requests: { cpu: '3', memory: '5000' } })],
      policy: scoringBy('RequestedToCapacityRatioPriority'),
    })
    expect(scores).toEqual({ a: 4 })
  })

  it('rounds utilization up: 333 of 1000 are 34 percent', async () => {
    const shape = [
      { utilization: 33, score: 0 },
      { utilization: 34, score: 10 },
    ]
    const argument = { requestedToCapacityRatioArguments: { shape } }
    const scores = await scoresOf('Ratio', {
      nodes: [makeNode('a', { allocatable: { cpu: '1', memory: '1000', pods: '10' } })],
      pods: [makePod('new', { requests: { cpu: '333m', memory: '333' } })],
      policy: scoringBy({ name: 'Ratio', weight: 1, argument }),
    })
    expect(scores).toEqual({ a: 10 })
  })
})

describe('SelectorSpreadPriority', () => {
  it.each([
    {
      name: 'zones and nodes together',
      zones: ['a', 'a', 'b'],
      counts: [2, 0, 1],
      want: [0, 3, 5],
    },
    { name: 'nodes alone without zones', zones: ['', '', ''], counts: [3, 1, 0], want: [0, 6, 10] },
    { name: 'nothing while there are no pods', zones: ['', ''], counts: [0, 0], want: [10, 10] },
    { name: 'zones only where there are some', zones: ['a', ''], counts: [2, 0], want: [0, 10] },
  ])('counts $name', async ({ zones, counts, want }) => {
    const names = zones.map((_, index) => `n${index}`)
    const scores = await scoresOf('SelectorSpreadPriority', {
      nodes: zones.map((zone, index) => makeNode(`n${index}`, { labels: inZone(zone) })),
      running: counts.flatMap((count, index) =>
        Array.from({ length: count }, (_, pod) =>
          makePod(`run-${index}-${pod}`, { labels: { app: 'web' }, nodeName: `n${index}` }),
        ),
      ),
      pods: [makePod('new', { labels: { app: 'web' } })],
      snapshot: { services: [{ metadata: { name: 'web' }, spec: { selector: { app: 'web' } } }] },
      policy: scoringBy('SelectorSpreadPriority'),
    })
    expect(names.map((name) => scores[name])).toEqual(want)
  })
})

function inZone(zone: string) {
  return zone === '' ? {} : { 'failure-domain.beta.kubernetes.io/zone': zone }
}

it('TaintTolerationPriority counts the PreferNoSchedule taints that are not tolerated', async () => {
  const taints = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `k${index}`, effect: 'PreferNoSchedule' }))
  const scores = await scoresOf('TaintTolerationPriority', {
    nodes: [0, 1, 3].map((count) => makeNode(`n${count}`, { spec: { taints: taints(count) } })),
    policy: scoringBy('TaintTolerationPriority'),
  })
  expect(scores).toEqual({ n0: 10, n1: 7, n3: 0 })
})

it('NodeAffinityPriority scales the sums of weights to the highest', async () => {
  const term = (weight: number, key: string) => ({
    weight,
    preference: { matchExpressions: [{ key, operator: 'Exists' }] },
  })
  const preferred = [term(30, 'x'), term(50, 'y')]
  const scores = await scoresOf('NodeAffinityPriority', {
    nodes: [
      makeNode('none'),
      makeNode('one', { labels: { x: '' } }),
      makeNode('both', { labels: { x: '', y: '' } }),
    ],
    pods: [
      makePod('new', {
        affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } },
      }),
    ],
    policy: scoringBy('NodeAffinityPriority'),
  })
  expect(scores).toEqual({ none: 0, one: 3, both: 10 })
})

describe('ImageLocalityPriority', () => {
  const MIB = 1024 * 1024
  it.each([
    { profile: 'classic-1.11' as const, want: [0, 0, 1, 1, 5, 10, 10] },
    { profile: 'classic-1.12' as const, want: [0, 0, 0, 0, 4, 9, 10] },
  ])('of $profile scores 0 to 1000 MiB as $want', async ({ profile, want }) => {
    const scored = [0, 22, 23, 100, 500, 999, 1000].map(async (mib) => {
      const images = mib === 0 ? [] : [{ names: ['app:1'], sizeBytes: mib * MIB }]
      const scores = await scoresOf('ImageLocalityPriority', {
        profile,
        nodes: [makeNode('a', { status: { images } })],
        policy: scoringBy('ImageLocalityPriority'),
      })
      return scores['a']
    })
    expect(await Promise.all(scored)).toEqual(want)
  })
})

describe('percentageOfNodesToScore in 1.12', () => {
  it.each([
    { nodes: 50, feasible: 50 },
    { nodes: 100, feasible: 100 },
    { nodes: 150, feasible: 100 },
    { nodes: 1000, feasible: 500 },
    { nodes: 5000, feasible: 2500 },
  ])('of 50 finds $feasible of $nodes nodes', async ({ nodes, feasible }) => {
    const policy = { ...scoringBy('EqualPriority'), percentageOfNodesToScore: 50 }
    const { filter } = await decide({
      profile: 'classic-1.12',
      nodes: Array.from({ length: nodes }, (_, index) => makeNode(`n${index}`)),
      policy,
      options: { explain: 'summary' },
    })
    expect(filter).toMatchObject({ feasibleNodes: feasible })
  })
})

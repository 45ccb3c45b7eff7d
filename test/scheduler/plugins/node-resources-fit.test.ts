import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf, scoresBy } from '../../support/verdicts.ts'

const GPU = 'example.com/gpu'

/** A node of 4 cores, 8 GiB and room for 10 pods, with what runs there. */
function nodeWith(running: Record<string, string>, allocatable: Record<string, string> = {}) {
  const own = { cpu: '4', memory: '8Gi', pods: '10', ...allocatable }
  const pods = [makePod('there', { node: 'a', requests: running })]
  return { nodes: [makeNode('a', { allocatable: own })], pods }
}

describe('filter', () => {
  it.each([
    {
      name: 'what fills the node exactly fits',
      requests: { cpu: '3', memory: '7Gi' },
      reasons: null,
    },
    {
      name: 'a milli-core more does not',
      requests: { cpu: '3001m' },
      reasons: ['Insufficient cpu'],
    },
    {
      name: 'a byte more does not',
      requests: { memory: '7516192769' },
      reasons: ['Insufficient memory'],
    },
    {
      name: 'every reason is listed',
      requests: { cpu: '3500m', memory: '7.5Gi' },
      reasons: ['Insufficient cpu', 'Insufficient memory'],
    },
    {
      name: 'storage that the node does not report is missing',
      requests: { 'ephemeral-storage': '1' },
      reasons: ['Insufficient ephemeral-storage'],
    },
    {
      name: 'a resource that the node does not have is missing',
      requests: { [GPU]: '1' },
      reasons: [`Insufficient ${GPU}`],
    },
    { name: 'zero of a missing resource is no request', requests: { [GPU]: '0' }, reasons: null },
    {
      name: 'names that are no resource are ignored',
      requests: { 'requests.cpu': '100', gpus: '1' },
      reasons: null,
    },
    {
      name: 'huge pages count by size',
      requests: { 'hugepages-2Mi': '2Mi' },
      reasons: ['Insufficient hugepages-2Mi'],
    },
    {
      name: 'scalars are listed by name',
      requests: { 'z.example/x': '1', 'a.example/x': '1' },
      reasons: ['Insufficient a.example/x', 'Insufficient z.example/x'],
    },
  ])('$name', ({ requests, reasons }) => {
    const snapshot = nodeWith({ cpu: '1', memory: '1Gi' })
    const { rejected } = filterOf(decideOne(snapshot, makePod('p', { requests })))
    expect(rejected[0]?.reasons ?? null).toEqual(reasons)
  })

  it.each([
    {
      name: 'the node could hold it if others left',
      requests: { cpu: '4' },
      code: 'Unschedulable',
    },
    {
      name: 'the empty node would be too small',
      requests: { cpu: '4001m' },
      code: 'UnschedulableAndUnresolvable',
    },
    {
      name: 'one of two resources is hopeless',
      requests: { cpu: '4', memory: '9Gi' },
      code: 'UnschedulableAndUnresolvable',
    },
  ])('the code is $code where $name', ({ requests, code }) => {
    const decision = decideOne(nodeWith({ cpu: '1' }), makePod('p', { requests }))
    expect(filterOf(decision).rejected[0]?.code).toBe(code)
  })

  it('says how much was asked, is free and there is, cpu in cores or milli-cores', () => {
    const snapshot = nodeWith({ cpu: '1500m', memory: '1Gi' }, { [GPU]: '2' })
    const requests = { cpu: '3', memory: '8Gi', [GPU]: '3' }
    const { rejected } = filterOf(decideOne(snapshot, makePod('p', { requests })))
    const detail = (resource: string, amounts: object) => ({
      kind: 'resource',
      reason: `Insufficient ${resource}`,
      resource,
      ...amounts,
    })
    expect(rejected[0]?.details).toEqual([
      detail('cpu', { requested: '3', free: '2500m', allocatable: '4' }),
      detail('memory', {
        requested: '8589934592',
        free: '7516192768',
        allocatable: '8589934592',
      }),
      detail(GPU, { requested: '3', free: '2', allocatable: '2' }),
    ])
  })

  it('counts pods, of which a node that reports none holds none', () => {
    const full = nodeWith({}, { pods: '1' })
    const decision = decideOne(full, makePod('p'))
    expect(filterOf(decision).rejected).toEqual([
      {
        node: 'a',
        plugin: 'NodeResourcesFit',
        code: 'Unschedulable',
        reasons: ['Too many pods'],
        details: [
          {
            kind: 'resource',
            reason: 'Too many pods',
            resource: 'pods',
            requested: '1',
            free: '0',
            allocatable: '1',
          },
        ],
      },
    ])
    const silent = { metadata: { name: 'a' }, status: { allocatable: { cpu: '4' } } }
    expect(decideOne({ nodes: [silent] }, makePod('p')).message).toContain('1 Too many pods')
  })

  it('rounds a pod up once, not each of its containers', () => {
    const containers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `c${index}`,
        resources: { requests: { cpu: '500u' } },
      }))
    const snapshot = nodeWith({ cpu: '3998m' })
    const outcome = (count: number) =>
      decideOne(snapshot, makePod('p', { spec: { containers: containers(count) } })).outcome
    expect([4, 5].map(outcome)).toEqual(['scheduled', 'unschedulable'])
  })

  it('forgets pods that have ended', () => {
    const { nodes } = nodeWith({})
    const ended = ['Succeeded', 'Failed'].map((phase) =>
      makePod(phase, { node: 'a', requests: { cpu: '4' }, status: { phase } }),
    )
    const decision = decideOne({ nodes, pods: ended }, makePod('p', { requests: { cpu: '4' } }))
    expect(decision.outcome).toBe('scheduled')
  })

  it('takes what it gives to a pod from those that follow', () => {
    const pods = ['1', '2', '3'].map((name) => makePod(name, { requests: { cpu: '1500m' } }))
    const outcomes = decideAll(nodeWith({ cpu: '1' }), pods).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['scheduled', 'scheduled', 'unschedulable'])
  })
})

/** One pod of 1 core and 2 GiB on a node of 4 and 8, scored by a strategy. */
function scoreWith(
  scoringStrategy: Json,
  requests: Record<string, string> = { cpu: '1', memory: '2Gi' },
) {
  const allocatable = { cpu: '4', memory: '8Gi', [GPU]: '4' }
  const nodes = [makeNode('a', { allocatable }), makeNode('b', { allocatable })]
  const args = { scoringStrategy }
  const pluginConfig = [{ name: 'NodeResourcesFit', args }]
  const config = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ schedulerName: 'default-scheduler', pluginConfig }],
  }
  const pods = [makePod('there', { node: 'a', requests: { cpu: '1', memory: '4Gi' } })]
  const decision = decideOne({ nodes, pods }, makePod('p', { requests }), { config })
  return scoresBy(decision, 'NodeResourcesFit')
}

describe('score', () => {
  const cpuAndMemory = [
    { name: 'cpu', weight: 1 },
    { name: 'memory', weight: 1 },
  ]

  it.each([
    {
      name: 'LeastAllocated: the mean of the free shares, truncated',
      strategy: { type: 'LeastAllocated', resources: cpuAndMemory },
      // a: cpu (4-2)/4, memory (8-6)/8; b: 3/4 and 6/8
      want: { a: 37, b: 75 },
    },
    {
      name: 'MostAllocated: the mean of the used shares',
      strategy: { type: 'MostAllocated', resources: cpuAndMemory },
      want: { a: 62, b: 25 },
    },
    {
      name: 'weights count',
      strategy: {
        type: 'LeastAllocated',
        resources: [
          { name: 'cpu', weight: 3 },
          { name: 'memory', weight: 1 },
        ],
      },
      want: { a: 43, b: 75 },
    },
    {
      name: 'a scalar that the pod does not ask for takes no part',
      strategy: { type: 'LeastAllocated', resources: [...cpuAndMemory, { name: GPU, weight: 10 }] },
      want: { a: 37, b: 75 },
    },
    {
      name: 'RequestedToCapacityRatio: along the line between its points',
      strategy: {
        type: 'RequestedToCapacityRatio',
        resources: cpuAndMemory,
        requestedToCapacityRatio: {
          shape: [
            { utilization: 0, score: 0 },
            { utilization: 50, score: 10 },
            { utilization: 100, score: 0 },
          ],
        },
      },
      // a: cpu 50% 100, memory 75% 50; b: cpu 25% 50, memory 25% 50
      want: { a: 75, b: 50 },
    },
    {
      name: 'RequestedToCapacityRatio: resources that score nothing do not dilute the others',
      strategy: {
        type: 'RequestedToCapacityRatio',
        resources: cpuAndMemory,
        requestedToCapacityRatio: {
          shape: [
            { utilization: 25, score: 0 },
            { utilization: 75, score: 10 },
          ],
        },
      },
      want: { a: 75, b: 0 },
    },
  ])('$name', ({ strategy, want }) => {
    expect(scoreWith(strategy)).toEqual(want)
  })

  it('counts containers without requests as 100 milli-cores and 200 MiB', () => {
    const strategy = { type: 'LeastAllocated', resources: cpuAndMemory }
    // cpu (4000-100)/4000 is 97, memory (8192-200)/8192 is 97
    expect(scoreWith(strategy, {})['b']).toBe(97)
    expect(scoreWith(strategy, { cpu: '0', memory: '0' })['b']).toBe(100)
  })
})

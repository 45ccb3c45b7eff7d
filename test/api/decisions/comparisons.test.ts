import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { ComparisonResponse } from '../../../schemas/decisions/comparison-response.ts'
import { createApp } from '../../../src/app.ts'
import { PROFILE_NAMES } from '../../../src/scheduler/profiles/resolve-profile.ts'

type Comparison = z.output<typeof ComparisonResponse>

const app = createApp()

const node = (name: string, cpu = '4', fields: object = {}) => ({
  metadata: { name },
  status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
  ...fields,
})
const pod = (name: string, cpu: string, fields: object = {}) => ({
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'c', resources: { requests: { cpu, memory: '1Gi' } } }], ...fields },
})

// a is half full, b is empty.
const nodes = [node('a'), node('b')]
const snapshot = { nodes, pods: [pod('running', '2', { nodeName: 'a', priority: 0 })] }
const request = { snapshot, pods: [pod('new', '1')], a: {}, b: {} }

async function post(body: object): Promise<Response> {
  return await app.request('/v1/comparisons', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function compare(body: object): Promise<Comparison> {
  const response = await post(body)
  expect(response.status).toBe(200)
  return ComparisonResponse.parse(await response.json())
}

async function problemOf(body: object): Promise<{ pointer: string; message: string }[]> {
  const response = await post(body)
  expect(response.status).toBe(422)
  // The fields read here are those of schemas/problem.ts.
  const { errors } = (await response.json()) as { errors: { pointer: string; message: string }[] }
  return errors
}

const packing = {
  apiVersion: 'kubescheduler.config.k8s.io/v1',
  kind: 'KubeSchedulerConfiguration',
  profiles: [
    {
      pluginConfig: [
        {
          name: 'NodeResourcesFit',
          args: {
            scoringStrategy: {
              type: 'MostAllocated',
              resources: [{ name: 'cpu' }, { name: 'memory' }],
            },
          },
        },
      ],
      plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight: 10 }] } },
    },
  ],
}

describe('200', () => {
  it('two sides that are alike differ in nothing', async () => {
    const { differences, summary } = await compare(request)
    expect(differences).toEqual([])
    expect(summary).toMatchObject({ pods: 1, equal: 1, moved: 0, plugins: [] })
  })

  it('the same facts in the words of another release are no difference', async () => {
    const taints = [{ key: 'team', value: 'red', effect: 'NoSchedule' }]
    const tainted = { nodes: [node('a', '4', { spec: { taints } }), node('b', '1')] }
    const { differences, summary } = await compare({
      snapshot: tainted,
      pods: [pod('new', '2')],
      a: { profile: 'kubernetes-1.33' },
      b: { profile: 'kubernetes-1.34' },
    })
    // Only of b, which is too small, there is more to say: no preemption is tried there any longer.
    expect(summary).toMatchObject({ verdictsFlipped: 1, plugins: [{ plugin: 'NodeResourcesFit' }] })
    expect(differences[0]?.verdicts).toMatchObject([
      { node: 'b', a: { code: 'Unschedulable' }, b: { code: 'UnschedulableAndUnresolvable' } },
    ])
  })

  it('another node that was as good on both sides is no move', async () => {
    const group = (name: string, value: string) =>
      node(name, '4', { metadata: { name, labels: { group: value } } })
    const nodes = [group('a', '1'), group('b', '1'), group('c', '2'), group('d', '2')]
    const inGroup = (name: string, value: string) =>
      pod(name, '1', { nodeSelector: { group: value } })
    // The classic releases go round among best nodes; where there is one, nobody's turn passes.
    const { differences, summary } = await compare({
      snapshot: { nodes, pods: [] },
      pods: [inGroup('first', '1'), inGroup('second', '2')],
      a: { profile: 'classic-1.12' },
      b: { profile: 'classic-1.12', patch: { put: { nodes: [group('b', '3')] } } },
    })
    expect(summary).toMatchObject({ pods: 2, equal: 1, moved: 0, movedInTies: 1 })
    const [tie, ...others] = summary.ties
    expect(others).toEqual([])
    expect(tie).toMatchObject({ pod: { name: 'second' }, tied: 2 })
    expect([tie?.a, tie?.b].sort()).toEqual(['c', 'd'])
    expect(differences.map(({ pod: { name }, changed }) => [name, changed])).toEqual([
      ['first', ['verdicts']],
    ])
  })

  it('a configuration moves a pod, and the plugin that moves it is named', async () => {
    const { differences, summary, b } = await compare({ ...request, b: { config: packing } })
    expect(summary).toMatchObject({ pods: 1, equal: 0, moved: 1, verdictsFlipped: 0 })
    expect(summary.plugins).toEqual([{ plugin: 'NodeResourcesFit', verdicts: 0, scores: 2 }])
    expect(differences).toMatchObject([
      {
        pod: { namespace: 'default', name: 'new' },
        changed: ['node', 'scores'],
        a: { outcome: 'scheduled', node: 'b' },
        b: { outcome: 'scheduled', node: 'a' },
      },
    ])
    // On a 3 of 4 CPUs and 2 of 8 GiB would be taken: 50 by MostAllocated, 49 by LeastAllocated.
    const moved = differences[0]?.scores.find((one) => one.node === 'a')
    expect(Object.keys(moved?.plugins ?? {})).toEqual(['NodeResourcesFit'])
    expect(moved?.plugins['NodeResourcesFit']).toEqual({ a: 50, b: 500, delta: 450 })
    expect(b.profile).toBe('kubernetes-1.37')
  })

  it('a release moves scores by the plugin whose formula it changed', async () => {
    const { summary } = await compare({
      ...request,
      a: { profile: 'kubernetes-1.35' },
      b: { profile: 'kubernetes-1.37' },
    })
    expect(summary.plugins.map(({ plugin }) => plugin)).toContain('NodeResourcesBalancedAllocation')
  })

  it('a node that is patched in its place flips its verdict', async () => {
    const cordoned = { ...node('b'), spec: { unschedulable: true } }
    const { differences } = await compare({
      ...request,
      b: { patch: { put: { nodes: [cordoned] } } },
    })
    expect(differences).toMatchObject([
      {
        changed: ['node', 'verdicts'],
        a: { node: 'b' },
        b: { node: 'a' },
        verdicts: [
          {
            node: 'b',
            a: { feasible: true },
            b: {
              feasible: false,
              plugin: 'NodeUnschedulable',
              reasons: ['node(s) were unschedulable'],
            },
          },
        ],
      },
    ])
  })

  it('a node that is put comes last, and one that is removed is gone', async () => {
    const { differences, b } = await compare({
      ...request,
      b: {
        patch: {
          put: { kind: 'List', items: [{ kind: 'Node', ...node('c') }] },
          remove: [{ kind: 'Node', name: 'b' }],
        },
      },
    })
    expect(b.input.nodes).toBe(2)
    expect(differences[0]?.verdicts).toEqual([
      { node: 'b', a: { feasible: true }, b: null },
      { node: 'c', a: null, b: { feasible: true } },
    ])
    expect(differences[0]?.b?.node).toBe('c')
  })

  it('a pod that fits on one side only is gained or lost, and victims are told', async () => {
    const urgent = { ...pod('urgent', '4'), spec: { ...pod('urgent', '4').spec, priority: 10 } }
    const small = { patch: { put: { nodes: [node('b', '1')] } } }
    const { differences, summary } = await compare({ ...request, pods: [urgent], b: small })
    expect(summary).toMatchObject({ lost: 1, gained: 0, victimsChanged: 1 })
    expect(differences).toMatchObject([
      {
        changed: ['outcome', 'node', 'verdicts', 'victims'],
        a: { outcome: 'scheduled', node: 'b', victims: [] },
        b: { outcome: 'unschedulable', nominatedNode: 'a', victims: [{ name: 'running' }] },
      },
    ])
  })

  it('each side goes on from its own placements', async () => {
    const pods = ['one', 'two', 'three'].map((name) => pod(name, '1'))
    const { differences } = await compare({ ...request, pods, b: { config: packing } })
    expect(differences.map(({ a, b }) => `${a?.node}${b?.node}`)).toEqual(['ba', 'ba', 'ab'])
  })

  it('explain decision leaves verdicts and scores out', async () => {
    const { differences } = await compare({
      ...request,
      b: { config: packing },
      options: { explain: 'decision' },
    })
    expect(differences[0]).toMatchObject({ changed: ['node', 'scores'], scores: [], verdicts: [] })
  })

  it('the same request has the same answer', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => await (await post({ ...request, b: { config: packing } })).text()),
    )
    expect(texts[0]).toBe(texts[1])
  })
})

describe('422', () => {
  it('names the side of a profile and of a configuration', async () => {
    const errors = await problemOf({
      ...request,
      a: { profile: 'kubernetes-1.99' },
      b: { config: { ...packing, parallelism: 0 } },
    })
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/a/profile', '/b/config/parallelism'])
  })

  it('names what the common snapshot has wrong once', async () => {
    const errors = await problemOf({ ...request, snapshot: { nodes: [...nodes, node('a')] } })
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/snapshot/nodes/2'])
  })

  it('refuses a patch that removes what is not there, or of no kind', async () => {
    const remove = [
      { kind: 'Node', name: 'x' },
      { kind: 'Deployment', name: 'a' },
    ]
    expect(await problemOf({ ...request, b: { patch: { remove } } })).toMatchObject([
      {
        pointer: '/b/patch/remove/1/kind',
        message: expect.stringContaining('"Deployment" is not'),
      },
      { pointer: '/b/patch/remove/0', message: 'the snapshot has no such object' },
    ])
  })

  it('refuses a patch that puts and removes an object, or puts it twice', async () => {
    const patch = { put: { nodes: [node('a'), node('a')] }, remove: [{ kind: 'Node', name: 'a' }] }
    const errors = await problemOf({ ...request, b: { patch } })
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/b/patch/put/nodes/1',
      '/b/patch/remove/0',
    ])
  })

  it('names a fault inside a patched object by its place in the patch', async () => {
    const bad = node('b', '1x')
    const errors = await problemOf({ ...request, b: { patch: { put: { nodes: [bad] } } } })
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/b/patch/put/nodes/0/status/allocatable/cpu',
    ])
  })

  it.each([
    { what: 'has no side', a: undefined },
    { what: 'has a side that is none', a: 7 },
    { what: 'has null for a side', a: null },
  ])('names the side that a request without pods $what', async ({ a }) => {
    const { pods: _, ...rest } = request
    const errors = await problemOf({ ...rest, a })
    expect(errors.map(({ pointer }) => pointer)).toContain('/a')
  })

  it('refuses fields of a side that there are not', async () => {
    const errors = await problemOf({ ...request, a: { profil: 'x' } })
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/a/profil'])
  })

  it('refuses to promise an audit, since a comparison records nothing', async () => {
    const errors = await problemOf({ ...request, options: { audit: 'required' } })
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/options/audit'])
  })
})

describe('between any two of the releases', () => {
  const pods = [
    pod('small', '1'),
    pod('large', '3', { priority: 10 }),
    pod('spread', '1', {
      topologySpreadConstraints: [
        { topologyKey: 'kubernetes.io/hostname', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
      ],
    }),
  ]
  const between = async (a: string, b: string) =>
    await compare({ snapshot, pods, a: { profile: a }, b: { profile: b } })

  it.each(PROFILE_NAMES)('%s differs from none as that one differs from it', async (a) => {
    for (const b of PROFILE_NAMES) {
      const there = await between(a, b)
      const back = await between(b, a)
      const { gained, lost, plugins: _, ...rest } = there.summary
      expect(back.summary).toMatchObject({ ...rest, gained: lost, lost: gained })
      expect(there.summary.pods).toBe(pods.length)
      if (a === b) expect(there.differences).toEqual([])
    }
  })
})

import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod, type PodOptions } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

async function decide(body: object): Promise<z.output<typeof DecisionResponse>> {
  const response = await client.decide({ options: { explain: 'decision' }, ...body })
  expect(response.status, await response.clone().text()).toBe(200)
  return DecisionResponse.parse(await response.json())
}

const node = (name: string, cpu: string, pods = '110') =>
  makeNode(name, { allocatable: { cpu, pods } })
const pod = (name: string, cpu: string, options: PodOptions = {}) =>
  makePod(name, { requests: { cpu }, ...options })
const snapshotOf = (nodes: readonly Json[], pods: readonly Json[] = []) => ({
  nodes,
  pods,
  namespaces: [],
  services: [],
})
const group = (name: string, minMember: number, pods: readonly string[]) => ({
  name,
  minMember,
  pods,
})

function nodesOf({ decisions }: z.output<typeof DecisionResponse>) {
  return Object.fromEntries(decisions.map((one) => [one.pod.name, one.node]))
}

const TIGHT = ['1', '1', '2', '2', '2'].map((cpu, index) => pod(`m${index}`, cpu))
const names = (pods: readonly Json[]) =>
  pods.map((one) => String((one['metadata'] as Json)['name']))

describe('groups of POST /v1/decisions', () => {
  it('places five of five that fit only if packed tightly, which greedy misses', async () => {
    const snapshot = snapshotOf([node('a', '4'), node('b', '4')])
    const groups = [group('five', 5, names(TIGHT))]
    const answer = await decide({ snapshot, pods: TIGHT, groups })
    expect(answer.searchedGroups).toMatchObject([
      { isPlaced: true, placed: 5, foundBy: 'search', greedy: 4, search: { ended: 'found' } },
    ])
    const nodes = Object.values(nodesOf(answer))
    expect(nodes).toHaveLength(5)
    expect(nodes.every((one) => one === 'a' || one === 'b')).toBe(true)
    const alone = await decide({ snapshot, pods: TIGHT })
    expect(Object.values(nodesOf(alone))).toContain(null)
  })

  it('proves at once that what is free in all does not do, of pods that all differ', async () => {
    const pods = Array.from({ length: 300 }, (_, index) => pod(`m${index}`, `${1000 + 7 * index}m`))
    const nodes = Array.from({ length: 50 }, (_, index) => node(`n${index}`, '8'))
    const answer = await decide({
      snapshot: snapshotOf(nodes),
      pods,
      groups: [group('all', 300, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([
      { isPlaced: false, placed: 0, search: { ended: 'exhausted', steps: 0 } },
    ])
  })

  it('gives a search up that is too long, and says so', async () => {
    const pods = Array.from({ length: 159 }, (_, index) =>
      pod(`m${index}`, `${1000 + ((37 * index) % 3000)}m`),
    )
    const nodes = Array.from({ length: 50 }, (_, index) => node(`n${index}`, '8'))
    const answer = await decide({
      snapshot: snapshotOf(nodes),
      pods,
      groups: [group('all', 159, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: false, search: { ended: 'cutOff' } }])
  })

  it('proves that six of six cannot, though the sum is free', async () => {
    const pods = Array.from({ length: 6 }, (_, index) => pod(`m${index}`, '2500m'))
    const snapshot = snapshotOf(['a', 'b', 'c', 'd'].map((name) => node(name, '4')))
    const answer = await decide({ snapshot, pods, groups: [group('six', 6, names(pods))] })
    expect(answer.searchedGroups).toMatchObject([
      { isPlaced: false, placed: 0, foundBy: null, greedy: 4, search: { ended: 'exhausted' } },
    ])
    expect(answer.decisions.map(({ outcome }) => outcome)).toEqual(Array(6).fill('unschedulable'))
    expect(answer.decisions[0]?.message).toBe(
      'gang six is not placed: 4 of 6 fit one after another, and no arrangement has room for all',
    )
  })

  it('tells of each member what would remain were the others placed', async () => {
    const pods = [pod('small', '1'), pod('large', '9'), pod('second', '3500m')]
    const answer = await decide({
      snapshot: snapshotOf([node('a', '4')]),
      pods,
      groups: [group('g', 3, names(pods))],
    })
    const denied = answer.searchedGroups?.[0]?.denied ?? []
    expect(denied.map((one) => [one.pod.name, one.message !== '', one.alone !== ''])).toEqual([
      ['large', true, true],
      ['second', true, false],
    ])
  })

  it('lets interleaved gangs not block one another', async () => {
    const pods = [0, 1, 2].flatMap((index) => [pod(`a${index}`, '1'), pod(`b${index}`, '1')])
    const groups = [group('a', 3, ['a0', 'a1', 'a2']), group('b', 3, ['b0', 'b1', 'b2'])]
    const answer = await decide({ snapshot: snapshotOf([node('n', '4')]), pods, groups })
    expect(answer.searchedGroups?.map((one) => [one.group, one.placed])).toEqual([
      ['a', 3],
      ['b', 0],
    ])
    const last = await decide({
      snapshot: snapshotOf([node('n', '4')]),
      pods: [...pods, pod('free', '1')],
      groups,
    })
    expect(nodesOf(last)['free']).toBe('n')
  })

  it('searches with every filter where members keep away from each other', async () => {
    const spec = {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { g: 'x' } } },
          ],
        },
      },
    }
    const pods = [
      pod('small', '1', { labels: { g: 'x' }, spec }),
      pod('large', '3', { labels: { g: 'x' }, spec }),
    ]
    const answer = await decide({
      snapshot: snapshotOf([node('big', '4'), node('little', '2')]),
      pods,
      groups: [group('pair', 2, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: true, foundBy: 'search' }])
    expect(nodesOf(answer)).toEqual({ small: 'little', large: 'big' })
  })

  it('tries other orders where one member must come after another', async () => {
    const follows = {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {
              topologyKey: 'kubernetes.io/hostname',
              labelSelector: { matchLabels: { g: 'lead' } },
            },
          ],
        },
      },
    }
    const pods = [
      pod('follower', '1', { spec: follows }),
      pod('leader', '1', { labels: { g: 'lead' } }),
    ]
    const groups = [group('pair', 2, names(pods))]
    const snapshot = snapshotOf([node('a', '4'), node('b', '4')])
    const answer = await decide({ snapshot, pods, groups })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: true, foundBy: 'search', placed: 2 }])
    const nodes = nodesOf(answer)
    expect(nodes['follower']).toBe(nodes['leader'])
    // Room for one only: there is no order in which both fit.
    const narrow = snapshotOf([node('a', '1'), node('b', '1')])
    const none = await decide({ snapshot: narrow, pods, groups })
    expect(none.searchedGroups).toMatchObject([
      { isPlaced: false, search: { ended: 'exhausted' }, placed: 0 },
    ])
  })

  it('places members beyond the minimum where they fit', async () => {
    const pods = [0, 1, 2, 3].map((index) => pod(`m${index}`, '1'))
    const answer = await decide({
      snapshot: snapshotOf([node('a', '3')]),
      pods,
      groups: [group('g', 2, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: true, placed: 3, foundBy: 'greedy' }])
    expect(nodesOf(answer)).toEqual({ m0: 'a', m1: 'a', m2: 'a', m3: null })
  })

  it('displaces nobody', async () => {
    const snapshot = snapshotOf([node('a', '2')], [pod('low', '2', { node: 'a', priority: 0 })])
    const pods = [pod('m0', '1', { priority: 100 }), pod('m1', '1', { priority: 100 })]
    const options = { explain: 'full' }
    const answer = await decide({ snapshot, pods, groups: [group('g', 2, names(pods))], options })
    expect(answer.decisions.map(({ preemption }) => preemption ?? null)).toEqual([null, null])
  })

  it.each([
    {
      kind: 'scheduling.k8s.io',
      object: { spec: { schedulingPolicy: { gang: { minCount: 2 } } } },
      mark: { spec: { schedulingGroup: { podGroupName: 'g' } } },
    },
    {
      kind: 'coscheduling',
      object: { spec: { minMember: 2 } },
      mark: { labels: { 'scheduling.x-k8s.io/pod-group': 'g' } },
    },
    {
      kind: 'kube-batch',
      object: { spec: { minMember: 2 } },
      mark: { annotations: { 'scheduling.k8s.io/group-name': 'g' } },
    },
  ])('knows the members of a PodGroup of $kind, those that run too', async ({ object, mark }) => {
    const { spec, ...metadata } = mark as { spec?: Json }
    const member = (name: string, on?: string) => {
      const made = pod(name, '1', { ...(on && { node: on }), ...(spec && { spec }) })
      return { ...made, metadata: { ...(made['metadata'] as Json), ...metadata } }
    }
    const groups = [{ kind: 'PodGroup', metadata: { name: 'g' }, ...object }]
    const full = snapshotOf([node('a', '2')], [member('old', 'a')])
    const answer = await decide({ snapshot: full, pods: [member('new')], groups })
    expect(answer.searchedGroups).toMatchObject([
      { group: 'default/g', minMember: 2, members: 1, running: 1, isPlaced: true, placed: 1 },
    ])
    const bare = await decide({
      snapshot: snapshotOf([node('a', '2')]),
      pods: [member('new')],
      groups,
    })
    expect(bare.searchedGroups).toMatchObject([{ isPlaced: false, because: 'tooFewMembers' }])
    expect(bare.decisions[0]?.message).toBe('gang default/g is not placed: it has 1 of 2 members')
  })

  it('says when nobody can know whether a member fits', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    const pods = [pod('m0', '1'), pod('m1', '1', { spec: { volumes } })]
    const answer = await decide({
      snapshot: snapshotOf([node('a', '4')]),
      pods,
      groups: [group('g', 2, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: false, because: 'unknown' }])
  })

  it('gives a search up at its bound, and says so', async () => {
    // A bin packing without a solution, of sizes that are all unlike.
    const sizes = Array.from({ length: 40 }, (_, index) => 1000 + ((index * 7919) % 997))
    const pods = sizes.map((size, index) => pod(`m${index}`, `${size}m`))
    const half = Math.floor(sizes.reduce((sum, size) => sum + size, 0) / 8)
    const nodes = Array.from({ length: 8 }, (_, index) => node(`n${index}`, `${half - 1 + index}m`))
    const answer = await decide({
      snapshot: snapshotOf(nodes),
      pods,
      groups: [group('g', pods.length, names(pods))],
    })
    expect(answer.searchedGroups).toMatchObject([{ isPlaced: false }])
    expect(answer.decisions[0]?.message).toMatch(/cut off|no arrangement/)
  }, 30_000)
})

describe('groups are refused', () => {
  const snapshot = snapshotOf([node('a', '4')])
  const pods = [pod('m0', '1'), pod('m1', '1')]

  it.each([
    {
      name: 'with a pod that nobody decides',
      groups: [group('g', 1, ['other'])],
      pointer: '/groups/0/pods/0',
    },
    {
      name: 'with a pod in two of them',
      groups: [group('g', 1, ['m0']), group('h', 1, ['m0'])],
      pointer: '/groups/1',
    },
    {
      name: 'of one name',
      groups: [group('g', 1, ['m0']), group('g', 1, ['m1'])],
      pointer: '/groups/1',
    },
    {
      name: 'without a minimum',
      groups: [{ kind: 'PodGroup', metadata: { name: 'g' }, spec: { minMember: 0 } }],
      pointer: '/groups/0/spec',
    },
    {
      name: 'without a name',
      groups: [{ kind: 'PodGroup', metadata: {}, spec: { minMember: 1 } }],
      pointer: '/groups/0/metadata/name',
    },
    { name: 'when there are none', groups: [], pointer: '/groups' },
    { name: 'that are something else', groups: [{ kind: 'Job' }], pointer: '/groups/0' },
  ])('$name', async ({ groups, pointer }) => {
    const problem = await readProblem(await client.decide({ snapshot, pods, groups }))
    expect(problem.status).toBe(422)
    expect(problem.errors.map((one) => one.pointer)).toContain(pointer)
  })

  it('together with options.gangs', async () => {
    const body = { snapshot, pods, groups: [group('g', 1, ['m0'])], options: { gangs: true } }
    const problem = await readProblem(await client.decide(body))
    expect(problem.errors).toMatchObject([{ pointer: '/groups' }])
  })
})

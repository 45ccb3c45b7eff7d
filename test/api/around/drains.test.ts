import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { DrainResponse } from '../../../schemas/around/drain-response.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod, type PodOptions } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return client.request('/v1/drains', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function drain(body: object): Promise<z.output<typeof DrainResponse>> {
  const response = await post(body)
  expect(response.status, await response.clone().text()).toBe(200)
  return DrainResponse.parse(await response.json())
}

const REPLICA_SET = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }
const node = (name: string, cpu = '4') => makeNode(name, { allocatable: { cpu } })
const web = (name: string, on: string, cpu = '1', options: PodOptions = {}) =>
  makePod(name, {
    node: on,
    requests: { cpu },
    labels: { app: 'web' },
    owner: REPLICA_SET,
    ...options,
  })

function snapshotOf(nodes: readonly Json[], pods: readonly Json[], more: object = {}): object {
  return { nodes, pods, namespaces: [], services: [], podDisruptionBudgets: [], ...more }
}

function budget(name: string, app: string, status: object, spec: object = {}): Json {
  return {
    metadata: { name, namespace: 'default' },
    spec: { selector: { matchLabels: { app } }, ...spec },
    status,
  }
}

/** Where each pod went, wave by wave. */
function placesOf({ waves }: z.output<typeof DrainResponse>) {
  return waves.map(({ moves }) => moves.map(({ pod, to }) => `${pod.name}>${to?.node ?? '-'}`))
}

describe('POST /v1/drains', () => {
  it('decides every pod on top of what moved before it', async () => {
    // b has room for two of three, c for one.
    const nodes = [node('a'), node('b', '2'), node('c', '1')]
    const pods = [web('w1', 'a'), web('w2', 'a'), web('w3', 'a')]
    const answer = await drain({ snapshot: snapshotOf(nodes, pods), nodes: ['a'] })
    expect(answer).toMatchObject({
      isWhole: true,
      nodes: [{ node: 'a', outcome: 'emptied', evicted: 3, stays: 0 }],
      summary: { emptied: 1, moved: 3, pending: 0, lost: 0 },
    })
    const [wave = []] = placesOf(answer)
    expect(wave.map((one) => one.slice(-1)).sort()).toEqual(['b', 'b', 'c'])
  })

  it('tells of a pod that finds no node what keeps it off', async () => {
    const pods = [web('w1', 'a', '3'), web('w2', 'b', '3')]
    const answer = await drain({ snapshot: snapshotOf([node('a'), node('b')], pods), nodes: ['a'] })
    expect(answer).toMatchObject({
      isWhole: false,
      summary: { emptied: 1, moved: 0, pending: 1 },
      waves: [
        {
          moves: [
            {
              pod: { name: 'w1' },
              to: {
                outcome: 'unschedulable',
                node: null,
                message:
                  '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable. preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
              },
            },
          ],
        },
      ],
    })
    const causes = answer.waves[0]?.moves[0]?.to?.causes ?? []
    expect(causes.map(({ reason }) => reason).sort()).toEqual([
      'Insufficient cpu',
      'node(s) had untolerated taint(s)',
      'node(s) were unschedulable',
    ])
  })

  it('moves no pod to a node that is drained later', async () => {
    const nodes = [node('a'), node('b'), node('c')]
    const pods = [web('w1', 'a'), web('w2', 'b')]
    const answer = await drain({ snapshot: snapshotOf(nodes, pods), nodes: ['a', 'b'] })
    expect(placesOf(answer)).toEqual([['w1>c'], ['w2>c']])
    expect(answer.waves.map(({ empties }) => empties)).toEqual([['a'], ['b']])
  })

  it('drains several nodes at once where it may', async () => {
    const nodes = [node('a'), node('b'), node('c')]
    const pods = [web('w1', 'a'), web('w2', 'b')]
    const answer = await drain({
      snapshot: snapshotOf(nodes, pods),
      nodes: ['a', 'b'],
      flags: { nodesAtOnce: 2 },
    })
    expect(answer.waves).toMatchObject([{ empties: ['a', 'b'] }])
  })

  it('evicts in waves as the budget allows, and says how long each takes', async () => {
    const nodes = [node('a'), node('b')]
    const pods = [
      web('w1', 'a', '1', { spec: { terminationGracePeriodSeconds: 5 } }),
      web('w2', 'a'),
      web('w3', 'a'),
    ]
    const status = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2 }
    const podDisruptionBudgets = [budget('web', 'web', status)]
    const answer = await drain({
      snapshot: snapshotOf(nodes, pods, { podDisruptionBudgets }),
      nodes: ['a'],
    })
    expect(placesOf(answer)).toEqual([['w1>b'], ['w2>b'], ['w3>b']])
    expect(answer.waves.map(({ empties, takesSeconds }) => [empties, takesSeconds])).toEqual([
      [[], 5],
      [[], 30],
      [['a'], 30],
    ])
  })

  it('gets stuck where the budget is not given back, in the words of the API server', async () => {
    const nodes = [node('a'), node('b', '1')]
    const pods = [web('w1', 'a'), web('w2', 'a')]
    const status = { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 }
    const podDisruptionBudgets = [budget('web', 'web', status)]
    const snapshot = snapshotOf(nodes, [...pods, web('w0', 'b')], { podDisruptionBudgets })
    const answer = await drain({ snapshot, nodes: ['a'] })
    expect(placesOf(answer)).toEqual([['w1>-']])
    expect(answer.nodes).toMatchObject([{ outcome: 'stuck', evicted: 1 }])
    expect(answer.stuck).toEqual([
      {
        pod: { namespace: 'default', name: 'w2', uid: 'uid-default-w2' },
        node: 'a',
        budgets: ['default/web'],
        because:
          "Cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently",
      },
    ])
  })

  it.each([
    {
      name: 'two budgets for one pod are one too many',
      budgets: [
        budget('one', 'web', { disruptionsAllowed: 5 }),
        budget('two', 'web', { disruptionsAllowed: 5 }),
      ],
      because: /more than one PodDisruptionBudget/,
    },
    {
      name: 'a budget that its controller has not seen allows nothing',
      budgets: [
        {
          ...budget('web', 'web', { disruptionsAllowed: 5, observedGeneration: 1 }),
          metadata: { name: 'web', namespace: 'default', generation: 2 },
        },
      ],
      because: /still being processed/,
    },
    {
      name: 'below zero nothing is allowed either',
      budgets: [budget('web', 'web', { disruptionsAllowed: -1 })],
      because: /negative/,
    },
  ])('$name', async ({ budgets, because }) => {
    const more = { podDisruptionBudgets: budgets }
    const snapshot = snapshotOf([node('a'), node('b')], [web('w1', 'a')], more)
    const answer = await drain({ snapshot, nodes: ['a'] })
    expect(answer.stuck[0]?.because).toMatch(because)
    expect(answer.waves).toEqual([])
  })

  it.each([
    { name: 'policy/v1', apiVersion: 'policy/v1', waves: 2 },
    { name: 'the version that is not named', apiVersion: undefined, waves: 2 },
    { name: 'policy/v1beta1, where it selects none', apiVersion: 'policy/v1beta1', waves: 1 },
  ])(
    'lets an empty selector select every pod of its namespace: $name',
    async ({ apiVersion, waves }) => {
      const status = { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1 }
      const all = { ...budget('all', '', status, { selector: {} }), apiVersion }
      const pods = [web('w1', 'a'), web('bare', 'a', '1', { labels: {} })]
      const more = { podDisruptionBudgets: [all] }
      const snapshot = snapshotOf([node('a'), node('b')], pods, more)
      const answer = await drain({ snapshot, nodes: ['a'] })
      expect(answer.waves).toHaveLength(waves)
      expect(answer.summary.moved).toBe(2)
    },
  )

  it('lets a budget without a selector select nothing', async () => {
    const status = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 }
    const none = budget('none', '', status, { selector: undefined })
    const more = { podDisruptionBudgets: [none] }
    const snapshot = snapshotOf([node('a'), node('b')], [web('w1', 'a')], more)
    const answer = await drain({ snapshot, nodes: ['a'] })
    expect(answer.summary.moved).toBe(1)
  })

  it.each([
    {
      name: 'more are healthy than it needs',
      conditions: [],
      because: 'The disruption budget web does not allow evicting pods currently',
    },
    {
      name: 'more are healthy than it needs, and its controller says why',
      conditions: [
        { type: 'DisruptionAllowed', status: 'False', reason: 'Odd', message: 'for some reason' },
      ],
      because:
        'The disruption budget web does not allow evicting pods currently (Odd): for some reason',
    },
    {
      name: 'its controller could not count',
      conditions: [
        { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'no scale' },
      ],
      because:
        'The disruption budget web does not allow evicting pods currently because it failed sync: no scale',
    },
  ])(
    'tells of a spent budget what the API server tells: $name',
    async ({ conditions, because }) => {
      const status = { disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 2, conditions }
      const more = { podDisruptionBudgets: [budget('web', 'web', status)] }
      const snapshot = snapshotOf([node('a'), node('b')], [web('w1', 'a')], more)
      const answer = await drain({ snapshot, nodes: ['a'] })
      expect(answer.stuck[0]?.because).toBe(
        `Cannot evict pod as it would violate the pod's disruption budget. ${because}`,
      )
    },
  )

  it.each([
    {
      name: 'not ready, and enough others are',
      ready: 'False',
      healthy: 2,
      policy: undefined,
      goes: true,
    },
    {
      name: 'not ready, and too few others are',
      ready: 'False',
      healthy: 1,
      policy: undefined,
      goes: false,
    },
    {
      name: 'not ready, and that does not matter',
      ready: 'False',
      healthy: 1,
      policy: 'AlwaysAllow',
      goes: true,
    },
    { name: 'ready', ready: 'True', healthy: 2, policy: 'AlwaysAllow', goes: false },
  ])(
    'evicts under a spent budget a pod that is $name: $goes',
    async ({ ready, healthy, policy, goes }) => {
      const status = { conditions: [{ type: 'Ready', status: ready }] }
      const pod = web('w1', 'a', '1', { status })
      const spent = { disruptionsAllowed: 0, currentHealthy: healthy, desiredHealthy: 2 }
      const podDisruptionBudgets = [
        budget('web', 'web', spent, { unhealthyPodEvictionPolicy: policy }),
      ]
      const snapshot = snapshotOf([node('a'), node('b')], [pod], { podDisruptionBudgets })
      const answer = await drain({ snapshot, nodes: ['a'] })
      expect(answer.summary.moved).toBe(goes ? 1 : 0)
    },
  )

  it("leaves what kubectl leaves: a DaemonSet's pods, static pods, pods that go already", async () => {
    const daemon = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' }
    const mirror = makePod('static-a', { node: 'a' })
    const pods = [
      makePod('agent-a', { node: 'a', owner: daemon }),
      {
        ...mirror,
        metadata: { name: 'static-a', annotations: { 'kubernetes.io/config.mirror': 'x' } },
      },
      web('going', 'a', '1', { terminating: true }),
      web('done', 'a', '1', { status: { phase: 'Succeeded' } }),
    ]
    const snapshot = snapshotOf([node('a'), node('b')], pods)
    const answer = await drain({ snapshot, nodes: ['a'] })
    expect(answer.nodes).toEqual([
      { node: 'a', outcome: 'emptied', evicted: 0, stays: 3, finished: 1 },
    ])
    expect(answer.stays.map(({ pod, because }) => `${pod.name}: ${because}`)).toEqual([
      'agent-a: its DaemonSet would make it anew on this node',
      'static-a: it is static: only its kubelet can stop it',
      'going: it is being deleted already',
    ])
  })

  it.each([
    {
      flags: {},
      pod: makePod('bare', { node: 'a' }),
      because: 'Pods declare no controller (use --force to override)',
    },
    {
      flags: {},
      pod: web('w1', 'a', '1', { spec: { volumes: [{ name: 'tmp', emptyDir: {} }] } }),
      because: 'Pods with local storage (use --delete-emptydir-data to override)',
    },
    {
      flags: { ignoreDaemonSets: false },
      pod: makePod('agent', {
        node: 'a',
        owner: { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' },
      }),
      because: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)',
    },
  ])('drains nothing of a node for: $because', async ({ flags, pod, because }) => {
    const snapshot = snapshotOf([node('a'), node('b')], [pod, web('w2', 'a')])
    const answer = await drain({ snapshot, nodes: ['a'], flags })
    expect(answer.nodes).toMatchObject([{ outcome: 'refused', evicted: 0 }])
    expect(answer.refused.map((one) => one.because)).toEqual([because])
    expect(answer.waves).toEqual([])
  })

  it('with force evicts a bare pod, which nobody makes anew', async () => {
    const snapshot = snapshotOf([node('a'), node('b')], [makePod('bare', { node: 'a' })])
    const answer = await drain({ snapshot, nodes: ['a'], flags: { force: true } })
    expect(answer.summary).toMatchObject({ lost: 1, moved: 0 })
    expect(answer.waves[0]?.moves[0]).toMatchObject({ recreatedBy: null, to: null })
  })

  it('tells what it costs in preemptions, and where those go', async () => {
    const nodes = [node('a'), node('b'), node('c', '2')]
    const pods = [
      web('low', 'b', '2', { priority: 1 }),
      web('mid', 'b', '2', { priority: 500 }),
      web('high', 'a', '3', { priority: 1000 }),
    ]
    const snapshot = snapshotOf(nodes, pods)
    const answer = await drain({ snapshot, nodes: ['a'] })
    expect(answer.waves).toMatchObject([
      {
        moves: [
          {
            pod: { name: 'high' },
            displaced: false,
            to: { node: 'b', displaces: [{ name: 'mid' }, { name: 'low' }] },
          },
          { pod: { name: 'mid' }, displaced: true, to: { node: 'c' } },
          { pod: { name: 'low' }, displaced: true, to: { outcome: 'unschedulable' } },
        ],
      },
    ])
    expect(answer.summary).toMatchObject({ moved: 2, pending: 1, displaced: 2 })
    const kept = await drain({ snapshot, nodes: ['a'], options: { preemption: false } })
    expect(kept.summary).toMatchObject({ moved: 0, pending: 1, displaced: 0 })
  })

  it('sees that a pod which tolerates the cordon comes back', async () => {
    const tolerations = [{ operator: 'Exists' }]
    const pods = [web('w1', 'a', '1', { spec: { tolerations } }), web('w2', 'b', '4')]
    const answer = await drain({ snapshot: snapshotOf([node('a'), node('b')], pods), nodes: ['a'] })
    expect(answer).toMatchObject({ isWhole: false, nodes: [{ outcome: 'refilled' }] })
    expect(placesOf(answer)).toEqual([['w1>a']])
  })

  it('does not guess where a pod goes that asks for what was not seen', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    const pods = [web('w1', 'a', '1', { spec: { volumes } })]
    const answer = await drain({ snapshot: snapshotOf([node('a'), node('b')], pods), nodes: ['a'] })
    expect(answer.waves[0]?.moves[0]?.to).toMatchObject({ outcome: 'unknown', node: null })
    expect(answer).toMatchObject({ isWhole: false, summary: { pending: 0, notJudged: 1 } })
  })

  it('says that budgets were not seen', async () => {
    const snapshot = { nodes: [node('a')], pods: [], namespaces: [], services: [] }
    const { input } = await drain({ snapshot, nodes: ['a'] })
    expect(input.notEvaluated).toMatchObject([
      {
        what: 'podDisruptionBudgets',
        affects: 'preview',
        reason: expect.stringContaining('eviction'),
      },
    ])
  })

  it('says what was taken as empty where pods went on', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    const pods = [web('w1', 'a', '1', { spec: { volumes } })]
    const snapshot = snapshotOf([node('a'), node('b')], pods)
    const options = { absentKinds: 'empty' }
    const answer = await drain({ snapshot, nodes: ['a'], options })
    expect(answer.waves[0]?.moves[0]?.to).toMatchObject({ outcome: 'unschedulable' })
    expect(answer.input.notEvaluated).toMatchObject([
      { what: 'persistentVolumeClaims', affects: 'outcome' },
    ])
    const all = await drain({ snapshot, consolidate: { nodes: ['a'] }, options })
    expect(all.consolidation?.kept).toMatchObject([{ node: 'a' }])
    expect(all.input.notEvaluated).toEqual(answer.input.notEvaluated)
  })

  it('does not guess where a pod goes whose volumes are made with it', async () => {
    const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: {} } } }]
    const more = { persistentVolumeClaims: [], persistentVolumes: [], storageClasses: [] }
    const pods = [web('w1', 'a', '1', { spec: { volumes } })]
    const answer = await drain({
      snapshot: snapshotOf([node('a'), node('b')], pods, more),
      nodes: ['a'],
    })
    expect(answer).toMatchObject({ isWhole: false, summary: { notJudged: 1, moved: 0 } })
  })
})

describe('POST /v1/drains with consolidate', () => {
  it('empties as many nodes as there can be, and proves that it is all', async () => {
    // 6 cores in use; two nodes of 4 hold them, but no single one.
    const nodes = ['a', 'b', 'c', 'd'].map((name) => node(name))
    const pods = [
      web('w1', 'a', '2'),
      web('w2', 'b', '1'),
      web('w3', 'c', '2'),
      web('w4', 'd', '1'),
    ]
    const answer = await drain({ snapshot: snapshotOf(nodes, pods), consolidate: {} })
    expect(answer.consolidation).toMatchObject({ emptied: 2, atMost: 2 })
    expect(answer).toMatchObject({ isWhole: true, summary: { emptied: 2, moved: 2, pending: 0 } })
    expect(answer.nodes.map((one) => one.node)).toEqual(['b', 'd'])
  })

  it('keeps nodes that kubectl would not drain, and says why', async () => {
    const pods = [makePod('bare', { node: 'a' }), web('w1', 'b')]
    const answer = await drain({
      snapshot: snapshotOf([node('a'), node('b'), node('c')], pods),
      consolidate: {},
    })
    expect(answer.consolidation?.kept).toEqual([
      { node: 'a', because: 'Pods declare no controller (use --force to override)' },
    ])
    expect(answer.nodes.map((one) => one.node)).toEqual(['c', 'b'])
  })

  it('displaces nobody', async () => {
    const pods = [web('high', 'a', '3', { priority: 1000 }), web('low', 'b', '3', { priority: 1 })]
    const answer = await drain({
      snapshot: snapshotOf([node('a'), node('b')], pods),
      consolidate: {},
    })
    expect(answer.consolidation).toMatchObject({ emptied: 0, tries: expect.any(Number) })
    expect(answer).toMatchObject({ waves: [], isWhole: true })
    expect(answer.consolidation?.kept.map(({ because }) => because)).toEqual([
      expect.stringMatching(/^if it is emptied too, default\/high: .*Insufficient cpu/i),
      expect.stringMatching(/^if it is emptied too, default\/low: .*Insufficient cpu/i),
    ])
  })

  it('respects anti-affinity: each pod needs a node of its own', async () => {
    const alone = {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
        ],
      },
    }
    const nodes = ['a', 'b', 'c'].map((name) => node(name))
    const pods = ['a', 'b'].map((on) => web(`w-${on}`, on, '1', { spec: { affinity: alone } }))
    const answer = await drain({ snapshot: snapshotOf(nodes, pods), consolidate: {} })
    expect(answer.nodes.map((one) => one.node)).toEqual(['c'])
  })
})

describe('POST /v1/drains refuses', () => {
  const snapshot = snapshotOf([node('a')], [])

  it.each([
    { name: 'both', body: { snapshot, nodes: ['a'], consolidate: {} }, pointer: '' },
    { name: 'neither', body: { snapshot }, pointer: '' },
    { name: 'an unknown node', body: { snapshot, nodes: ['x'] }, pointer: '/nodes/0' },
    { name: 'a node twice', body: { snapshot, nodes: ['a', 'a'] }, pointer: '/nodes/1' },
    { name: 'no nodes', body: { snapshot, nodes: [] }, pointer: '/nodes' },
    {
      name: 'unknown candidates',
      body: { snapshot, consolidate: { nodes: ['a', 'x'] } },
      pointer: '/consolidate/nodes/1',
    },
  ])('$name', async ({ body, pointer }) => {
    const problem = await readProblem(await post(body))
    expect(problem.status).toBe(422)
    expect(problem.errors.map((one) => one.pointer)).toContain(pointer)
  })

  it('more pods than one request may move', async () => {
    const small = makeClient({ limits: { pods: 1 } })
    const body = { snapshot: snapshotOf([node('a')], [web('1', 'a'), web('2', 'a')]), nodes: ['a'] }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const problem = await readProblem(await small.request('/v1/drains', init))
    expect(problem).toMatchObject({ code: 'too-many', status: 413 })
  })
})

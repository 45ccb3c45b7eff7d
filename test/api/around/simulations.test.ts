import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { SimulationResponse } from '../../../schemas/around/simulation-response.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod, type PodOptions } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return client.request('/v1/simulations', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function simulate(body: object): Promise<z.output<typeof SimulationResponse>> {
  const response = await post(body)
  expect(response.status, await response.clone().text()).toBe(200)
  return SimulationResponse.parse(await response.json())
}

const node = (name: string, cpu = '1') => makeNode(name, { allocatable: { cpu } })
const pod = (name: string, cpu = '1', options: PodOptions = {}) =>
  makePod(name, { requests: { cpu }, ...options })
const snapshotOf = (nodes: readonly Json[], pods: readonly Json[] = []) => ({
  nodes,
  pods,
  namespaces: [],
  services: [],
  podDisruptionBudgets: [],
})
const create = (at: number, made: Json, runSeconds?: number) => ({
  at,
  createPods: [{ pod: made, ...(runSeconds !== undefined && { runSeconds }) }],
})
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }

/** What happened to whom, and when. */
function storyOf({ events }: z.output<typeof SimulationResponse>): string[] {
  return events
    .filter(({ kind }) => kind !== 'created')
    .map(({ at, kind, pod: one, node: on }) => `${at} ${one?.name ?? '-'} ${kind} ${on ?? '-'}`)
}

describe('POST /v1/simulations', () => {
  it('has a pod wait until another has finished', async () => {
    const answer = await simulate({
      snapshot: snapshotOf([node('n')]),
      script: [create(0, pod('first'), 10), create(2, pod('second'), 10)],
      until: 60,
    })
    expect(storyOf(answer)).toEqual([
      '0 first scheduled n',
      '2 second unschedulable -',
      '10 first finished n',
      '10 second scheduled n',
      '20 second finished n',
    ])
    expect(answer.waits).toEqual([
      { priority: 0, pods: 2, scheduled: 2, meanSeconds: 4, medianSeconds: 0, maxSeconds: 8 },
    ])
    expect(answer.utilisation.cpu).toBeCloseTo(20 / 60)
  })

  it.each([
    {
      why: 'that no node is its own by what leaves a node',
      waiting: pod('waiting', '1', { spec: { nodeSelector: { disk: 'ssd' } } }),
      attempts: 1,
    },
    { why: 'that lacks room by it', waiting: pod('waiting', '2'), attempts: 3 },
  ])('tries no pod again $why: hints', async ({ waiting, attempts }) => {
    const answer = await simulate({
      snapshot: snapshotOf([node('n')]),
      script: [create(0, waiting), create(1, pod('a'), 20), create(40, pod('b'), 20)],
      until: 100,
    })
    expect(answer.pods.find(({ pod: one }) => one.name === 'waiting')).toMatchObject({
      state: 'unschedulable',
      attempts,
    })
  })

  it.each([
    { what: 'deleted', step: { deletePods: ['default/lost'] } },
    { what: 'finished', step: { finishPods: ['default/lost'] } },
    { what: 'left behind as nodes come', step: { addNodes: [node('m')] } },
  ])('takes a pod on a node that the snapshot lacks as none: $what', async ({ step }) => {
    const lost = pod('lost', '1', { node: 'gone' })
    const answer = await simulate({
      snapshot: snapshotOf([node('n')], [lost]),
      script: [{ at: 1, ...step }, create(40, pod('a'))],
      until: 60,
    })
    expect(storyOf(answer)).toContain('40 a scheduled n')
  })

  it('tries a pod that found no node at all by its back-off, as after an error', async () => {
    const answer = await simulate({
      snapshot: snapshotOf([]),
      script: [create(0, pod('waiting')), { at: 3.5, addNodes: [node('n')] }],
      until: 60,
    })
    expect(answer.pods).toMatchObject([{ state: 'running', attempts: 3, scheduledAt: 5 }])
  })

  it('gives the queue out by priority, then time', async () => {
    const answer = await simulate({
      snapshot: snapshotOf([node('n')]),
      script: [
        create(0, pod('running'), 10),
        create(1, pod('early')),
        create(2, pod('late', '1', { priority: 5, spec: { preemptionPolicy: 'Never' } })),
      ],
      until: 60,
    })
    expect(storyOf(answer).slice(-2)).toEqual(['10 running finished n', '10 late scheduled n'])
    expect(answer.pods.at(1)).toMatchObject({ state: 'unschedulable', attempts: 2 })
  })

  it.each([
    { profile: 'kubernetes-1.37', at: 1.5, why: 'cuts a back-off short where nothing else waits' },
    { profile: 'kubernetes-1.32', at: 2, why: 'waits until the back-off of 1 s is over' },
    { profile: 'classic-1.10', at: 2, why: 'comes back when the back-off of 1 s is over' },
  ])('$profile $why', async ({ profile, at }) => {
    const answer = await simulate({
      snapshot: snapshotOf([node('n')]),
      script: [create(0, pod('first'), 1.5), create(1, pod('second'))],
      until: 30,
      profile,
    })
    expect(answer.pods.at(1)).toMatchObject({ state: 'running', scheduledAt: at })
  })

  it.each([
    [0.5, 1],
    [1.5, 2],
    [3.5, 3],
    [7.5, 4],
    [15.5, 5],
    [62, 6],
    [64, 7],
    [122, 7],
    [124, 8],
  ])(
    'doubles the back-off up to a minute: within %s s there are %s attempts',
    async (until, attempts) => {
      const answer = await simulate({
        snapshot: snapshotOf([node('n')]),
        script: [create(0, pod('large', '2'))],
        until,
        profile: 'classic-1.10',
      })
      expect(answer.pods).toMatchObject([{ attempts, state: 'backingOff' }])
    },
  )

  it('tries a pod that nothing helps every five minutes', async () => {
    const answer = await simulate({
      snapshot: snapshotOf([node('n')]),
      script: [create(0, pod('large', '2'))],
      until: 1000,
    })
    expect(answer.pods).toMatchObject([{ attempts: 4, state: 'unschedulable' }])
    expect(storyOf(answer)).toEqual(['0 large unschedulable -'])
  })

  it('preempts with the grace of the victim, whose controller makes it anew', async () => {
    const victim = pod('low', '1', { node: 'n', owner, priority: 0 })
    const answer = await simulate({
      snapshot: snapshotOf([node('n')], [victim]),
      script: [create(5, pod('high', '1', { priority: 100 }), 10)],
      until: 100,
    })
    expect(storyOf(answer)).toEqual([
      '5 high unschedulable -',
      '5 low preempted n',
      '5 low~2 unschedulable -',
      '35 low left n',
      '35 high scheduled n',
      '45 high finished n',
      '45 low~2 scheduled n',
    ])
    expect(answer.events.find(({ kind }) => kind === 'preempted')?.message).toBe('default/high')
    expect(answer.pods.map(({ state }) => state)).toEqual(['lost', 'finished', 'running'])
  })

  it('lets nodes come and go', async () => {
    const running = pod('web', '1', { node: 'a', owner })
    const answer = await simulate({
      snapshot: snapshotOf([node('a')], [running, pod('waiting')]),
      script: [
        { at: 10, addNodes: [node('b')] },
        { at: 20, removeNodes: ['a'] },
        { at: 30, addNodes: [node('a')] },
      ],
      until: 100,
    })
    expect(storyOf(answer)).toEqual([
      '0 waiting unschedulable -',
      '10 - nodes b',
      '10 waiting scheduled b',
      '20 - nodes a',
      '20 web lost a',
      '20 web~2 unschedulable -',
      '30 - nodes a',
      '30 web~2 scheduled a',
    ])
    expect(answer.utilisation.series.map(({ at, nodes, pods }) => [at, nodes, pods])).toEqual([
      [0, 1, 1],
      [10, 2, 2],
      [20, 1, 1],
      [30, 2, 2],
    ])
  })

  it('deletes with grace, and finishes without', async () => {
    const spec = { terminationGracePeriodSeconds: 7 }
    const pods = [pod('a', '1', { node: 'n', spec }), pod('b', '1', { node: 'n' })]
    const answer = await simulate({
      snapshot: snapshotOf([node('n', '2')], [...pods, pod('next', '2')]),
      script: [{ at: 1, deletePods: ['a'], finishPods: ['default/b'] }],
      until: 100,
      events: 'placements',
    })
    expect(storyOf(answer)).toEqual([
      '1 b finished n',
      '1 a deleted n',
      '8 a left n',
      '8 next scheduled n',
    ])
  })

  it('makes copies, and places them one on top of another', async () => {
    const answer = await simulate({
      snapshot: snapshotOf([node('a', '2'), node('b', '2')]),
      script: [{ at: 0, createPods: [{ pod: pod('job'), copies: 5, runSeconds: 60 }] }],
      until: 120,
    })
    expect(answer.pods.map(({ pod: { name }, scheduledAt }) => `${name} ${scheduledAt}`)).toEqual([
      'job-0 0',
      'job-1 0',
      'job-2 0',
      'job-3 0',
      'job-4 60',
    ])
  })

  it('leaves alone what nothing will have tried', async () => {
    const gated = pod('gated', '1', { spec: { schedulingGates: [{ name: 'g' }] } })
    const other = pod('other', '1', { spec: { schedulerName: 'another' } })
    const answer = await simulate({
      snapshot: snapshotOf([node('n', '4')], [gated, other]),
      until: 10,
    })
    expect(answer.pods.map(({ state }) => state)).toEqual(['outside', 'outside'])
  })

  it('answers the same bytes to the same request', async () => {
    const body = {
      snapshot: snapshotOf([node('a', '2'), node('b', '2')]),
      script: [{ at: 0, createPods: [{ pod: pod('job'), copies: 9, runSeconds: 7 }] }],
      until: 60,
    }
    expect(await (await post(body)).text()).toBe(await (await post(body)).text())
  })

  it('says what was taken as empty once nodes have come', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    const answer = await simulate({
      snapshot: snapshotOf([]),
      script: [
        { at: 1, addNodes: [node('late')] },
        create(2, pod('web', '1', { spec: { volumes } })),
      ],
      until: 10,
      options: { absentKinds: 'empty' },
    })
    expect(answer.pods).toMatchObject([{ state: 'unschedulable' }])
    expect(answer.input.notEvaluated).toContainEqual(
      expect.objectContaining({ what: 'persistentVolumeClaims', affects: 'outcome' }),
    )
  })
})

describe('POST /v1/simulations refuses', () => {
  const snapshot = snapshotOf([node('n')], [pod('web', '1', { node: 'n' })])

  it.each([
    { name: 'a pod that is not there', step: { deletePods: ['none'] }, at: '/deletePods/0' },
    { name: 'a node that is there already', step: { addNodes: [node('n')] }, at: '/addNodes/0' },
    {
      name: 'to remove a node that is not there',
      step: { removeNodes: ['x'] },
      at: '/removeNodes/0',
    },
    {
      name: 'a node that is none',
      step: { addNodes: [makeNode('x', { allocatable: { cpu: 'much' } })] },
      at: '/addNodes/0/status/allocatable/cpu',
    },
    {
      name: 'a pod twice',
      step: { createPods: [{ pod: pod('web') }] },
      at: '/createPods/0/pod',
    },
    {
      name: 'copies of one name',
      step: {
        createPods: [
          { pod: pod('a'), copies: 2 },
          { pod: pod('a-0') },
          { pod: pod('a'), copies: 1 },
        ],
      },
      at: '/createPods/2/pod',
    },
    {
      name: 'a pod that names its node',
      step: { createPods: [{ pod: pod('x', '1', { node: 'n' }) }] },
      at: '/createPods/0/pod/spec/nodeName',
    },
    { name: 'what is no step', step: { explode: true }, at: '/explode' },
  ])('$name', async ({ step, at }) => {
    const body = { snapshot, script: [{ at: 1, ...step }], until: 10 }
    const problem = await readProblem(await post(body))
    expect(problem.status).toBe(422)
    expect(problem.errors.map(({ pointer }) => pointer)).toContain(`/script/0${at}`)
  })

  it('more pods than one request may have', async () => {
    const small = makeClient({ limits: { pods: 10 } })
    const script = [{ at: 0, createPods: [{ pod: pod('job'), copies: 11 }] }]
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ snapshot, script, until: 10 })
    const response = await small.request('/v1/simulations', { method: 'POST', headers, body })
    expect(await readProblem(response)).toMatchObject({ code: 'too-many', status: 413 })
  })
})

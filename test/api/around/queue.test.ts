import { describe, expect, it } from 'vitest'
import { QueueResponse } from '../../../schemas/around/queue-response.ts'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()
const NOW = '2026-11-21T12:00:00Z'

function post(path: string, request: object): Promise<Response> {
  return client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
}

async function ask(request: object): Promise<QueueResponse> {
  const response = await post('/v1/queue', { now: NOW, ...request })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const parsed = QueueResponse.parse(answer)
  expect(parsed).toEqual(answer)
  return parsed
}

interface PodParts {
  created?: string
  priority?: number
  cpu?: string
  spec?: object
  metadata?: object
  reason?: string
  toldAt?: string
}

function makePod(name: string, parts: PodParts = {}) {
  const { created, priority = 0, cpu = '1', spec, metadata, reason, toldAt } = parts
  const condition = { type: 'PodScheduled', status: 'False', reason, lastTransitionTime: toldAt }
  return {
    metadata: {
      name,
      ...(created && { creationTimestamp: `2026-11-21T${created}Z` }),
      ...metadata,
    },
    spec: { priority, containers: [{ name: 'c', resources: { requests: { cpu } } }], ...spec },
    ...(reason && { status: { conditions: [condition] } }),
  }
}

const node = (name: string, cpu = '4') => ({
  metadata: { name },
  status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
})

const names = (entries: readonly { pod: { name: string } }[]) => entries.map(({ pod }) => pod.name)

it('cannot tell of a pod that found no node what more rejects it', async () => {
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }]
  const pod = makePod('db', {
    spec: { volumes },
    reason: 'Unschedulable',
    toldAt: '2026-11-21T11:00:00Z',
  })
  const snapshot = { nodes: [node('a')], pods: [pod] }
  const { unschedulable } = await ask({ snapshot })
  expect(unschedulable[0]).toMatchObject({ outcome: 'unknown', node: null })
  expect(unschedulable[0]?.unknown?.map(({ kind }) => kind)).toContain('PersistentVolumeClaim')
  const known = await ask({ snapshot, options: { absentKinds: 'empty' } })
  expect(known.unschedulable[0]).toMatchObject({ outcome: 'unschedulable' })
})

describe('pods that are tried next', () => {
  const pods = [
    makePod('young', { created: '11:59:00' }),
    makePod('old', { created: '11:00:00' }),
    makePod('high', { created: '11:59:30', priority: 10 }),
    makePod('twin', { created: '11:59:00' }),
    makePod('placed', { spec: { nodeName: 'n' } }),
  ]

  it.each([
    { profile: 'kubernetes-1.37', want: ['high', 'old', 'young', 'twin'], tied: ['young', 'twin'] },
    {
      profile: 'classic-1.12',
      want: ['high', 'young', 'old', 'twin'],
      tied: ['young', 'old', 'twin'],
    },
    { profile: 'classic-1.10', want: ['old', 'young', 'twin', 'high'], tied: ['young', 'twin'] },
  ])('are in the order of $profile', async ({ profile, want, tied }) => {
    const { active } = await ask({ snapshot: { nodes: [node('n')], pods }, profile })
    expect(names(active)).toEqual(want)
    expect(names(active.filter((entry) => entry.tied))).toEqual(tied)
  })

  it('take the priority of their class', async () => {
    const classed = makePod('classed', { spec: { priority: undefined, priorityClassName: 'top' } })
    const priorityClasses = [{ metadata: { name: 'top' }, value: 99 }]
    const { active } = await ask({
      snapshot: { nodes: [], pods: [...pods, classed], priorityClasses },
    })
    expect(active[0]).toMatchObject({ pod: { name: 'classed' }, priority: 99 })
  })
})

describe('pods that wait otherwise', () => {
  it('are told apart', async () => {
    const pods = [
      makePod('gated', { spec: { schedulingGates: [{ name: 'g' }] } }),
      makePod('going', { metadata: { deletionTimestamp: NOW } }),
      makePod('other', { spec: { schedulerName: 'volcano' } }),
      makePod('big', { cpu: '9', reason: 'Unschedulable', toldAt: '2026-11-21T11:00:00Z' }),
      makePod('broken', { reason: 'SchedulerError', toldAt: '2026-11-21T11:59:59.500Z' }),
      makePod('mended', { reason: 'SchedulerError', toldAt: '2026-11-21T11:59:00Z' }),
    ]
    const queue = await ask({ snapshot: { nodes: [node('n')], pods } })
    expect(queue.gated.map(({ pod, gates }) => [pod.name, gates])).toEqual([['gated', ['g']]])
    expect(names(queue.skipped)).toEqual(['going'])
    expect(queue.notResponsible).toMatchObject([
      { schedulerName: 'volcano', pods: [{ name: 'other' }] },
    ])
    expect(queue.unschedulable).toMatchObject([
      { pod: { name: 'big' }, failures: 1, assumed: true, plugins: ['NodeResourcesFit'] },
    ])
    expect(queue.backingOff).toMatchObject([
      { pod: { name: 'broken' }, backOffUntil: '2026-11-21T12:00:01.000Z' },
    ])
    expect(names(queue.active)).toEqual(['mended'])
  })

  it('are asked of every scheduler that the configuration has', async () => {
    const config = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [{ schedulerName: 'volcano' }],
    }
    const pods = [makePod('mine', { spec: { schedulerName: 'volcano' } }), makePod('theirs')]
    const queue = await ask({ snapshot: { nodes: [], pods }, config })
    expect(names(queue.active)).toEqual(['mine'])
    expect(queue.notResponsible[0]?.schedulerName).toBe('default-scheduler')
  })

  it('may fit by now, and wait for an event all the same', async () => {
    const pods = [makePod('small', { reason: 'Unschedulable' })]
    const { unschedulable } = await ask({ snapshot: { nodes: [node('n')], pods } })
    expect(unschedulable).toMatchObject([{ outcome: 'scheduled', node: 'n', plugins: [] }])
  })
})

describe('back-off', () => {
  const pods = [makePod('p', { cpu: '9', reason: 'Unschedulable' })]
  const asked = async (parts: object, unschedulable: number) => {
    const attempts = [{ pod: 'default/p', unschedulable, lastAttempt: '2026-11-21T11:59:00Z' }]
    const queue = await ask({ snapshot: { nodes: [node('n')], pods }, attempts, ...parts })
    return queue.unschedulable[0]?.backOffSeconds
  }

  it.each([
    { what: 'doubles from 1 s to 10 s', parts: {}, want: [1, 2, 4, 8, 10, 10] },
    {
      what: 'doubles to 60 s in classic releases',
      parts: { profile: 'classic-1.11' },
      want: [1, 2, 4, 8, 16, 32, 60],
    },
    {
      what: 'is as configured',
      parts: {
        config: {
          apiVersion: 'kubescheduler.config.k8s.io/v1',
          kind: 'KubeSchedulerConfiguration',
          podInitialBackoffSeconds: 3,
          podMaxBackoffSeconds: 7,
        },
      },
      want: [3, 6, 7],
    },
  ])('$what', async ({ parts, want }) => {
    const got = await Promise.all(want.map((_, index) => asked(parts, index + 1)))
    expect(got).toEqual(want)
  })

  it.each([
    { profile: 'kubernetes-1.32', want: '2026-11-21T11:59:02.000Z' },
    { profile: 'kubernetes-1.33', want: '2026-11-21T11:59:03.000Z' },
  ])('ends with the second in $profile, if at all', async ({ profile, want }) => {
    const attempts = [{ pod: 'p', unschedulable: 2, lastAttempt: '2026-11-21T11:59:00Z' }]
    const queue = await ask({ snapshot: { nodes: [node('n')], pods }, attempts, profile })
    expect(queue.unschedulable[0]).toMatchObject({
      backOffUntil: want,
      flushedAt: '2026-11-21T12:04:00.000Z',
    })
  })
})

describe('what wakes a pod', () => {
  const pods = [makePod('p', { cpu: '9', reason: 'Unschedulable' })]
  const snapshot = { nodes: [node('n')], pods }

  it.each([
    { profile: 'kubernetes-1.32', scaleDown: false },
    { profile: 'kubernetes-1.33', scaleDown: true },
  ])('is what $profile registers', async ({ profile, scaleDown }) => {
    const [entry] = (await ask({ snapshot, profile })).unschedulable
    const events = entry?.wakes.map(({ resource, actions }) => `${resource} ${actions.join('|')}`)
    expect(events).toContain('Node Add|UpdateNodeAllocatable')
    expect(events?.includes('AssignedPod UpdatePodScaleDown')).toBe(scaleDown)
  })

  it('is any of a list of events in classic releases, and none in the first', async () => {
    const [newer] = (await ask({ snapshot, profile: 'classic-1.11' })).unschedulable
    expect(newer?.wakes.map(({ plugin }) => plugin)).toContain(null)
    const [older] = (await ask({ snapshot, profile: 'classic-1.10' })).unschedulable
    expect(older).toMatchObject({ wakes: [], flushedAt: null })
  })
})

describe('decisions in the order of the queue', () => {
  const pods = [
    makePod('late', { created: '11:59:00', cpu: '3' }),
    makePod('early', { created: '11:00:00', cpu: '3' }),
    makePod('high', { created: '11:59:59', cpu: '3', priority: 5 }),
    makePod('there', { spec: { nodeName: 'n' } }),
  ]
  const decide = async (options: object) => {
    const snapshot = { nodes: [node('n', '7'), node('m', '3')] }
    const request = {
      snapshot,
      pods,
      options: { explain: 'decision', preemption: false, absentKinds: 'empty', ...options },
    }
    const response = await post('/v1/decisions', request)
    const { decisions } = DecisionResponse.parse(await response.json())
    return decisions.map(({ pod, outcome }) => `${pod.name} ${outcome}`)
  }

  it('goes by priority, then age', async () => {
    expect(await decide({ order: 'queue' })).toEqual([
      'there alreadyAssigned',
      'high scheduled',
      'early scheduled',
      'late scheduled',
    ])
  })

  it('is as given unless asked', async () => {
    expect(await decide({})).toEqual([
      'late scheduled',
      'early scheduled',
      'high scheduled',
      'there alreadyAssigned',
    ])
  })
})

describe('the order of pods of a PriorityClass that was not seen', () => {
  const classed = { spec: { priority: undefined, priorityClassName: 'high' } }
  const pods = [makePod('a', classed), makePod('b', { priority: 5 }), makePod('c', classed)]
  const told = {
    what: 'order of the queue',
    kind: 'PriorityClass',
    pods: 2,
    affects: 'outcome',
    reason: 'their PriorityClasses were not seen; they are in the queue as if of priority 0',
  }
  const aboutOrder = (items: readonly { what: string }[]) =>
    items.filter(({ what }) => what === told.what)
  const decide = async (request: object) => {
    const body = { snapshot: { nodes: [node('n')], pods: [], podGroups: [] }, pods, ...request }
    const response = await post('/v1/decisions', body)
    const { input } = DecisionResponse.parse(await response.json())
    return aboutOrder(input.notEvaluated)
  }
  const inQueue = { options: { order: 'queue' } }
  const priorityClasses = [{ metadata: { name: 'high' }, value: 10 }]

  it.each([
    { name: 'is told of decisions', request: inQueue },
    { name: 'is told of pod groups', request: { options: { gangs: true } } },
  ])('$name', async ({ request }) => {
    expect(await decide(request)).toEqual([told])
  })

  it.each([
    { name: 'where nobody asked for it', request: {} },
    { name: 'where they are alone', request: { ...inQueue, pods: [makePod('a', classed)] } },
    {
      name: 'where the class is there',
      request: { ...inQueue, snapshot: { nodes: [node('n')], pods: [], priorityClasses } },
    },
    { name: 'where priorities do not count', request: { ...inQueue, profile: 'classic-1.10' } },
  ])('is not told $name', async ({ request }) => {
    expect(await decide(request)).toEqual([])
  })

  it('is told of the queue', async () => {
    const { input } = await ask({ snapshot: { nodes: [node('n')], pods } })
    expect(aboutOrder(input.notEvaluated)).toEqual([told])
  })
})

describe('what cannot be judged', () => {
  it.each([
    {
      what: 'attempts of a pod that does not wait',
      request: { snapshot: { pods: [] }, attempts: [{ pod: 'p' }] },
      errors: ['/attempts/0/pod: no pod default/p of the snapshot waits'],
    },
    {
      what: 'a waiting pod that is none, where the snapshot has it',
      request: {
        snapshot: {
          nodes: [],
          pods: [makePod('a'), { metadata: { name: 'b' }, spec: { tolerations: 3 } }],
        },
      },
      errors: ['/snapshot/pods/1/spec/tolerations: expected an array, got a number'],
    },
    {
      what: 'an unknown profile',
      request: { snapshot: { pods: [] }, profile: 'kubernetes-1.2' },
      errors: ['/profile: "kubernetes-1.2" is not a profile'],
    },
  ])('$what', async ({ request, errors }) => {
    const problem = await readProblem(await post('/v1/queue', request))
    expect(problem.status).toBe(422)
    const told = problem.errors.map(({ pointer, message }) => `${pointer}: ${message}`)
    expect(told.map((text, index) => text.slice(0, errors[index]?.length))).toEqual(errors)
  })
})

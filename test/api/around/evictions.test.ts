import { describe, expect, it } from 'vitest'
import type { EvictionRequest } from '../../../schemas/around/eviction-request.ts'
import type { EvictionResponse } from '../../../schemas/around/eviction-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()
const NOW = '2026-11-21T12:00:00Z'
const NO_EXECUTE = { key: 'a', effect: 'NoExecute' }

function post(request: object): Promise<Response> {
  return client.request('/v1/evictions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: NOW, ...request }),
  })
}

async function ask(request: object): Promise<EvictionResponse> {
  const response = await post(request)
  const answer = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return answer as EvictionResponse // the examples' test holds it against its schema
}

interface PodParts {
  name?: string
  node?: string
  seconds?: number | null
  metadata?: object
  spec?: object
  status?: object
}

/** A pod that tolerates taint `a` for so long; null: without end; absent: not at all. */
function makePod({ name = 'p', node = 'n', seconds, metadata, spec, status }: PodParts = {}) {
  const toleration = {
    key: 'a',
    operator: 'Exists',
    ...(seconds !== null && { tolerationSeconds: seconds }),
  }
  const tolerations = seconds === undefined ? [] : [toleration]
  return {
    metadata: { name, ...metadata },
    spec: { nodeName: node, tolerations, ...spec },
    status: { phase: 'Running', ...status },
  }
}

function makeNode({ name = 'n', taints = [] as object[], labels = {}, ready = 'True' } = {}) {
  return {
    metadata: { name, labels },
    spec: { taints },
    status: { conditions: [{ type: 'Ready', status: ready }] },
  }
}

const TAINTED = [{ at: 0, taints: [NO_EXECUTE] }]

describe('an evicted pod', () => {
  it.each<{ what: string; pod: PodParts; want: object }>([
    {
      what: 'has its grace, at least the 2 s of the kubelet',
      pod: { spec: { terminationGracePeriodSeconds: 1 } },
      want: { gracePeriodSeconds: 1, freeBy: 2, recreatedBy: null },
    },
    {
      what: 'has 2 s more where a preStop hook may use up its grace',
      pod: {
        spec: {
          terminationGracePeriodSeconds: 20,
          containers: [{ name: 'c', lifecycle: { preStop: { sleep: { seconds: 20 } } } }],
        },
      },
      want: { gracePeriodSeconds: 20, freeBy: 22 },
    },
    {
      what: 'has 30 s by default, and 1 s when its grace is negative',
      pod: { spec: { terminationGracePeriodSeconds: -5 } },
      want: { gracePeriodSeconds: 1 },
    },
    {
      what: 'is gone at once when it has finished',
      pod: { status: { phase: 'Succeeded' } },
      want: { gracePeriodSeconds: 0, freeBy: 0 },
    },
    {
      what: 'runs on when it is static: only its mirror goes',
      pod: { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } },
      want: { freeBy: null, recreatedBy: { kind: 'Node', name: 'n' } },
    },
    {
      what: 'is made anew by its controller',
      pod: {
        metadata: {
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', controller: true },
          ],
        },
      },
      want: { recreatedBy: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r' } },
    },
  ])('$what', async ({ pod, want }) => {
    const snapshot = { nodes: [makeNode()], pods: [makePod(pod)] }
    const { evictions } = await ask({ snapshot, changes: TAINTED, until: 100 })
    expect(evictions).toHaveLength(1)
    expect(evictions[0]).toMatchObject({ at: 0, ...want })
  })

  it('waits for a kubelet that does not answer, until that comes back', async () => {
    const snapshot = { nodes: [makeNode(), makeNode({ name: 'other' })], pods: [makePod()] }
    const silent = [
      { at: 0, stop: ['n'] },
      { at: 5, node: 'n', taints: [NO_EXECUTE] },
    ]
    const still = await ask({ snapshot, changes: silent, until: 1000 })
    expect(still.evictions[0]).toMatchObject({ at: 5, freeBy: null })
    expect(still.evictions[0]?.waitsFor).toContain('kubelet')
    const changes = [...silent, { at: 500, start: ['n'], ready: 'True' }]
    const back = await ask({ snapshot, changes, until: 1000 })
    expect(back.evictions[0]).toMatchObject({ at: 5, freeBy: 530, waitsFor: null })
  })
})

describe('taints that stand at the start', () => {
  it.each([
    { what: 'were seen when they were added', timeAdded: '2026-11-21T11:58:00Z', due: 180 },
    { what: 'are seen now if they do not say', timeAdded: undefined, due: 300 },
    { what: 'were overdue long ago', timeAdded: '2026-11-21T11:00:00Z', due: 0 },
  ])('$what', async ({ timeAdded, due }) => {
    const nodes = [makeNode({ taints: [{ ...NO_EXECUTE, timeAdded }] })]
    const snapshot = { nodes, pods: [makePod({ seconds: 300 })] }
    const { evictions, notices } = await ask({ snapshot })
    expect(evictions.map(({ at }) => at)).toEqual([due])
    expect(notices.map(({ code }) => code)).toContain('clock-before-start')
  })

  it('are not seen by a pod before it was made', async () => {
    const nodes = [makeNode({ taints: [{ ...NO_EXECUTE, timeAdded: '2026-11-21T11:00:00Z' }] })]
    const metadata = { creationTimestamp: '2026-11-21T11:59:00Z' }
    const { evictions } = await ask({
      snapshot: { nodes, pods: [makePod({ seconds: 90, metadata })] },
    })
    expect(evictions.map(({ at }) => at)).toEqual([30])
  })
})

describe('pods that stay', () => {
  it('say why', async () => {
    const pods = [
      makePod({ name: 'endless', seconds: null }),
      makePod({ name: 'later', seconds: 500 }),
      makePod({ name: 'going', metadata: { deletionTimestamp: NOW } }),
      makePod({ name: 'elsewhere', node: 'm' }),
    ]
    const nodes = [makeNode(), makeNode({ name: 'm' })]
    const changes = [{ at: 0, node: 'n', taints: [NO_EXECUTE] }]
    const answer = await ask({ snapshot: { nodes, pods }, changes, until: 100 })
    expect(answer.stays.map(({ pod, dueAt }) => [pod.name, dueAt])).toEqual([
      ['endless', null],
      ['later', 500],
      ['going', null],
    ])
    expect(answer.untouched).toBe(1)
  })

  it('hear that a scheduled eviction was not moved', async () => {
    const changes = [...TAINTED, { at: 50, taints: [{ ...NO_EXECUTE, value: 'new' }] }]
    const snapshot = { nodes: [makeNode()], pods: [makePod({ seconds: 100 })] }
    const { evictions, notices } = await ask({ snapshot, changes })
    expect(evictions[0]?.at).toBe(100)
    expect(notices.map(({ code }) => code)).toEqual(['never-moved'])
  })
})

describe('a silent kubelet', () => {
  const flags = { 'node-monitor-period': '1s', 'node-monitor-grace-period': '4s' }
  const silentAt = async (changes: object[]) => {
    const snapshot = { nodes: [makeNode(), makeNode({ name: 'other' })] }
    const { conditions } = await ask({ snapshot, changes, flags, until: 60, monitorPassAt: 0.5 })
    return conditions.find(({ status }) => status === 'Unknown')?.at
  }

  it('was heard of when it was stopped first', async () => {
    expect(await silentAt([{ at: 0, stop: ['n'] }])).toBe(4.5)
    expect(
      await silentAt([
        { at: 0, stop: ['n'] },
        { at: 3, stop: ['n'] },
      ]),
    ).toBe(4.5)
  })

  it('that posts a last status is believed a pass longer: its old Lease counts as renewed', async () => {
    const posted = { at: 2, set: ['n'], conditions: { DiskPressure: 'False' } }
    // Seen at 2.5; at 3.5 the controller has forgotten the Lease, and takes the old one for new.
    expect(await silentAt([{ at: 0, stop: ['n'] }, posted])).toBe(7.5)
  })
})

describe('zones', () => {
  const zone = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      makeNode({ name: `${name}${index}`, labels: { 'topology.kubernetes.io/zone': name } }),
    )
  const names = (name: string, count: number) =>
    zone(name, count).map(({ metadata }) => metadata.name)
  const noExecuteTimes = ({ taints }: EvictionResponse) =>
    taints.flatMap(({ at, op, taint }) =>
      op === 'add' && taint.effect === 'NoExecute' ? [Math.round(at)] : [],
    )

  it('are tainted at 0.1 nodes a second, the first at once', async () => {
    const snapshot = { nodes: [...zone('a', 9), ...zone('b', 1)] }
    const changes = [{ at: 0, stop: names('a', 2) }]
    const answer = await ask({ snapshot, changes, until: 200, monitorPassAt: 0 })
    expect(noExecuteTimes(answer)).toEqual([50, 60])
    expect(answer.zones).toEqual([])
  })

  it('that are small and mostly dead are left alone', async () => {
    const snapshot = { nodes: [...zone('a', 4), ...zone('b', 1)] }
    const changes = [{ at: 0, stop: names('a', 3) }]
    const answer = await ask({ snapshot, changes, until: 2000, monitorPassAt: 0 })
    // The tokens of the normal rate are there when the zone is found to be disrupted.
    expect(noExecuteTimes(answer)).toEqual([])
    expect(answer.zones).toMatchObject([{ at: 50, state: 'PartialDisruption', nodesPerSecond: 0 }])
  })

  it('that are large and mostly dead go at 0.01 nodes a second', async () => {
    const snapshot = { nodes: [...zone('a', 60), ...zone('b', 1)] }
    const changes = [{ at: 0, stop: names('a', 40) }]
    const answer = await ask({ snapshot, changes, until: 300, monitorPassAt: 0 })
    expect(noExecuteTimes(answer)).toEqual([50, 150, 250])
    expect(answer.zones[0]).toMatchObject({ state: 'PartialDisruption', nodesPerSecond: 0.01 })
  })

  it('of which no node counts have no say, as long as another is not all dead', async () => {
    const labels = {
      'node.kubernetes.io/exclude-disruption': '',
      'topology.kubernetes.io/zone': 'x',
    }
    const snapshot = { nodes: [...zone('a', 3), makeNode({ name: 'x1', labels })] }
    const changes = [{ at: 0, stop: ['x1'] }]
    const answer = await ask({ snapshot, changes, until: 200, monitorPassAt: 0 })
    expect(noExecuteTimes(answer)).toEqual([50])
    expect(answer.zones).toEqual([])
  })

  it('that are all dead stop every eviction', async () => {
    const snapshot = { nodes: [...zone('a', 2), ...zone('b', 2)] }
    const changes = [{ at: 0, stop: [...names('a', 2), ...names('b', 2)] }]
    const answer = await ask({ snapshot, changes, until: 2000 })
    expect(noExecuteTimes(answer)).toEqual([])
    expect(answer.notices.map(({ code }) => code)).toEqual(['everything-dead', 'grace-period'])
  })
})

describe('the same request', () => {
  it('has the same answer, byte for byte, in whatever order its changes are listed', async () => {
    const snapshot = { nodes: [makeNode()], pods: [makePod({ seconds: 5 })] }
    const changes = [...TAINTED, { at: 2, taints: [] }, { at: 9, stop: ['n'] }]
    const [once, twice] = await Promise.all([
      post({ snapshot, changes }),
      post({ snapshot, changes }),
    ])
    expect(await once.text()).toBe(await twice.text())
    const { input: _, id: __, ...answer } = await ask({ snapshot, changes })
    expect(await ask({ snapshot, changes: changes.toReversed() })).toMatchObject(answer)
  })
})

describe('what cannot be judged', () => {
  const snapshot = { nodes: [makeNode()], pods: [makePod()] }
  it.each<{ what: string; request: Partial<EvictionRequest> | object; errors: string[] }>([
    {
      what: 'a change that does two things',
      request: { changes: [{ at: 0, stop: ['n'], start: ['n'] }] },
      errors: ['/changes/0: one change does one thing; here are stop, start'],
    },
    {
      what: 'a field without its verb',
      request: { changes: [{ at: 0, stop: ['n'], ready: 'True' }] },
      errors: ['/changes/0/ready: goes with start'],
    },
    {
      what: 'names that nothing bears',
      request: {
        changes: [
          { at: 0, stop: ['x'] },
          { at: 0, createPods: ['y'] },
        ],
      },
      errors: [
        '/changes/0/stop: there is no node x in the request',
        '/changes/1/createPods/0: there is no pod default/y in the snapshot',
      ],
    },
    {
      what: 'flags that the controller manager would not take either',
      request: { flags: { 'node-monitor-period': '5', 'node-eviction-rate': 'fast' } },
      errors: [
        '/flags/node-monitor-period: time: missing unit in duration "5"',
        '/flags/node-eviction-rate: expected a number',
      ],
    },
    {
      what: 'an end before the start',
      request: { until: '2026-11-21T11:00:00Z' },
      errors: ['/until: is before now'],
    },
    {
      what: 'an end after a month',
      request: { until: '2027-11-21T11:00:00Z' },
      errors: ['/until: is more than 31 days after now'],
    },
    {
      what: 'two nodes of one name',
      request: { snapshot: { nodes: [makeNode(), makeNode()] } },
      errors: ['/snapshot/nodes/1: n is already there'],
    },
    {
      what: 'Kubernetes objects that are none',
      request: {
        snapshot: { nodes: [{ metadata: { name: 'n' }, spec: { taints: [{ key: 3 }] } }, 7] },
      },
      errors: [
        '/snapshot/nodes/0/spec/taints/0/key: expected a string, got a number',
        '/snapshot/nodes/1: expected an object',
      ],
    },
  ])('$what', async ({ request, errors }) => {
    const problem = await readProblem(await post({ snapshot, ...request }))
    expect(problem.status).toBe(422)
    expect(problem.errors.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(errors)
  })

  it('a run that is too much work is given up, and says where', async () => {
    // A zone without a node that counts loses its queue in every pass, and its nodes their turn.
    const labels = {
      'node.kubernetes.io/exclude-disruption': '',
      'topology.kubernetes.io/zone': 'x',
    }
    const names = Array.from({ length: 1000 }, (_, index) => `x${index}`)
    const excluded = names.map((name) => makeNode({ name, labels, ready: 'Unknown' }))
    const flags = { 'node-monitor-period': '100ms' }
    const { cutOffAt } = await ask({
      snapshot: { nodes: excluded },
      flags,
      until: 2_000_000,
    })
    expect(cutOffAt).toBeGreaterThan(1)
    expect(cutOffAt).toBeLessThan(1000)
  })
})

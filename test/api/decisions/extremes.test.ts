import { describe, expect, it } from 'vitest'
import type { DecisionView } from '../../../src/explain/decision-view.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()
const decisionOnly = { explain: 'decision' }

async function decide(snapshot: Json, pods: readonly Json[], options: Json = decisionOnly) {
  const response = await client.decide({
    snapshot,
    pods,
    options: { absentKinds: 'empty', ...options },
  })
  const body = (await response.json()) as { decisions: DecisionView[] } // its shape is published
  expect(response.status, JSON.stringify(body).slice(0, 500)).toBe(200)
  return body.decisions
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

describe('preemption', () => {
  it('has more victims on one node than a function takes arguments', async () => {
    const node = makeNode('a', { allocatable: { cpu: '1000', memory: '1Gi', pods: '200000' } })
    const pods = many(150_000, (index) =>
      makePod(`r${index}`, { node: 'a', requests: { cpu: '5m' }, priority: 0 }),
    )
    const urgent = makePod('p', { priority: 1, requests: { cpu: '1000' } })
    const [decision] = await decide({ nodes: [node], pods }, [urgent])
    expect(decision?.preemption?.victims).toHaveLength(150_000)
  }, 60_000)

  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
    'tells no time of a victim whose grace period is %d seconds',
    async (terminationGracePeriodSeconds) => {
      const spec = { terminationGracePeriodSeconds }
      const victim = makePod('v', { node: 'a', requests: { cpu: '3' }, priority: 0, spec })
      const urgent = makePod('p', { priority: 1, requests: { cpu: '3' } })
      const options = { now: '2026-01-01T00:00:00Z' }
      const [decision] = await decide({ nodes: [makeNode('a')], pods: [victim] }, [urgent], options)
      expect(decision?.preemption?.victims).toMatchObject([{ name: 'v' }])
      expect(decision?.preemption?.victims[0]).not.toHaveProperty('freeBy')
    },
  )
})

describe('selectors', () => {
  const nodes = many(15_000, (index) => makeNode(`n${index}`, { labels: { [`k${index}`]: 'v' } }))
  const requiring = (nodeSelectorTerms: readonly Json[]) =>
    makePod('p', {
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
          },
        },
      },
    })

  it('name keys by the ten thousand, on nodes by the ten thousand', async () => {
    const terms = many(15_000, (index) => ({
      matchExpressions: [{ key: `k${index + 14_999}`, operator: 'Exists' }],
    }))
    const [decision] = await decide({ nodes }, [requiring(terms)])
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'n14999' })
  }, 20_000)

  it('name values by the hundred thousand, on nodes by the ten thousand', async () => {
    const values = [...many(100_000, (index) => `x${index}`), 'n77']
    const terms = [
      { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values }] },
    ]
    const [decision] = await decide({ nodes }, [requiring(terms)])
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'n77' })
  }, 5_000)
})

it('a pod has terms by the thousand for running pods of ten thousand kinds', async () => {
  const pods = many(10_000, (index) =>
    makePod(`r${index}`, { node: 'a', labels: { kind: `k${index}` } }),
  )
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: {} }
  const podAffinity = {
    preferredDuringSchedulingIgnoredDuringExecution: many(2000, () => ({
      weight: 1,
      podAffinityTerm: term,
    })),
  }
  const p = makePod('p', { spec: { affinity: { podAffinity } } })
  const nodes = [makeNode('a', { allocatable: { pods: '20000' } }), makeNode('b')]
  const [decision] = await decide({ nodes, pods }, [p], { explain: 'full' })
  const raw = decision?.scores?.map(({ plugins }) => plugins['InterPodAffinity']?.raw)
  expect(raw).toEqual([20_000_000, 0])
}, 20_000)

it('an answer is longer than any string', async () => {
  const values = many(20_000, (index) => `a-rather-long-value-${index}`)
  const labelSelector = { matchExpressions: [{ key: 'app', operator: 'In', values }] }
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector }
  const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] }
  const body = {
    snapshot: { nodes: many(1200, (index) => makeNode(`n${index}`)), pods: [] },
    pods: [makePod('p', { spec: { affinity: { podAffinity } } })],
  }
  const response = await client.decide(body)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  expect(response.status).toBe(200)
  expect(bytes).toBeGreaterThan(2 ** 29)
}, 30_000)

it('a problem repeats only the beginning of a long text', async () => {
  const long = 'x'.repeat(1_000_000)
  const bodies = [
    { snapshot: { nodes: [makeNode('a', { allocatable: { cpu: long } })] }, pods: [] },
    { snapshot: {}, pods: [], profile: long },
    { snapshot: {}, pods: [], [long]: 1 },
  ]
  for (const body of bodies) {
    const response = await client.decide(body)
    expect(response.status).toBe(422)
    expect((await response.text()).length).toBeLessThan(10_000)
  }
})

describe('a pod is refused', () => {
  const nodes = [makeNode('a')]
  const refused = async (pods: readonly Json[], running: readonly Json[] = []) => {
    const response = await client.decide({ snapshot: { nodes, pods: running }, pods })
    const { status, code, errors } = await readProblem(response)
    return { status, code, pointers: errors.map(({ pointer }) => pointer) }
  }
  const asking = (name: string, from: number, count: number) =>
    makePod(name, {
      requests: Object.fromEntries(many(count, (index) => [`example.com/r${from + index}`, '1'])),
    })
  const spreading = (name: string, count: number, node?: string) =>
    makePod(name, {
      ...(node !== undefined && { node }),
      spec: {
        topologySpreadConstraints: many(count, (index) => ({
          maxSkew: 1,
          topologyKey: `example.com/t${index}`,
          whenUnsatisfiable: 'DoNotSchedule',
        })),
      },
    })

  it('that names one resource too many, with those before it', async () => {
    const pods = [asking('p', 0, 200), asking('q', 100, 156), asking('r', 0, 257)]
    expect(await refused(pods)).toEqual({ status: 413, code: 'too-many', pointers: ['/pods/2'] })
  })

  it('that names one topology key too many, where it runs or not', async () => {
    const tooMany = { status: 413, code: 'too-many' }
    expect(await refused([spreading('p', 257)])).toEqual({ ...tooMany, pointers: ['/pods/0'] })
    expect(await refused([spreading('p', 256)], [spreading('r', 257, 'a')])).toEqual({
      ...tooMany,
      pointers: ['/snapshot/pods/0'],
    })
  })

  it('whose containers are one container, also beside a pod that is like it but for that', async () => {
    const container = { name: 'c' }
    const right = makePod('r', { node: 'a', spec: { containers: [container] } })
    const wrong = makePod('w', { node: 'a', spec: { containers: container } })
    const { pointers } = await refused([], [right, wrong])
    expect(pointers).toContain('/snapshot/pods/1/spec/containers')
  })

  it.each(['1', '2026-01-01', '2026-01-01 00:00:00', 'Jan 1 2026', '2026-13-01T00:00:00Z'])(
    'whose time is %j',
    async (startTime) => {
      const { pointers } = await refused([], [makePod('r', { node: 'a', startTime })])
      expect(pointers).toEqual(['/snapshot/pods/0/status/startTime'])
    },
  )

  it.each([2 ** 31, -(2 ** 31) - 1, 1e300])('whose priority is %d', async (priority) => {
    expect((await refused([makePod('p', { priority })])).pointers).toEqual([
      '/pods/0/spec/priority',
    ])
  })

  it('that is larger than a cluster can keep', async () => {
    const spec = { nodeSelector: { a: 'x'.repeat(1_600_000) } }
    expect(await refused([makePod('p', { spec })])).toEqual({
      status: 422,
      code: 'not-a-request',
      pointers: ['/pods/0'],
    })
  })
})

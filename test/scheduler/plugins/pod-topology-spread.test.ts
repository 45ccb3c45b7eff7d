import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod, type PodOptions } from '../../support/make-pod.ts'
import { filterOf, reasonsByNode, scoresBy } from '../../support/verdicts.ts'

const ZONE = 'topology.kubernetes.io/zone'
const HOSTNAME = 'kubernetes.io/hostname'
const SKEW = ["node(s) didn't match pod topology spread constraints"]
const LABEL = ["node(s) didn't match pod topology spread constraints (missing required label)"]
const web = { app: 'web' }
const nodes = [
  makeNode('a1', { zone: 'a' }),
  makeNode('b1', { zone: 'b' }),
  makeNode('c1', { zone: 'c' }),
]

function running(counts: Readonly<Record<string, number>>, options: PodOptions = {}): Json[] {
  return Object.entries(counts).flatMap(([node, count]) =>
    Array.from({ length: count }, (_, index) =>
      makePod(`${node}-${index}`, { node, labels: web, ...options }),
    ),
  )
}

function spreading(fields: Json = {}, spec: Json = {}): Json {
  const constraint = {
    maxSkew: 1,
    topologyKey: ZONE,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: web },
    ...fields,
  }
  return makePod('p', { labels: web, spec: { topologySpreadConstraints: [constraint], ...spec } })
}

describe('hard constraints', () => {
  const tainted = makeNode('d1', { zone: 'd', taints: [{ key: 'k', effect: 'NoSchedule' }] })
  const affine = { nodeSelector: { [ZONE]: 'a' } }

  it.each([
    {
      name: 'the emptiest zones are open',
      pods: running({ a1: 1, b1: 1 }),
      pod: spreading(),
      feasible: ['c1'],
    },
    {
      name: 'a larger skew leaves more open',
      pods: running({ a1: 2, b1: 1 }),
      pod: spreading({ maxSkew: 2 }),
      feasible: ['b1', 'c1'],
    },
    {
      name: 'pods of other namespaces do not count',
      pods: running({ a1: 3 }, { namespace: 'other' }),
      pod: spreading(),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'terminating pods do not count',
      pods: running({ a1: 3 }, { terminating: true }),
      pod: spreading(),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'pods with other labels do not count',
      pods: running({ a1: 3 }, { labels: { app: 'db' } }),
      pod: spreading(),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'an empty selector counts no pods, not even the pod itself twice',
      pods: running({ a1: 3 }),
      pod: spreading({ labelSelector: {} }),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'a pod that its own selector misses may fill the skew',
      pods: running({ a1: 1 }, { labels: { app: 'db' } }),
      pod: spreading({ labelSelector: { matchLabels: { app: 'db' } } }),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'too few domains make the emptiest count as empty',
      pods: running({ a1: 1, b1: 1, c1: 1 }),
      pod: spreading({ minDomains: 4 }),
      feasible: [],
    },
    {
      name: 'enough domains do not',
      pods: running({ a1: 1, b1: 1, c1: 1 }),
      pod: spreading({ minDomains: 3 }),
      feasible: ['a1', 'b1', 'c1'],
    },
    {
      name: 'zones that the pod may not enter do not count',
      pods: running({ a1: 1 }),
      pod: spreading({}, affine),
      feasible: ['a1'],
    },
    {
      name: 'unless node affinity is to be ignored',
      pods: running({ a1: 1 }),
      pod: spreading({ nodeAffinityPolicy: 'Ignore' }, affine),
      feasible: [],
    },
  ])('$name', ({ pods, pod, feasible }) => {
    expect(filterOf(decideOne({ nodes, pods }, pod)).feasible).toEqual(feasible)
  })

  it.each([
    { version: '1', feasible: ['b1', 'c1'] },
    { version: '2', feasible: ['a1', 'b1', 'c1'] },
  ])('with matchLabelKeys count pods of the same version: $version', ({ version, feasible }) => {
    const pods = running({ a1: 1 }, { labels: { ...web, version: '1' } })
    const pod = spreading({ matchLabelKeys: ['version', 'absent'] })
    const versioned = { ...pod, metadata: { name: 'p', labels: { ...web, version } } }
    expect(filterOf(decideOne({ nodes, pods }, versioned)).feasible).toEqual(feasible)
  })

  it('by default count zones whose taints keep the pod away, and with Honor do not', () => {
    const snapshot = { nodes: [...nodes, tainted], pods: running({ a1: 1, b1: 1, c1: 1 }) }
    expect(filterOf(decideOne(snapshot, spreading())).feasible).toEqual([])
    const honoring = decideOne(snapshot, spreading({ nodeTaintsPolicy: 'Honor' }))
    expect(filterOf(honoring).feasible).toEqual(['a1', 'b1', 'c1'])
  })

  it('refuse nodes without the label for good, and say what is out of balance elsewhere', () => {
    const snapshot = { nodes: [...nodes, makeNode('zoneless')], pods: running({ a1: 2, b1: 1 }) }
    const decision = decideOne(snapshot, spreading())
    expect(reasonsByNode(decision)).toEqual({ zoneless: LABEL, a1: SKEW, b1: SKEW })
    const { rejected } = filterOf(decision)
    const detailsOf = (name: string) => rejected.find(({ node }) => node === name)
    expect(detailsOf('zoneless')).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      details: [{ kind: 'topologyLabel', topologyKey: ZONE }],
    })
    expect(detailsOf('a1')).toMatchObject({
      code: 'Unschedulable',
      details: [{ topologyKey: ZONE, domain: 'a', count: 2, minimum: 0, skew: 3, maxSkew: 1 }],
    })
  })

  it('count only nodes that have the keys of all constraints', () => {
    const constraints = ['rack', ZONE].map((topologyKey) => ({
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: web },
    }))
    const racked = makeNode('racked', { zone: 'a', labels: { rack: 'r1' } })
    const pod = makePod('p', { labels: web, spec: { topologySpreadConstraints: constraints } })
    const decision = decideOne({ nodes: [...nodes, racked], pods: running({ racked: 1 }) }, pod)
    // Zone a with its one pod is the only domain of either key.
    expect(filterOf(decision).feasible).toEqual(['racked'])
  })

  it('lead pods round the zones', () => {
    const pods = ['1', '2', '3', '4'].map((name) => ({
      ...spreading(),
      metadata: { name, labels: web },
    }))
    const zones = decideAll({ nodes }, pods).map(({ node }) => node)
    expect(zones.slice(0, 3).sort()).toEqual(['a1', 'b1', 'c1'])
    expect(zones[3]).not.toBeNull()
  })
})

describe('soft constraints', () => {
  const soft = (fields: Json = {}) => spreading({ whenUnsatisfiable: 'ScheduleAnyway', ...fields })

  it.each([
    {
      // ln(3 + 2) a pod: 3.2, 1.6 and 0, rounded to 3, 2 and 0
      name: 'prefer emptier zones',
      pods: running({ a1: 2, b1: 1 }),
      pod: soft(),
      want: { a1: 0, b1: 2 * 33, c1: 200 },
    },
    {
      name: 'are content with nothing to count',
      pods: [],
      pod: soft(),
      want: { a1: 200, b1: 200, c1: 200 },
    },
    {
      // The allowance of 4 is added to each: 7, 6 and 4
      name: 'blur differences by the skew that they allow',
      pods: running({ a1: 2, b1: 1 }),
      pod: soft({ maxSkew: 5 }),
      want: { a1: 2 * 57, b1: 2 * 71, c1: 200 },
    },
    {
      name: 'count pods of each host apart',
      pods: running({ a1: 1 }),
      pod: soft({ topologyKey: HOSTNAME }),
      want: { a1: 0, b1: 200, c1: 200 },
    },
  ])('$name', ({ pods, pod, want }) => {
    expect(scoresBy(decideOne({ nodes, pods }, pod), 'PodTopologySpread')).toEqual(want)
  })

  it('give nothing to nodes without the label', () => {
    const snapshot = { nodes: [...nodes, makeNode('zoneless')], pods: running({ a1: 1 }) }
    const scores = scoresBy(decideOne(snapshot, soft()), 'PodTopologySpread')
    expect(scores).toEqual({ a1: 0, b1: 200, c1: 200, zoneless: 0 })
  })
})

describe('default constraints', () => {
  const service = { metadata: { name: 'web', namespace: 'default' }, spec: { selector: web } }
  const pods = running({ a1: 4 })
  const grouped = { want: [true, true, true] }

  it.each([
    {
      name: 'a Service that selects it',
      kinds: { services: [service] },
      owner: undefined,
      ...grouped,
    },
    {
      name: 'its ReplicaSet',
      kinds: {
        replicaSets: [
          {
            metadata: { name: 'web', namespace: 'default' },
            spec: { selector: { matchLabels: web } },
          },
        ],
      },
      owner: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' },
      ...grouped,
    },
    {
      name: 'its StatefulSet',
      kinds: {
        statefulSets: [
          {
            metadata: { name: 'web', namespace: 'default' },
            spec: { selector: { matchLabels: web } },
          },
        ],
      },
      owner: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' },
      ...grouped,
    },
    {
      name: 'its ReplicationController',
      kinds: {
        replicationControllers: [
          { metadata: { name: 'web', namespace: 'default' }, spec: { selector: web } },
        ],
      },
      owner: { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' },
      ...grouped,
    },
    {
      name: 'nobody, when its owner is of another kind',
      kinds: {},
      owner: { apiVersion: 'batch/v1', kind: 'Job', name: 'web' },
      want: [false, false, false],
    },
    {
      name: 'nobody, when the Service is in another namespace',
      kinds: { services: [{ ...service, metadata: { name: 'web', namespace: 'other' } }] },
      owner: undefined,
      want: [false, false, false],
    },
  ])('spread a pod with those of $name', ({ kinds, owner, want }) => {
    const pod = makePod('p', { labels: web, ...(owner !== undefined && { owner }) })
    const scores = scoresBy(decideOne({ nodes, pods, ...kinds }, pod), 'PodTopologySpread')
    expect(Object.values(scores).map((score) => score !== null)).toEqual(want)
    if (want[0]) expect(scores['a1']).toBeLessThan(scores['b1'] ?? 0)
  })

  it('score nodes without a zone too', () => {
    const snapshot = { nodes: [...nodes, makeNode('zoneless')], pods, services: [service] }
    const scores = scoresBy(decideOne(snapshot, makePod('p', { labels: web })), 'PodTopologySpread')
    expect(scores['zoneless']).toBe(200)
  })

  it.each([undefined, 'Never'])(
    'give way to one that says %s, which counts for nothing',
    (action) => {
      const bare = spreading({ maxSkew: 1, whenUnsatisfiable: action })
      const decision = decideOne({ nodes, pods, services: [service] }, bare)
      expect(decision.filter).toMatchObject({ rejected: [] })
      expect(scoresBy(decision, 'PodTopologySpread')).toEqual({ a1: null, b1: null, c1: null })
    },
  )

  it('give way to constraints of the pod itself', () => {
    const decision = decideOne({ nodes, pods, services: [service] }, spreading({ maxSkew: 9 }))
    expect(scoresBy(decision, 'PodTopologySpread')).toEqual({ a1: null, b1: null, c1: null })
  })
})

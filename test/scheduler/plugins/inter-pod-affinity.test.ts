import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod, type PodOptions } from '../../support/make-pod.ts'
import { filterOf, reasonsByNode, scoresBy } from '../../support/verdicts.ts'

const ZONE = 'topology.kubernetes.io/zone'
const HOSTNAME = 'kubernetes.io/hostname'
const AFFINITY = ["node(s) didn't match pod affinity rules"]
const ANTI = ["node(s) didn't match pod anti-affinity rules"]
const EXISTING = ["node(s) didn't satisfy existing pods anti-affinity rules"]
const nodes = [
  makeNode('a1', { zone: 'a' }),
  makeNode('b1', { zone: 'b' }),
  makeNode('a2', { zone: 'a' }),
  makeNode('zoneless'),
]
const namespaces = [
  { metadata: { name: 'default', labels: { team: 'x' } } },
  { metadata: { name: 'other', labels: { team: 'y' } } },
]

function term(app: string, fields: Json = {}): Json {
  return { topologyKey: ZONE, labelSelector: { matchLabels: { app } }, ...fields }
}

type Kind = 'podAffinity' | 'podAntiAffinity'

function required(kind: Kind, ...terms: Json[]): Json {
  return { affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } } }
}

function preferred(kind: Kind, ...terms: [weight: number, term: Json][]): Json {
  const list = terms.map(([weight, podAffinityTerm]) => ({ weight, podAffinityTerm }))
  return { affinity: { [kind]: { preferredDuringSchedulingIgnoredDuringExecution: list } } }
}

function there(name: string, node: string, options: PodOptions = {}): Json {
  return makePod(name, { node, labels: { app: name }, ...options })
}

function web(spec: Json): Json {
  return makePod('web', { labels: { app: 'web' }, spec })
}

describe('required affinity', () => {
  it.each([
    {
      name: 'takes every node of the zone',
      pods: [there('db', 'a1')],
      terms: [term('db')],
      feasible: ['a1', 'a2'],
    },
    {
      name: 'takes the very host',
      pods: [there('db', 'a1')],
      terms: [term('db', { topologyKey: HOSTNAME })],
      feasible: ['a1'],
    },
    {
      name: 'needs all terms, of the same pods',
      pods: [there('db', 'a1'), there('cache', 'a1')],
      terms: [term('db'), term('cache')],
      feasible: [],
    },
    {
      name: 'is met by one pod that all terms select',
      pods: [there('db', 'a1', { labels: { app: 'db', tier: 'back' } })],
      terms: [
        term('db'),
        { topologyKey: HOSTNAME, labelSelector: { matchLabels: { tier: 'back' } } },
      ],
      feasible: ['a1'],
    },
    {
      name: 'finds nothing in another namespace',
      pods: [there('db', 'a1', { namespace: 'other' })],
      terms: [term('db')],
      feasible: [],
    },
    {
      name: 'finds it in a namespace that it names',
      pods: [there('db', 'a1', { namespace: 'other' })],
      terms: [term('db', { namespaces: ['other'] })],
      feasible: ['a1', 'a2'],
    },
    {
      name: 'finds it in a namespace that it selects',
      pods: [there('db', 'a1', { namespace: 'other' })],
      terms: [term('db', { namespaceSelector: { matchLabels: { team: 'y' } } })],
      feasible: ['a1', 'a2'],
    },
    {
      name: 'finds it in any namespace with an empty selector',
      pods: [there('db', 'a1', { namespace: 'other' })],
      terms: [term('db', { namespaceSelector: {} })],
      feasible: ['a1', 'a2'],
    },
    {
      name: 'is met by no pods without a label selector',
      pods: [there('db', 'a1')],
      terms: [{ topologyKey: ZONE }],
      feasible: [],
    },
    {
      name: 'counts terminating pods',
      pods: [there('db', 'a1', { terminating: true })],
      terms: [term('db')],
      feasible: ['a1', 'a2'],
    },
    {
      name: 'lets the first of a group start it where the label is',
      pods: [],
      terms: [term('web')],
      feasible: ['a1', 'b1', 'a2'],
    },
    { name: 'lets nobody else start it', pods: [], terms: [term('db')], feasible: [] },
    {
      name: 'keeps the second of a group with the first',
      pods: [there('first', 'b1', { labels: { app: 'web' } })],
      terms: [term('web')],
      feasible: ['b1'],
    },
  ])('$name', ({ pods, terms, feasible }) => {
    const decision = decideOne({ nodes, pods, namespaces }, web(required('podAffinity', ...terms)))
    expect([...filterOf(decision).feasible].sort()).toEqual([...feasible].sort())
  })

  it('cannot be helped by preemption, and shows the domain without such pods', () => {
    const spec = required('podAffinity', term('db'))
    const decision = decideOne({ nodes, pods: [there('db', 'a1')], namespaces }, web(spec))
    expect(reasonsByNode(decision)).toEqual({ b1: AFFINITY, zoneless: AFFINITY })
    const b1 = filterOf(decision).rejected.find(({ node }) => node === 'b1')
    expect(b1).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      details: [{ topologyKey: ZONE, domain: 'b', matchingPods: 0 }],
    })
  })
})

describe('required anti-affinity', () => {
  it('keeps the pod out of the domain and names who is there', () => {
    const spec = required('podAntiAffinity', term('db'))
    const decision = decideOne({ nodes, pods: [there('db', 'a2')], namespaces }, web(spec))
    expect(reasonsByNode(decision)).toEqual({ a1: ANTI, a2: ANTI })
    expect(filterOf(decision).rejected[0]).toMatchObject({
      plugin: 'InterPodAffinity',
      code: 'Unschedulable',
      details: [
        {
          topologyKey: ZONE,
          domain: 'a',
          conflictsWith: [{ namespace: 'default', name: 'db', uid: 'uid-default-db' }],
        },
      ],
    })
  })

  it('of a running pod keeps others out too, wherever it looks', () => {
    const db = there('db', 'a2', { spec: required('podAntiAffinity', term('web')) })
    const decision = decideOne({ nodes, pods: [db], namespaces }, web({}))
    expect(reasonsByNode(decision)).toEqual({ a1: EXISTING, a2: EXISTING })
    const away = decideOne({ nodes, pods: [db], namespaces }, makePod('job'))
    expect(reasonsByNode(away)).toEqual({})
  })

  it('of a running pod selects namespaces by their labels', () => {
    const foe = (team: string) =>
      there('db', 'a2', {
        namespace: 'other',
        spec: required(
          'podAntiAffinity',
          term('web', { namespaceSelector: { matchLabels: { team } } }),
        ),
      })
    const refused = (team: string) =>
      Object.keys(reasonsByNode(decideOne({ nodes, pods: [foe(team)], namespaces }, web({}))))
    expect([refused('x').sort(), refused('y')]).toEqual([['a1', 'a2'], []])
  })

  it('means nothing on a node without the label', () => {
    const db = there('db', 'zoneless', { spec: required('podAntiAffinity', term('web')) })
    const spec = required('podAntiAffinity', term('db'))
    expect(reasonsByNode(decideOne({ nodes, pods: [db], namespaces }, web(spec)))).toEqual({})
  })

  it('sends like pods to one zone each, until none is left', () => {
    const spec = required('podAntiAffinity', term('web'))
    const pods = ['1', '2', '3'].map((name) => makePod(name, { labels: { app: 'web' }, spec }))
    const decisions = decideAll({ nodes: nodes.slice(0, 3), namespaces }, pods)
    const zones = decisions.map(({ node }) => node?.slice(0, 1))
    expect(zones.slice(0, 2).sort()).toEqual(['a', 'b'])
    expect(decisions[2]).toMatchObject({ outcome: 'unschedulable', node: null })
  })

  it.each([
    { profile: 'kubernetes-1.36', isRefused: true },
    { profile: 'kubernetes-1.37', isRefused: false },
  ])(
    'with a selector of absent labels reaches into every namespace in $profile: $isRefused',
    ({ profile, isRefused }) => {
      // Upstream kept asking the selector, with no labels at all, after it had looked up the names.
      const namespaceSelector = {
        matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['y'] }],
      }
      const spec = required('podAntiAffinity', term('db', { namespaceSelector }))
      const pods = [there('db', 'a1', { namespace: 'other' })]
      const decision = decideOne({ nodes, pods, namespaces }, web(spec), { profile })
      expect(Object.keys(reasonsByNode(decision)).length > 0).toBe(isRefused)
    },
  )
})

describe('score', () => {
  const pods = [
    there('db', 'a1'),
    there('db2', 'b1', { labels: { app: 'db' } }),
    there('cache', 'b1'),
  ]

  it.each([
    {
      name: 'sums weights over the pods of the domain and scales from lowest to highest',
      spec: preferred('podAffinity', [10, term('db')], [30, term('cache')]),
      // a: 10, b: 10 + 30, none: 0
      want: { a1: 2 * 25, a2: 2 * 25, b1: 200, zoneless: 0 },
    },
    {
      name: 'turns anti-affinity around',
      spec: preferred('podAntiAffinity', [10, term('cache')]),
      want: { a1: 200, a2: 200, b1: 0, zoneless: 200 },
    },
    {
      name: 'is 0 everywhere when all domains are alike',
      spec: preferred(
        'podAffinity',
        [10, term('db', { topologyKey: 'absent' })],
        [1, term('db')],
        [1, term('db')],
      ),
      want: { a1: 200, a2: 200, b1: 200, zoneless: 0 },
    },
    {
      name: 'takes no part when nothing matches',
      spec: preferred('podAffinity', [10, term('nobody')]),
      want: { a1: null, a2: null, b1: null, zoneless: null },
    },
  ])('$name', ({ spec, want }) => {
    const decision = decideOne({ nodes, pods, namespaces }, web(spec))
    expect(scoresBy(decision, 'InterPodAffinity')).toEqual(want)
  })

  it.each([
    { name: 'their preference', spec: preferred('podAffinity', [5, term('web')]), want: 200 },
    {
      name: 'their requirement, by a weight of 1',
      spec: required('podAffinity', term('web')),
      want: 200,
    },
    { name: 'their aversion', spec: preferred('podAntiAffinity', [5, term('web')]), want: 0 },
  ])('heeds what running pods want: $name', ({ spec, want }) => {
    const friend = there('friend', 'b1', { spec })
    const decision = decideOne({ nodes, pods: [friend], namespaces }, web({}))
    expect(scoresBy(decision, 'InterPodAffinity')['b1']).toBe(want)
  })

  it('truncates after dividing in floating point, as upstream', () => {
    // 100 * (29 / 100) is 28.999999999999996 in floating point.
    const spec = preferred(
      'podAffinity',
      [29, term('db', { topologyKey: HOSTNAME })],
      [100, term('cache', { topologyKey: HOSTNAME })],
    )
    const apart = [there('db', 'a1'), there('cache', 'b1')]
    const scores = scoresBy(
      decideOne({ nodes, pods: apart, namespaces }, web(spec)),
      'InterPodAffinity',
    )
    expect(scores).toEqual({ a1: 2 * 28, b1: 200, a2: 0, zoneless: 0 })
  })
})

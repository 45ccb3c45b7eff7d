import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { filterOf, preFilterOf, reasonsByNode, scoresBy } from '../../support/verdicts.ts'

const POD = ["node(s) didn't match Pod's node affinity/selector"]
const OUTSIDE = ["node(s) didn't satisfy plugin(s) [NodeAffinity]"]
const nodes = [
  makeNode('ssd', { labels: { disk: 'ssd', rank: '5' } }),
  makeNode('hdd', { labels: { disk: 'hdd', rank: '10' } }),
  makeNode('bare', { labels: { rank: 'x' } }),
]

function required(...nodeSelectorTerms: Json[]): Json {
  const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } }
  return { affinity: { nodeAffinity } }
}

function preferred(...terms: [weight: number, preference: Json][]): Json {
  const preferences = terms.map(([weight, preference]) => ({ weight, preference }))
  const nodeAffinity = { preferredDuringSchedulingIgnoredDuringExecution: preferences }
  return { affinity: { nodeAffinity } }
}

function label(key: string, operator: string, ...values: string[]): Json {
  return { matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }] }
}

function named(...values: string[]): Json {
  return { matchFields: [{ key: 'metadata.name', operator: 'In', values }] }
}

function feasible(spec: Json): readonly string[] {
  return filterOf(decideOne({ nodes }, makePod('p', { spec }))).feasible
}

describe('required', () => {
  it.each([
    {
      name: 'a node selector asks for the very value',
      spec: { nodeSelector: { disk: 'ssd' } },
      want: ['ssd'],
    },
    {
      name: 'a node selector of two labels asks for both',
      spec: { nodeSelector: { disk: 'ssd', rank: '10' } },
      want: [],
    },
    {
      name: 'In takes any of the values',
      spec: required(label('disk', 'In', 'ssd', 'hdd')),
      want: ['ssd', 'hdd'],
    },
    {
      name: 'NotIn takes nodes without the label too',
      spec: required(label('disk', 'NotIn', 'ssd')),
      want: ['hdd', 'bare'],
    },
    {
      name: 'Exists asks for the label',
      spec: required(label('disk', 'Exists')),
      want: ['ssd', 'hdd'],
    },
    {
      name: 'DoesNotExist asks for its absence',
      spec: required(label('disk', 'DoesNotExist')),
      want: ['bare'],
    },
    {
      name: 'Gt compares integers, and text is none',
      spec: required(label('rank', 'Gt', '5')),
      want: ['hdd'],
    },
    { name: 'Lt compares integers', spec: required(label('rank', 'Lt', '10')), want: ['ssd'] },
    {
      name: 'terms are alternatives',
      spec: required(label('disk', 'In', 'ssd'), label('rank', 'In', 'x')),
      want: ['ssd', 'bare'],
    },
    {
      name: 'expressions of a term must all hold',
      spec: required({
        matchExpressions: [
          { key: 'disk', operator: 'Exists' },
          { key: 'rank', operator: 'In', values: ['5'] },
        ],
      }),
      want: ['ssd'],
    },
    { name: 'an empty term matches nothing', spec: required({}), want: [] },
    { name: 'no terms match nothing', spec: required(), want: [] },
    {
      name: 'a malformed term matches nothing, the others still do',
      spec: required(label('rank', 'Gt', 'x'), label('disk', 'In', 'ssd')),
      want: ['ssd'],
    },
    {
      name: 'selector and affinity must both hold',
      spec: { nodeSelector: { disk: 'hdd' }, ...required(label('disk', 'Exists')) },
      want: ['hdd'],
    },
    {
      name: 'NotIn of a name leaves the others',
      spec: required({
        matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['ssd'] }],
      }),
      want: ['hdd', 'bare'],
    },
  ])('$name', ({ spec, want }) => {
    expect(feasible(spec)).toEqual(want)
  })

  it('says what the node has instead', () => {
    const decision = decideOne({ nodes }, makePod('p', { spec: { nodeSelector: { disk: 'ssd' } } }))
    expect(filterOf(decision).rejected).toEqual(
      [['hdd', 'hdd'] as const, ['bare', null] as const].map(([node, nodeHas]) => ({
        node,
        plugin: 'NodeAffinity',
        code: 'UnschedulableAndUnresolvable',
        reasons: POD,
        details: [{ kind: 'nodeSelector', nodeSelector: { key: 'disk', value: 'ssd' }, nodeHas }],
      })),
    )
  })

  it('shows the terms that all fail, with the labels that they ask about', () => {
    const spec = required(label('disk', 'In', 'tape'))
    const { rejected } = filterOf(decideOne({ nodes }, makePod('p', { spec })))
    expect(rejected[0]?.details).toEqual([
      {
        kind: 'nodeAffinityTerm',
        term: {
          matchExpressions: [{ key: 'disk', operator: 'In', values: ['tape'] }],
          matchFields: [],
        },
        malformed: null,
        nodeHas: [{ key: 'disk', value: 'ssd' }],
      },
    ])
  })
})

describe('terms that name their nodes', () => {
  it('leave out all other nodes before any filter looks at them', () => {
    const tainted = makeNode('tainted', { taints: [{ key: 'k', effect: 'NoSchedule' }] })
    const pod = makePod('p', { spec: required(named('hdd')) })
    const decision = decideOne({ nodes: [...nodes, tainted] }, pod)
    expect(filterOf(decision).feasible).toEqual(['hdd'])
    expect(reasonsByNode(decision)).toEqual({ ssd: OUTSIDE, bare: OUTSIDE, tainted: OUTSIDE })
    expect(filterOf(decision).rejected[0]).toMatchObject({
      plugin: 'NodeAffinity',
      code: 'UnschedulableAndUnresolvable',
    })
  })

  it('are alternatives like others', () => {
    expect(feasible(required(named('hdd'), named('bare')))).toEqual(['hdd', 'bare'])
  })

  it('let labels decide as well', () => {
    const spec = required({ ...named('hdd'), ...label('disk', 'In', 'ssd') })
    const decision = decideOne({ nodes }, makePod('p', { spec }))
    expect(reasonsByNode(decision)).toEqual({ ssd: OUTSIDE, bare: OUTSIDE, hdd: POD })
  })

  it('refuse the pod as a whole when they contradict each other', () => {
    const fields = [
      { key: 'metadata.name', operator: 'In', values: ['hdd'] },
      { key: 'metadata.name', operator: 'In', values: ['ssd'] },
    ]
    const decision = decideOne({ nodes }, makePod('p', { spec: required({ matchFields: fields }) }))
    const refusal = 'NodeAffinity UnschedulableAndUnresolvable: pod affinity terms conflict'
    expect(preFilterOf(decision)).toBe(refusal)
    expect(decision.message).toBe('0/3 nodes are available: pod affinity terms conflict. not found')
  })

  it('find nothing when the node is not there', () => {
    const decision = decideOne({ nodes }, makePod('p', { spec: required(named('gone')) }))
    expect(reasonsByNode(decision)).toEqual({ ssd: OUTSIDE, hdd: OUTSIDE, bare: OUTSIDE })
  })
})

describe('preferred', () => {
  it.each([
    {
      name: 'sums the weights of what matches and scales to the highest, truncated',
      spec: preferred([10, label('disk', 'Exists')], [20, label('disk', 'In', 'ssd')]),
      want: { ssd: 200, hdd: 2 * 33, bare: 0 },
    },
    {
      name: 'scores 0 everywhere when nothing matches',
      spec: preferred([10, label('disk', 'In', 'tape')]),
      want: { ssd: 0, hdd: 0, bare: 0 },
    },
    {
      name: 'ignores empty terms and those of weight 0',
      spec: preferred([50, {}], [0, label('disk', 'Exists')], [1, label('disk', 'In', 'hdd')]),
      want: { ssd: 0, hdd: 200, bare: 0 },
    },
    {
      name: 'takes part with an empty list of preferences',
      spec: preferred(),
      want: { ssd: 0, hdd: 0, bare: 0 },
    },
    {
      name: 'takes no part without preferences',
      spec: {},
      want: { ssd: null, hdd: null, bare: null },
    },
  ])('$name', ({ spec, want }) => {
    const decision = decideOne({ nodes }, makePod('p', { spec }))
    expect(scoresBy(decision, 'NodeAffinity')).toEqual(want)
  })

  it('fails the attempt over a malformed preference, where there is a choice', () => {
    const spec = preferred([1, label('rank', 'Gt', 'x')])
    const decision = decideOne({ nodes }, makePod('p', { spec }))
    expect(decision).toMatchObject({ outcome: 'error', node: null })
    expect(decision.message).toContain('NodeAffinity')
    expect(decideOne({ nodes: nodes.slice(0, 1) }, makePod('p', { spec })).node).toBe('ssd')
  })
})

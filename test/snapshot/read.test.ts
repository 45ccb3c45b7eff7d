import { describe, expect, it } from 'vitest'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { clusterOf, issuesOf } from '../support/read-objects.ts'

const node = makeNode('a')
const pod = makePod('p', { node: 'a' })

/** Nodes and pods of a snapshot, by name. */
function contents(snapshot: unknown) {
  const { nodes, pods } = clusterOf(snapshot)
  return { nodes: nodes.names, pods: pods.onNode.flat().map(({ name }) => name) }
}

describe('forms of a snapshot', () => {
  const bare = ({ apiVersion: _a, kind: _k, ...rest }: Json) => rest
  const both = { nodes: ['a'], pods: ['p'] }

  it.each([
    { name: 'an object of arrays', snapshot: { nodes: [bare(node)], pods: [bare(pod)] } },
    {
      name: 'a List of mixed kinds',
      snapshot: { kind: 'List', items: [pod, node, { kind: 'Secret', metadata: { name: 's' } }] },
    },
    {
      name: 'lists of one kind',
      snapshot: [
        { kind: 'NodeList', items: [bare(node)] },
        { kind: 'PodList', items: [bare(pod)] },
      ],
    },
    { name: 'a mix of all', snapshot: [{ kind: 'List', items: [node] }, { pods: [pod] }] },
    { name: 'objects one by one', snapshot: [node, pod] },
    {
      name: 'a List within a List',
      snapshot: { kind: 'List', items: [{ kind: 'List', items: [node, pod] }] },
    },
  ])('$name', ({ snapshot }) => {
    expect(contents(snapshot)).toEqual(both)
  })

  it('know which kinds were not given at all', () => {
    const cluster = clusterOf([{ services: [] }, { kind: 'PodDisruptionBudgetList', items: null }])
    for (const rule of ['SomeRule', 'OtherRule', 'SomeRule']) {
      const view = cluster.readBy(rule, 'outcome')
      view.workloads('services')
      expect(view.podDisruptionBudgets).toMatchObject({ all: [] })
      expect(view.namespaces.size).toBe(0)
    }
    expect(cluster.notEvaluated()).toEqual([
      {
        what: 'namespaces',
        kind: 'Namespace',
        affects: 'outcome',
        reason: 'the snapshot has no namespaces; SomeRule, OtherRule judged them as empty',
      },
    ])
  })
})

describe('what is wrong', () => {
  const bad = (fields: Json) => ({ nodes: [{ ...node, ...fields }] })

  it.each([
    {
      name: 'a snapshot that is no object',
      snapshot: 5,
      pointer: '/snapshot',
      code: 'not-a-request',
    },
    {
      name: 'an array of anything',
      snapshot: { things: [] },
      pointer: '/snapshot/things',
      code: 'not-a-request',
    },
    {
      name: 'a kind that is no array',
      snapshot: { nodes: {} },
      pointer: '/snapshot/nodes',
      code: 'not-a-request',
    },
    {
      name: 'an item that is no object',
      snapshot: { nodes: ['a'] },
      pointer: '/snapshot/nodes/0',
      code: 'not-a-request',
    },
    {
      name: 'an object without a name',
      snapshot: { nodes: [{}] },
      pointer: '/snapshot/nodes/0/metadata/name',
      code: 'not-a-request',
    },
    {
      name: 'items that are no array',
      snapshot: { kind: 'List', items: 1 },
      pointer: '/snapshot/items',
      code: 'not-a-request',
    },
    {
      name: 'two nodes of one name',
      snapshot: { nodes: [node, node] },
      pointer: '/snapshot/nodes/1',
      code: 'duplicate-object',
    },
    {
      name: 'two pods of one namespace and name',
      snapshot: { pods: [pod, makePod('p')] },
      pointer: '/snapshot/pods/1',
      code: 'duplicate-object',
    },
    {
      name: 'a quantity that is none',
      snapshot: bad({ status: { allocatable: { 'example.com/gpu': '1x' } } }),
      pointer: '/snapshot/nodes/0/status/allocatable/example.com~1gpu',
      code: 'invalid-quantity',
    },
    {
      name: 'a label that is no text',
      snapshot: bad({ metadata: { name: 'a', labels: { zone: 1 } } }),
      pointer: '/snapshot/nodes/0/metadata/labels/zone',
      code: 'not-a-request',
    },
    {
      name: 'taints that are no list',
      snapshot: bad({ spec: { taints: {} } }),
      pointer: '/snapshot/nodes/0/spec/taints',
      code: 'not-a-request',
    },
    {
      name: 'a priority that is no integer',
      snapshot: { pods: [makePod('q', { node: 'a', spec: { priority: 1.5 } })] },
      pointer: '/snapshot/pods/0/spec/priority',
      code: 'not-a-request',
    },
    {
      name: 'a time that is none',
      snapshot: { pods: [makePod('q', { node: 'a', startTime: 'soon' })] },
      pointer: '/snapshot/pods/0/status/startTime',
      code: 'not-a-request',
    },
  ])('$name is named with its place', ({ snapshot, pointer, code }) => {
    expect(issuesOf(snapshot)).toEqual([expect.objectContaining({ pointer, code })])
  })

  it('is told all at once, at most fifty things', () => {
    const nodes = Array.from({ length: 80 }, (_, index) =>
      makeNode(`n${index}`, { allocatable: { cpu: 'much' } }),
    )
    const issues = issuesOf({ nodes })
    expect(issues).toHaveLength(50)
    expect(issues.map(({ pointer }) => pointer)).toContain(
      '/snapshot/nodes/49/status/allocatable/cpu',
    )
  })

  it('is more nodes than there may be, told once', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((name) => makeNode(name))
    expect(issuesOf({ nodes }, { nodesMax: 2 })).toEqual([
      { pointer: '/snapshot/nodes/2', code: 'too-many', message: 'more than 2 nodes' },
    ])
  })

  it('is not a field that nobody knows or a value of null', () => {
    const odd = { ...node, spec: { taints: null, colour: 'blue' }, extra: [] }
    expect(issuesOf({ nodes: [odd], pods: null })).toEqual([])
  })
})

describe('names from outside', () => {
  it('are only data, whatever they are called', () => {
    const labels = JSON.parse('{"__proto__":"x","constructor":"y","hasOwnProperty":"z"}')
    const { nodes } = clusterOf({ nodes: [makeNode('a', { labels })] })
    expect(nodes.label(0, '__proto__')).toBe('x')
    expect(nodes.label(0, 'constructor')).toBe('y')
    expect(nodes.label(0, 'toString')).toBeUndefined()
  })

  it('may be those of nodes that are not there', () => {
    const cluster = clusterOf({ nodes: [node], pods: [makePod('lost', { node: 'gone' })] })
    expect(cluster.pods.onNode.flat()).toEqual([])
    expect(cluster.notEvaluated()).toEqual([
      {
        what: 'pod on an unknown node',
        kind: 'Pod',
        object: 'default/lost',
        affects: 'outcome',
        reason: 'it runs on node gone, which is not in the snapshot',
      },
    ])
  })
})

it('keeps one signature for pods that differ only in what scheduling does not read', () => {
  const base = { node: 'a', labels: { app: 'web' }, requests: { cpu: '1' } }
  const secret = { name: 'token', secret: { secretName: 'x' } }
  const pods = [
    makePod('1', base),
    makePod('2', { ...base, startTime: '2026-01-01T00:00:00Z' }),
    makePod('3', { ...base, spec: { volumes: [secret] } }),
    makePod('4', { ...base, labels: { app: 'db' } }),
  ]
  const { podsOfSignature } = clusterOf({ nodes: [node], pods })
  expect(podsOfSignature.size).toBe(2)
})

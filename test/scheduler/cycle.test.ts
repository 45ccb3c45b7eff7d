import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../support/decide-all.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { makeClaim, makeCsiNode, makeStorageClass } from '../support/make-storage.ts'
import { filterOf, reasonsByNode } from '../support/verdicts.ts'

const nodes = ['a', 'b', 'c'].map((name) => makeNode(name))
const FULL = { cpu: '4' }

describe('outcomes', () => {
  it('are for pods of another scheduler not ours to tell', () => {
    const pod = makePod('p', { spec: { schedulerName: 'theirs' } })
    expect(decideOne({ nodes }, pod)).toMatchObject({ outcome: 'notResponsible', filter: null })
  })

  it('leave pods alone that are being deleted', () => {
    const decision = decideOne({ nodes }, makePod('p', { terminating: true }))
    expect(decision).toMatchObject({ outcome: 'terminating', node: null, filter: null })
  })

  it('say so when there are no nodes at all', () => {
    expect(decideOne({ nodes: [] }, makePod('p'))).toMatchObject({
      outcome: 'unschedulable',
      message: 'no nodes available to schedule pods',
      preemption: null,
    })
  })

  it('bind a pod to its node with all that identifies both', () => {
    const { binding } = decideOne({ nodes: nodes.slice(0, 1) }, makePod('p', { namespace: 'shop' }))
    expect(binding).toEqual({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace: 'shop', name: 'p', uid: 'uid-shop-p' },
      target: { apiVersion: 'v1', kind: 'Node', name: 'a' },
    })
  })
})

describe('filters', () => {
  it('give the first objection in the order of the profile', () => {
    const bad = makeNode('bad', {
      unschedulable: true,
      taints: [{ key: 'k', effect: 'NoSchedule' }],
      allocatable: { cpu: '0', pods: '0' },
    })
    const decision = decideOne({ nodes: [bad] }, makePod('p', { requests: { cpu: '1' } }))
    expect(filterOf(decision).rejected.map(({ plugin }) => plugin)).toEqual(['NodeUnschedulable'])
  })

  it('are summed up by number of nodes, then plugin, then reason', () => {
    const tainted = makeNode('tainted', { taints: [{ key: 'k', effect: 'NoSchedule' }] })
    const cordoned = makeNode('cordoned', { unschedulable: true })
    const pod = makePod('p', { requests: { cpu: '5', memory: '64Gi' } })
    const decision = decideOne({ nodes: [...nodes, tainted, cordoned] }, pod)
    expect(filterOf(decision).summary).toEqual([
      { plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 3 },
      { plugin: 'NodeResourcesFit', reason: 'Insufficient memory', nodes: 3 },
      { plugin: 'NodeUnschedulable', reason: 'node(s) were unschedulable', nodes: 1 },
      { plugin: 'TaintToleration', reason: 'node(s) had untolerated taint(s)', nodes: 1 },
    ])
  })

  it('tell reasons in the message as strings in order, so that 10 comes before 2', () => {
    const small = Array.from({ length: 10 }, (_, index) =>
      makeNode(`small-${index}`, { allocatable: { cpu: '1' } }),
    )
    const cordoned = ['x', 'y'].map((name) => makeNode(name, { unschedulable: true }))
    const pod = makePod('p', { requests: { cpu: '2' } })
    const { message } = decideOne({ nodes: [...small, ...cordoned] }, pod, { preemption: false })
    expect(message).toBe(
      '0/12 nodes are available: 10 Insufficient cpu, 2 node(s) were unschedulable.',
    )
  })

  it('look at the nodes one zone after another', () => {
    const zoned = [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['a3', 'a'],
      ['b2', 'b'],
    ] as const
    const list = zoned.map(([name, zone]) => makeNode(name, { zone }))
    const { feasible } = filterOf(decideOne({ nodes: list }, makePod('p')))
    expect(feasible).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('start where the caller says, and for each pod there again', () => {
    const decisions = decideAll({ nodes }, [makePod('p'), makePod('q')], { startIndex: 1 })
    expect(decisions.map((one) => filterOf(one).feasible)).toEqual([
      ['b', 'c', 'a'],
      ['b', 'c', 'a'],
    ])
  })
})

describe('pods that were promised a node', () => {
  it('go there even if another node scores better', () => {
    const pods = [makePod('there', { node: 'c', requests: { cpu: '2' } })]
    const pod = makePod('p', { nominated: 'c', requests: { cpu: '1' } })
    const decision = decideOne({ nodes, pods }, pod)
    expect(decision.node).toBe('c')
    expect(decision.scores?.[0]?.node).not.toBe('c')
    expect(filterOf(decision).feasible).toEqual(['a', 'b', 'c'])
  })

  it('go elsewhere when they no longer fit', () => {
    const pods = [makePod('there', { node: 'c', requests: FULL })]
    const pod = makePod('p', { nominated: 'c', requests: FULL })
    expect(decideOne({ nodes, pods }, pod).node).toBe('a')
  })

  it.each([
    { name: 'of higher priority', priority: 10, isRefused: true },
    { name: 'of the same priority', priority: 5, isRefused: true },
    { name: 'of lower priority', priority: 1, isRefused: false },
  ])('keep their room from others when $name: $isRefused', ({ priority, isRefused }) => {
    const waiting = makePod('waiting', { nominated: 'a', priority, requests: FULL })
    const pod = makePod('p', { priority: 5, requests: { cpu: '1' } })
    const decision = decideOne({ nodes, pods: [waiting] }, pod)
    expect(reasonsByNode(decision)).toEqual(isRefused ? { a: ['Insufficient cpu'] } : {})
  })

  it('refuse a node before a filter gets to fail there', () => {
    // The claim that looks like the stranger's is not its own, which NodeVolumeLimits cannot get over.
    const stranger = makePod('stranger', {
      node: 'a',
      spec: { volumes: [{ name: 'scratch', ephemeral: {} }] },
    })
    const waiting = makePod('waiting', { nominated: 'a', priority: 9, requests: FULL })
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }]
    const pod = makePod('p', { requests: { cpu: '1' }, spec: { volumes } })
    const driver = 'pd.csi.storage.gke.io'
    const snapshot = {
      nodes: nodes.slice(0, 2),
      persistentVolumeClaims: [
        makeClaim('data', { storageClass: 'later' }),
        makeClaim('stranger-scratch', { storageClass: 'later' }),
      ],
      storageClasses: [makeStorageClass('later', { provisioner: driver })],
      csiNodes: [makeCsiNode('a', { [driver]: 1 }), makeCsiNode('b', { [driver]: 1 })],
    }
    expect(decideOne({ ...snapshot, pods: [stranger] }, pod)).toMatchObject({ outcome: 'error' })
    const decision = decideOne({ ...snapshot, pods: [stranger, waiting] }, pod)
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'b' })
    expect(reasonsByNode(decision)).toEqual({ a: ['Insufficient cpu'] })
  })

  it('are not counted on for affinity, since they may not come', () => {
    const term = {
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: { app: 'db' } },
    }
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
    const waiting = makePod('waiting', { nominated: 'a', priority: 10, labels: { app: 'db' } })
    const decision = decideOne({ nodes, pods: [waiting] }, makePod('p', { spec: { affinity } }))
    expect(decision.outcome).toBe('unschedulable')
  })

  it('give their promise up when they are placed', () => {
    const pods = [
      makePod('first', { nominated: 'gone', priority: 9, requests: { cpu: '3' } }),
      makePod('waiting', { nominated: 'a', priority: 9, requests: { cpu: '3' } }),
      makePod('late', { requests: { cpu: '1' } }),
    ]
    const decisions = decideAll({ nodes: nodes.slice(0, 2) }, pods)
    expect(decisions.map(({ node }) => node)).toEqual(['b', 'a', 'a'])
  })

  it('hold no room elsewhere once they are assigned', () => {
    const assigned = makePod('p', { node: 'b', nominated: 'a', priority: 9, requests: FULL })
    const late = makePod('late', { requests: { cpu: '1' } })
    const decisions = decideAll({ nodes: nodes.slice(0, 2) }, [assigned, late])
    expect(decisions.map(({ node }) => node)).toEqual(['b', 'a'])
  })
})

describe('a sequence', () => {
  it('takes each placement as given for the next', () => {
    const pods = ['1', '2', '3', '4'].map((name) => makePod(name, { requests: FULL }))
    const decisions = decideAll({ nodes }, pods)
    expect(decisions.map(({ node }) => node).sort()).toEqual(['a', 'b', 'c', null])
    expect(decisions[3]?.message).toContain('0/3 nodes are available: 3 Insufficient cpu.')
  })

  it('counts a pod of the snapshot only as the one to decide', () => {
    const pods = [makePod('p', { node: 'a', requests: FULL })]
    const decision = decideOne({ nodes: nodes.slice(0, 1), pods }, makePod('p', { requests: FULL }))
    expect(decision.node).toBe('a')
  })
})

describe('ties', () => {
  it('go to the first node in the heap of a release', () => {
    expect(decideOne({ nodes }, makePod('p')).node).toBe('a')
    expect(decideOne({ nodes }, makePod('p')).tied).toEqual(['a', 'b', 'c'])
  })

  it('go to the first name if asked to', () => {
    const list = ['c', 'a', 'b'].map((name) => makeNode(name))
    expect(decideOne({ nodes: list }, makePod('p'), { tieBreak: { kind: 'name' } }).node).toBe('a')
  })

  it("go where a caller's numbers say", () => {
    const nodeAt = (fraction: number) =>
      decideOne({ nodes }, makePod('p'), { tieBreak: { kind: 'seeded', random: () => fraction } })
        .node
    expect([0, 0.5, 0.99].map(nodeAt)).toEqual(['a', 'b', 'c'])
  })
})

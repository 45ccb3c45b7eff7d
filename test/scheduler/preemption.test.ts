import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../support/decide-all.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod, type PodOptions } from '../support/make-pod.ts'

const nodes = ['a', 'b', 'c'].map((name) => makeNode(name))
const urgent = makePod('urgent', { priority: 100, requests: { cpu: '3' } })

/** Fills a node so that the urgent pod does not fit beside it. */
function on(node: string, options: PodOptions = {}): Json {
  return makePod(`on-${node}`, { node, requests: { cpu: '2' }, priority: 0, ...options })
}

function victims(decision: ReturnType<typeof decideOne>): string[] {
  return (decision.preemption?.victims ?? []).map(({ name }) => name)
}

describe('who may preempt', () => {
  const pods = ['a', 'b', 'c'].map((node) => on(node))

  it('not a pod whose policy is Never', () => {
    const calm = makePod('p', {
      priority: 100,
      requests: { cpu: '3' },
      spec: { preemptionPolicy: 'Never' },
    })
    const { preemption, message } = decideOne({ nodes, pods }, calm)
    expect(preemption).toMatchObject({ node: null, victims: [] })
    expect(message).toBe(
      '0/3 nodes are available: 3 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.',
    )
  })

  it('not pods of the same priority', () => {
    const peer = makePod('p', { requests: { cpu: '3' } })
    expect(decideOne({ nodes, pods }, peer).message).toBe(
      '0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.',
    )
  })

  it('not where even the empty node would not do', () => {
    const huge = makePod('p', { priority: 100, requests: { cpu: '5' } })
    expect(decideOne({ nodes, pods }, huge).message).toBe(
      '0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    )
  })

  it('not while a victim of the promised node is still leaving', () => {
    const leaving = on('a', {
      terminating: true,
      status: {
        conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' }],
      },
    })
    const waiting = makePod('p', { priority: 100, requests: { cpu: '3' }, nominated: 'a' })
    const { message } = decideOne({ nodes, pods: [leaving, on('b'), on('c')] }, waiting)
    expect(message).toContain('not eligible due to a terminating pod on the nominated node.')
  })

  it('nobody when the caller wants no preview', () => {
    const decision = decideOne({ nodes, pods }, urgent, { preemption: false })
    expect(decision.preemption).toBeNull()
    expect(decision.message).toBe('0/3 nodes are available: 3 Insufficient cpu.')
  })
})

describe('which node', () => {
  const two = nodes.slice(0, 2)
  const budget = {
    metadata: { name: 'guard', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'guarded' } } },
    status: { disruptionsAllowed: 0 },
  }

  it.each([
    {
      name: 'the one without violated budgets',
      pods: [on('a', { labels: { app: 'guarded' } }), on('b', { priority: 50 })],
      node: 'b',
      lostBy: 'pdbViolations',
    },
    {
      name: 'the one whose most important victim matters least',
      pods: [on('a', { priority: 50 }), on('b', { priority: 10 })],
      node: 'b',
      lostBy: 'highestVictimPriority',
    },
    {
      name: 'the one whose victims matter least together',
      pods: [
        on('a'),
        makePod('more', { node: 'a', requests: { cpu: '1' }, priority: -5 }),
        on('b'),
      ],
      node: 'b',
      lostBy: 'sumOfPriorities',
    },
    {
      name: 'the one whose victims started last',
      pods: [
        on('a', { startTime: '2026-01-01T00:00:00Z' }),
        on('b', { startTime: '2026-01-02T00:00:00Z' }),
      ],
      node: 'b',
      lostBy: 'latestStartTime',
    },
    { name: 'the first of equals', pods: [on('a'), on('b')], node: 'a', lostBy: 'nodeOrder' },
  ])('$name', ({ pods, node, lostBy }) => {
    const bulky = makePod('p', { priority: 100, requests: { cpu: '4' } })
    const snapshot = { nodes: two, pods, podDisruptionBudgets: [budget] }
    const { preemption, message } = decideOne(snapshot, bulky)
    expect(preemption?.node).toBe(node)
    expect(preemption?.candidates?.map((one) => [one.node, one.lostBy])).toEqual(
      expect.arrayContaining([
        [node, null],
        [node === 'a' ? 'b' : 'a', lostBy],
      ]),
    )
    expect(message).toContain(
      `found a potential placement for pod on node ${node}, preempting 1 victims`,
    )
  })
})

describe('who has to go', () => {
  const one = nodes.slice(0, 1)
  const there = (name: string, cpu: string, options: PodOptions = {}) =>
    makePod(name, { node: 'a', requests: { cpu }, priority: 0, ...options })

  it.each([
    {
      name: 'no more than needed, the least important first',
      pods: [there('low', '2', { priority: 1 }), there('high', '2', { priority: 2 })],
      cpu: '2',
      want: ['low'],
    },
    {
      name: 'of equals the one that started last',
      pods: [
        there('old', '2', { startTime: '2026-01-01T00:00:00Z' }),
        there('young', '2', { startTime: '2026-01-02T00:00:00Z' }),
      ],
      cpu: '2',
      want: ['young'],
    },
    {
      name: 'the more important one, when the other alone would not do',
      pods: [there('small', '1', { priority: 1 }), there('big', '3', { priority: 2 })],
      cpu: '3',
      want: ['big'],
    },
    {
      name: 'nobody of a higher priority',
      pods: [there('other', '2'), there('higher', '2', { priority: 200 })],
      cpu: '2',
      want: ['other'],
    },
  ])('$name', ({ pods, cpu, want }) => {
    const pod = makePod('p', { priority: 100, requests: { cpu } })
    expect(victims(decideOne({ nodes: one, pods }, pod))).toEqual(want)
  })

  it('rather those whose budget allows it', () => {
    const budget = {
      metadata: { name: 'guard', namespace: 'default' },
      spec: { selector: { matchLabels: { app: 'guarded' } } },
      status: { disruptionsAllowed: 0 },
    }
    const pods = [
      there('guarded', '2', { labels: { app: 'guarded' } }),
      there('free', '2', { priority: 50 }),
    ]
    const pod = makePod('p', { priority: 100, requests: { cpu: '2' } })
    const decision = decideOne({ nodes: one, pods, podDisruptionBudgets: [budget] }, pod)
    expect(victims(decision)).toEqual(['free'])
    const both = makePod('p', { priority: 100, requests: { cpu: '4' } })
    const { preemption } = decideOne({ nodes: one, pods, podDisruptionBudgets: [budget] }, both)
    expect(preemption?.victims.map(({ name, pdbViolated }) => [name, pdbViolated])).toEqual([
      ['free', false],
      ['guarded', true],
    ])
  })

  it('also pods that stand in the way by their own anti-affinity', () => {
    const term = {
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: { app: 'web' } },
    }
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
    const pods = [there('hermit', '1', { spec: { affinity } }), there('neighbour', '1')]
    const web = makePod('web', { priority: 100, labels: { app: 'web' } })
    expect(victims(decideOne({ nodes: one, pods }, web))).toEqual(['hermit'])
  })
})

it('changes nothing for the pods that follow', () => {
  const pods = ['a', 'b', 'c'].map((node) => on(node))
  const small = makePod('small', { requests: { cpu: '2' } })
  const decisions = decideAll({ nodes, pods }, [
    urgent,
    { ...urgent, metadata: { name: 'second' } },
    small,
  ])
  expect(decisions.map(({ outcome }) => outcome)).toEqual([
    'unschedulable',
    'unschedulable',
    'scheduled',
  ])
  expect(decisions[1]?.preemption?.node).toBe(decisions[0]?.preemption?.node)
})

it('lists pods that would lose their promise of the node', () => {
  const waiting = makePod('waiting', { nominated: 'a', priority: 50, requests: { cpu: '1' } })
  const pods = [on('a'), on('b', { priority: 60 }), on('c', { priority: 60 }), waiting]
  const { preemption } = decideOne({ nodes, pods }, urgent)
  expect(preemption).toMatchObject({ node: 'a', clearedNominations: [{ name: 'waiting' }] })
})

import { describe, expect, it } from 'vitest'
import { type DecideRequest, decide } from '../../../src/index.ts'
import { answerTo, at, nodeOf, podOf, type Told, told } from './small-cluster.ts'

const NAMES = ['bad', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9']
/** All but `bad` run something, so `bad` looks best. */
const snapshot = {
  nodes: NAMES.map((name) => nodeOf(name)),
  pods: NAMES.slice(1).map((name) => podOf(`busy-${name}`, null, name, '4')),
}

type Options = NonNullable<DecideRequest['options']>

function ask(feedback: Told[], now: number, pods: object[], options: Options = {}) {
  return answerTo({ snapshot, pods, feedback, options: { ...options, now: at(now) } })
}

const placed = (feedback: Told[], now: number, owner = 'new', options?: Options) =>
  ask(feedback, now, [podOf('p', owner)], options).decisions[0]?.node

const twoOwners = [told('failed', 'a', 'bad', 0), told('failed', 'b', 'bad', 10)]

describe('without feedback', () => {
  it('is not there at all', () => {
    const answer = answerTo({ snapshot, pods: [podOf('p', 'a')] })
    expect(answer.decisions[0]).toMatchObject({ node: 'bad' })
    expect(Object.keys(answer.decisions[0]?.scores?.[0]?.plugins ?? {})).not.toContain(
      'CircuitBreaker',
    )
    expect(answer).not.toHaveProperty('circuitBreaker')
  })

  it('decides the same as with feedback that says nothing bad', () => {
    const pods = [podOf('p', 'a'), podOf('q', 'b')]
    const { decisions } = ask([told('succeeded', 'a', 'n1', 0)], 10, pods)
    expect(decisions).toEqual(answerTo({ snapshot, pods }).decisions)
  })
})

describe('a node', () => {
  it('scores low for the one owner that failed there', () => {
    const feedback = [told('failed', 'a', 'bad', 0)]
    expect(placed(feedback, 10, 'a')).not.toBe('bad')
    expect(placed(feedback, 10, 'b')).toBe('bad')
    expect(placed(feedback, 10, 'a', { circuitBreaker: { scoreWeight: 0 } })).toBe('bad')
    expect(placed([...feedback, told('succeeded', 'a', 'bad', 5)], 10, 'a')).toBe('bad')
  })

  it('opens when pods of two owners fail', () => {
    const answer = ask(twoOwners, 20, [podOf('p', 'new')])
    expect(answer.decisions[0]?.node).not.toBe('bad')
    expect(answer.circuitBreaker?.nodes).toEqual([
      {
        node: 'bad',
        state: 'open',
        coolsAt: at(310),
        transitions: [{ at: at(10), to: 'open', because: 'pods of 2 owners failed within 600 s' }],
        owners: 2,
        failures: 2,
        withheld: true,
      },
    ])
  })

  it('says why it is left out', () => {
    const only = {
      ...podOf('p', 'new'),
      spec: { ...podOf('p', null).spec, nodeSelector: { at: 'bad' } },
    }
    const bad = { ...nodeOf('bad'), metadata: { name: 'bad', labels: { at: 'bad' } } }
    const { decisions } = answerTo({
      snapshot: { nodes: [bad, nodeOf('n1')], pods: [] },
      pods: [only],
      feedback: twoOwners,
      options: { now: at(20) },
    })
    expect(decisions[0]).toMatchObject({
      outcome: 'unschedulable',
      message: expect.stringContaining('1 node(s) had an open circuit'),
      preemption: { node: null },
    })
    const filter = decisions[0]?.filter
    expect(
      filter !== null && filter !== undefined && 'rejected' in filter && filter.rejected[0],
    ).toEqual({
      node: 'bad',
      plugin: 'CircuitBreaker',
      code: 'UnschedulableAndUnresolvable',
      reasons: ['node(s) had an open circuit'],
      details: [{ kind: 'circuit', state: 'open', owners: 2, failures: 2, coolsAt: at(310) }],
    })
  })

  it.each<[string, Told[], number, string]>([
    [
      'stays closed when the failures are too far apart',
      [told('failed', 'a', 'bad', -600), told('failed', 'b', 'bad', 0)],
      1,
      'closed',
    ],
    [
      'stays closed when one of them succeeded in between',
      [
        told('failed', 'a', 'bad', 0),
        told('succeeded', 'a', 'bad', 1),
        told('failed', 'b', 'bad', 2),
      ],
      3,
      'closed',
    ],
    [
      'stays closed however often one owner fails',
      [1, 2, 3, 4].map((s) => told('failed', 'a', 'bad', s)),
      5,
      'closed',
    ],
    ['is open until it has cooled down', twoOwners, 309, 'open'],
    ['is half-open then', twoOwners, 310, 'halfOpen'],
    [
      'stays open longer when more fail',
      [...twoOwners, told('failed', 'c', 'bad', 100)],
      310,
      'open',
    ],
    [
      'is not closed by a pod that had started before',
      [...twoOwners, told('succeeded', 'c', 'bad', 100)],
      200,
      'open',
    ],
    [
      'closes when a pod of the trial succeeds',
      [...twoOwners, told('succeeded', 'c', 'bad', 320)],
      321,
      'closed',
    ],
    ['opens again when it fails', [...twoOwners, told('failed', 'c', 'bad', 320)], 321, 'open'],
    ['reads feedback in any order', [told('failed', 'c', 'bad', 320), ...twoOwners], 619, 'open'],
  ])('%s', (_, feedback, now, state) => {
    const { circuitBreaker } = ask(feedback, now, [podOf('p', 'new')])
    expect(circuitBreaker?.nodes.find(({ node }) => node === 'bad')?.state).toBe(state)
  })

  it('lets one pod through while half-open', () => {
    const pods = ['p', 'q', 'r'].map((name) => podOf(name, 'new'))
    const nodes = ask(twoOwners, 310, pods).decisions.map(({ node }) => node)
    expect(nodes[0]).toBe('bad')
    expect(nodes.slice(1)).not.toContain('bad')
    const two = ask(twoOwners, 310, pods, { circuitBreaker: { halfOpenPods: 2 } })
    expect(two.decisions.map(({ node }) => node === 'bad')).toEqual([true, true, false])
  })

  it.each([
    [0.1, 1],
    [0.3, 3],
    [1, 9],
    [0, 0],
  ])('a share of %d of ten nodes withholds at most %d', (maxOpenShare, most) => {
    const feedback = NAMES.flatMap((node, index) => [
      told('failed', `a${index}`, node, index),
      told('failed', `b${index}`, node, index),
    ])
    const { circuitBreaker, decisions } = ask(feedback, 20, [podOf('p', 'new')], {
      circuitBreaker: { maxOpenShare },
    })
    const withheld =
      circuitBreaker?.nodes.filter((one) => one.withheld).map(({ node }) => node) ?? []
    expect(withheld).toHaveLength(most)
    // The latest are kept.
    expect(withheld).toEqual(NAMES.slice(NAMES.length - most))
    expect(withheld).not.toContain(decisions[0]?.node)
    expect(circuitBreaker?.withheldMax).toBe(most)
  })

  it('of another cluster, or gone, is left alone', () => {
    const gone = [told('failed', 'a', 'gone', 0), told('failed', 'b', 'gone', 0)]
    expect(ask(gone, 1, [podOf('p', 'new')]).circuitBreaker?.nodes).toEqual([])
  })
})

describe('an owner', () => {
  const three = ['n1', 'n2', 'n3'].map((node, index) => told('failed', 'bomb', node, index * 30))

  it('is quarantined when it is the first to fail on node after node', () => {
    const { decisions, circuitBreaker } = ask(three, 70, [podOf('p', 'bomb'), podOf('q', 'other')])
    expect(decisions[0]).toMatchObject({
      outcome: 'unschedulable',
      message: expect.stringContaining("pod's owner is quarantined"),
      preemption: { node: null },
    })
    expect(decisions[1]).toMatchObject({ outcome: 'scheduled' })
    expect(circuitBreaker?.owners).toEqual([
      {
        owner: { namespace: 'shop', kind: 'ReplicaSet', name: 'bomb' },
        state: 'open',
        coolsAt: at(660),
        transitions: [
          { at: at(60), to: 'open', because: 'the first to fail on 3 nodes within 600 s' },
        ],
        nodes: 3,
        failures: 3,
      },
    ])
  })

  it('is not blamed on nodes where others failed before', () => {
    const broken = ['n1', 'n2', 'n3'].flatMap((node, index) =>
      ['a', 'b', 'c'].map((_, turn) => {
        const owner = ['a', 'b', 'c'][(turn + index) % 3] ?? ''
        return told('failed', owner, node, index * 30 + turn)
      }),
    )
    const { circuitBreaker } = ask(broken, 100, [podOf('p', 'a')], {
      circuitBreaker: { maxOpenShare: 0.5 },
    })
    expect(circuitBreaker?.owners.map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
    expect(circuitBreaker?.nodes.filter((one) => one.withheld)).toHaveLength(3)
  })

  it('is not quarantined while it does well elsewhere', () => {
    const well = ['n4', 'n5'].map((node) => told('succeeded', 'bomb', node, 0))
    expect(ask([...well, ...three], 70, [podOf('p', 'bomb')]).decisions[0]?.outcome).toBe(
      'scheduled',
    )
  })

  it('that is quarantined opens no node', () => {
    const others = ['n1', 'n2', 'n3'].map((node) => told('failed', `on-${node}`, node, 61))
    const { circuitBreaker } = ask([...three, ...others], 70, [podOf('p', 'new')])
    expect(circuitBreaker?.nodes.map(({ state, owners }) => [state, owners])).toEqual([
      ['closed', 1],
      ['closed', 1],
      ['closed', 1],
    ])
  })

  it('may try one pod when it has cooled down, and is free when that runs', () => {
    const pods = ['p', 'q'].map((name) => podOf(name, 'bomb'))
    const outcomes = (feedback: Told[], now: number) =>
      ask(feedback, now, pods).decisions.map(({ outcome }) => outcome)
    expect(outcomes(three, 660)).toEqual(['scheduled', 'unschedulable'])
    const succeeded = [...three, told('succeeded', 'bomb', 'n5', 670)]
    expect(outcomes(succeeded, 680)).toEqual(['scheduled', 'scheduled'])
    const failed = [...three, told('failed', 'bomb', 'n5', 670)]
    expect(outcomes(failed, 680)).toEqual(['unschedulable', 'unschedulable'])
  })

  it('is told apart from others of its template', () => {
    const pods = ['bomb', 'other', 'bomb', 'another'].map((owner, index) =>
      podOf(`p${index}`, owner),
    )
    const { decisions } = ask(three, 70, pods)
    expect(decisions.map(({ outcome }) => outcome === 'scheduled')).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  it('without a controller is the pod itself, and is never held back', () => {
    const feedback: Told[] = ['n1', 'n2', 'n3'].map((node, index) => ({
      node,
      pod: { namespace: 'shop', name: 'p' },
      outcome: 'failed',
      time: at(index),
    }))
    const { decisions, circuitBreaker } = ask(feedback, 10, [podOf('p', null)])
    expect(decisions[0]?.outcome).toBe('scheduled')
    expect(circuitBreaker?.owners[0]).toMatchObject({
      owner: { kind: 'Pod', name: 'p' },
      state: 'open',
    })
  })
})

describe('every kind of profile', () => {
  it.each(['kubernetes-1.37', 'kubernetes-1.32', 'classic-1.10', 'classic-1.11', 'classic-1.12'])(
    '%s',
    (profile) => {
      const pods = [podOf('p', 'a'), podOf('q', 'new')]
      const options = { now: at(20), preemption: false }
      const { decisions } = answerTo({ snapshot, pods, profile, feedback: twoOwners, options })
      expect(decisions.map(({ outcome }) => outcome)).toEqual(['scheduled', 'scheduled'])
      expect(decisions.map(({ node }) => node)).not.toContain('bad')
      const once = twoOwners.slice(0, 1)
      const { decisions: retried } = answerTo({ snapshot, pods, profile, feedback: once, options })
      expect(retried.map(({ node }) => node === 'bad')).toEqual([false, true])
    },
  )
})

describe('what cannot be judged', () => {
  it.each<[string, DecideRequest, string]>([
    ['no time', { snapshot, pod: podOf('p', 'a'), feedback: twoOwners }, '/options/now'],
    [
      'the future',
      { snapshot, pod: podOf('p', 'a'), feedback: twoOwners, options: { now: at(5) } },
      '/feedback/1/time',
    ],
    [
      'nobody',
      {
        snapshot,
        pod: podOf('p', 'a'),
        feedback: [{ node: 'n1', outcome: 'failed', time: at(0) }],
        options: { now: at(5) },
      },
      '/feedback/0',
    ],
  ])('%s', (_, request, pointer) => {
    const answer = decide(request)
    expect(answer.ok).toBe(false)
    if (!answer.ok) expect(answer.error.issues?.map((issue) => issue.pointer)).toEqual([pointer])
  })
})

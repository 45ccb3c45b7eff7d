import { describe, expect, it } from 'vitest'
import { answer, decide, makeNode, makePod, send } from './classic.ts'

const pods = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makePod(`new-${index}`, { requests: { cpu: '0', memory: '0' } }),
  )
const nodes = ['a', 'b', 'c'].map((name) => makeNode(name))
const only = { only: ['EqualPriority'] }

describe('of nodes that are equally good', () => {
  it('1.11 takes one after another, by descending name', async () => {
    const { decisions, next } = await answer({ nodes, pods: pods(4), options: only })
    expect(decisions.map(({ node }) => node)).toEqual(['c', 'b', 'a', 'c'])
    expect(next.roundRobin).toBe(4)
  })

  it('the counter goes on where the caller says', async () => {
    const options = { ...only, roundRobin: 5 }
    const { decisions, next } = await answer({ nodes, pods: pods(1), options })
    expect(decisions[0]?.node).toBe('a')
    expect(next.roundRobin).toBe(6)
  })

  it('a single feasible node is taken without a count, but its score is shown', async () => {
    const { decisions, next } = await answer({ nodes: nodes.slice(0, 1), pods: pods(2) })
    expect(decisions.map(({ scores }) => scores?.length)).toEqual([1, 1])
    expect(next.roundRobin).toBe(0)
  })

  it('1.12 takes them zone by zone, by the labels of that time', async () => {
    const zoned = (name: string, zone: string) =>
      makeNode(name, {
        labels: {
          'failure-domain.beta.kubernetes.io/zone': zone,
          'topology.kubernetes.io/zone': 'one',
        },
      })
    const { decisions } = await answer({
      profile: 'classic-1.12',
      nodes: [zoned('a1', 'a'), zoned('a2', 'a'), zoned('b1', 'b')],
      pods: pods(3),
      options: only,
    })
    expect(decisions.map(({ node }) => node)).toEqual(['a1', 'b1', 'a2'])
  })
})

describe('options.only', () => {
  const taints = [{ key: 'k', effect: 'NoSchedule' }]
  const tainted = [makeNode('a', { spec: { taints, unschedulable: true } })]

  it('runs a predicate alone, without the mandatory ones', async () => {
    const { filter } = await decide({
      nodes: tainted,
      options: { only: ['PodToleratesNodeTaints'] },
    })
    expect(filter?.rejected?.[0]?.plugin).toBe('PodToleratesNodeTaints')
    const resources = await decide({ nodes: tainted, options: { only: ['PodFitsResources'] } })
    expect(resources.node).toBe('a')
  })

  it('runs a priority that is no default with its own weight', async () => {
    const { scores } = await decide({ nodes, options: { only: ['MostRequestedPriority'] } })
    expect(Object.keys(scores?.[0]?.plugins ?? {})).toEqual(['MostRequestedPriority'])
  })

  it('names what the release does not have', async () => {
    const response = await send({ nodes, options: { only: ['NodePorts'] } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/options/only/0' }] })
  })
})

it('a claim that is missing makes the attempt an error before any node is looked at', async () => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'lost' } }]
  const decision = await decide({ nodes, pods: [makePod('new', { volumes })] })
  expect(decision).toMatchObject({
    outcome: 'error',
    message: 'persistentvolumeclaim "lost" not found',
    filter: { feasible: [], rejected: [] },
  })
})

it('errors of filters are counted by their text', async () => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'waiting' } }]
  const { outcome, message, filter } = await decide({
    nodes,
    pods: [makePod('new', { volumes })],
    snapshot: { persistentVolumeClaims: [{ metadata: { name: 'waiting' }, spec: {} }] },
  })
  expect(outcome).toBe('error')
  expect(message).toBe('pod has unbound immediate PersistentVolumeClaims (repeated 3 times)')
  expect(filter?.feasible).toEqual([])
})

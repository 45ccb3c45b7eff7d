import { describe, expect, it } from 'vitest'
import { answer, decide, makeNode, makePod } from './classic.ts'

const fixes = { fixes: true }
const withoutLabel = makeNode('a')
const argument = { labelsPresence: { labels: ['region'], presence: true } }

describe('names that the release accepts and never runs', () => {
  it.each([
    {
      name: 'a custom name with an argument',
      policy: { predicates: [{ name: 'RegionAffinity', argument }] },
      pod: makePod('new'),
    },
    {
      name: 'the old name PodFitsPorts',
      policy: { predicates: [{ name: 'PodFitsPorts' }] },
      pod: makePod('new', {
        containers: [{ name: 'c', ports: [{ hostPort: 80, containerPort: 80 }] }],
      }),
    },
  ])('run only with fixes: $name', async ({ policy, pod }) => {
    const held = [{ hostPort: 80, containerPort: 80 }]
    const running = [makePod('run', { nodeName: 'a', containers: [{ name: 'c', ports: held }] })]
    const one = { nodes: [withoutLabel], running, pods: [pod], policy }
    const asReleased = await answer(one)
    expect(asReleased.decisions[0]?.outcome).toBe('scheduled')
    expect(asReleased.input.notices.map(({ code }) => code)).toEqual(['never-run'])
    const fixed = await answer({ ...one, options: fixes })
    expect(fixed.decisions[0]?.outcome).toBe('unschedulable')
    expect(fixed.input.notices.map(({ code }) => code)).toEqual(['run-by-fixes'])
  })
})

describe('names that the release refuses', () => {
  it('run with fixes under their real meaning', async () => {
    const taints = [{ key: 'k', effect: 'NoExecute' }]
    const { decisions, input } = await answer({
      nodes: [makeNode('a', { spec: { taints } })],
      policy: { predicates: [{ name: 'PodToleratesNodeNoExecuteTaints' }] },
      options: fixes,
    })
    expect(decisions[0]?.filter?.rejected?.[0]?.plugin).toBe('PodToleratesNodeNoExecuteTaints')
    expect(input.notices.map(({ code, subject }) => [code, subject])).toEqual([
      ['run-by-fixes', 'PodToleratesNodeNoExecuteTaints'],
    ])
  })
})

describe('init containers of running pods', () => {
  const small = { cpu: '2', memory: '8Gi', pods: '10' }
  const running = [
    makePod('run', {
      nodeName: 'a',
      requests: { cpu: '100m', memory: '1Gi' },
      initContainers: [{ name: 'init', resources: { requests: { cpu: '1500m' } } }],
    }),
  ]
  const pods = [makePod('new', { requests: { cpu: '1', memory: '1Gi' } })]

  it('take up nothing, and with fixes what they may need again', async () => {
    const one = { nodes: [makeNode('a', { allocatable: small })], running, pods }
    expect((await decide(one)).node).toBe('a')
    const fixed = await answer({ ...one, options: fixes })
    expect(fixed.decisions[0]?.message).toBe('0/1 nodes are available: 1 Insufficient cpu.')
    expect(fixed.input.notices.map(({ code, subject }) => [code, subject])).toEqual([
      ['fixed', 'init-containers-in-usage'],
    ])
  })

  it('are not mentioned where counting them changes nothing', async () => {
    const allocatable = { cpu: '1000', memory: '8Gi', pods: '10' }
    const { input } = await answer({
      nodes: [makeNode('a', { allocatable })],
      running,
      pods,
      options: fixes,
    })
    expect(input.notices).toEqual([])
  })
})

describe('anti-affinity of several terms', () => {
  const term = (app: string, topologyKey: string) => ({
    labelSelector: { matchLabels: { app } },
    topologyKey,
  })
  const apart = (...terms: object[]) => ({
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
  })
  const labels = { host: 'a', rack: 'r' }

  it('keeps apart by all terms in 1.11, by any with fixes', async () => {
    const one = {
      nodes: [makeNode('a', { labels })],
      running: [makePod('run', { labels: { app: 'x' }, nodeName: 'a' })],
      pods: [makePod('new', { affinity: apart(term('x', 'host'), term('y', 'host')) })],
    }
    expect((await decide(one)).node).toBe('a')
    const fixed = await answer({ ...one, options: fixes })
    expect(fixed.decisions[0]?.outcome).toBe('unschedulable')
    expect(fixed.input.notices.map(({ subject }) => subject)).toEqual(['anti-affinity-of-any-term'])
  })

  it('of a running pod holds in the topology of its last term, with fixes of the one that matches', async () => {
    const one = {
      nodes: [makeNode('a', { labels }), makeNode('b', { labels: { host: 'b', rack: 'r' } })],
      running: [
        makePod('run', { nodeName: 'a', affinity: apart(term('x', 'host'), term('y', 'rack')) }),
      ],
      pods: [makePod('new', { labels: { app: 'x' } })],
    }
    expect((await decide(one)).filter?.feasible).toEqual([])
    expect((await decide({ ...one, options: fixes })).filter?.feasible).toEqual(['b'])
    expect((await decide({ ...one, profile: 'classic-1.12' })).filter?.feasible).toEqual(['b'])
  })
})

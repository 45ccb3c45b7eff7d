import { expect, it } from 'vitest'
import { decide, makeNode, makePod } from './classic.ts'

const one = { cpu: '1', memory: '1Gi' }
const nodes = [makeNode('a', { allocatable: { cpu: '2', memory: '8Gi', pods: '10' } })]
const runs = (name: string, priority: number, over = {}) =>
  makePod(name, { nodeName: 'a', requests: one, priority, ...over })
const urgent = makePod('new', { requests: one, priority: 1000, preemptionPolicy: 'Never' })

it('1.11 knows no preemptionPolicy, 1.10 no preemption', async () => {
  const running = [runs('x', 10), runs('y', 5)]
  const { preemption } = await decide({ nodes, running, pods: [urgent] })
  expect(preemption?.victims.map(({ name }) => name)).toEqual(['y'])
  const before = await decide({ profile: 'classic-1.10', nodes, running, pods: [urgent] })
  expect(before.preemption).toBeNull()
})

it('a budget is not used up by the first victim', async () => {
  const labels = { app: 'web' }
  const budget = {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: labels } },
    status: { disruptionsAllowed: 1 },
  }
  const { preemption } = await decide({
    nodes,
    running: [runs('x', 1, { labels }), runs('y', 1, { labels })],
    pods: [makePod('new', { requests: { cpu: '2', memory: '1Gi' }, priority: 9 })],
    snapshot: { podDisruptionBudgets: [budget] },
  })
  expect(preemption?.victims.map(({ pdbViolated }) => pdbViolated)).toEqual([false, false])
})

it('a pod waits while anything less important leaves the node promised to it', async () => {
  const metadata = { deletionTimestamp: '2026-11-21T12:00:00Z' }
  const running = [runs('leaving', 1, { metadata }), runs('y', 5)]
  const status = { nominatedNodeName: 'a' }
  const pods = [makePod('new', { requests: one, priority: 1000, status })]
  const { preemption } = await decide({ nodes, running, pods })
  expect(preemption?.node).toBeNull()
})

it('reasons that no preemption removes differ by release', async () => {
  const selector = { labelSelector: { matchLabels: { app: 'x' } }, topologyKey: 'host' }
  const affinity = {
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [selector] },
  }
  const pods = [makePod('new', { affinity, priority: 9 })]
  const codeIn = async (profile: 'classic-1.11' | 'classic-1.12') =>
    (await decide({ profile, nodes, pods })).filter?.rejected?.[0]?.code
  expect(await codeIn('classic-1.11')).toBe('Unschedulable')
  expect(await codeIn('classic-1.12')).toBe('UnschedulableAndUnresolvable')
})

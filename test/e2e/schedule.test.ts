import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'

const PODS = 200

describe('berth schedule, with no more rights than its manifest gives', () => {
  let plane: ControlPlane
  let start: (...words: string[]) => Program

  beforeAll(async () => {
    plane = await ControlPlane.start()
    const berth = await BerthSchedule.of(plane)
    start = (...words) => berth.start(...words)
    for (const name of ['a', 'b', 'c']) {
      await plane.addNode(name, { cpu: '64', memory: '64Gi', labels: { zone: name } })
    }
  })
  afterAll(() => plane?.stop())

  it('says what it would do in a dry run, and does nothing', async () => {
    await plane.addPod('dry', { spec: OURS })
    const program = start('--dry-run')
    const line = await eventually(
      async () => (program.log().includes('would bind default/dry to ') ? true : null),
      20_000,
    )
    await program.stop()
    expect(line).toBe(true)
    expect(await plane.boundNode('dry', 200)).toBeNull()
  })

  it('places pods, spread as they ask, and leaves those of others alone', async () => {
    const spread = {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: 'many' } },
        },
      ],
    }
    await plane.addPod('of-another')
    const program = start()
    const names = Array.from({ length: PODS }, (_, index) => `many-${index}`)
    const shape = { cpu: '10m', memory: '10Mi', labels: { app: 'many' } }
    await Promise.all(
      names.map((name) => plane.addPod(name, { ...shape, spec: { ...OURS, ...spread } })),
    )
    const nodes = await Promise.all(names.map((name) => plane.boundNode(name, 60_000)))
    const counts = ['a', 'b', 'c'].map((node) => nodes.filter((one) => one === node).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(PODS)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(await plane.boundNode('dry')).not.toBeNull()
    expect(await plane.boundNode('of-another', 200)).toBeNull()
    await program.stop()
  })

  it('tells a pod why it waits, and places it when a node comes', async () => {
    const program = start()
    await plane.addPod('picky', { spec: { ...OURS, nodeSelector: { zone: 'd' } } })
    // biome-ignore lint/suspicious/noExplicitAny: a pod as the API server gives it
    const refusal = (pod: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      pod.status.conditions?.find((one: any) => one.type === 'PodScheduled' && one.message)
    const waiting = await plane.podOnce('picky', (pod) => refusal(pod) !== undefined)
    expect(refusal(waiting)).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message:
        "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. preemption: " +
        '0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    })
    await plane.addNode('d', { labels: { zone: 'd' } })
    expect(await plane.boundNode('picky')).toBe('d')
    const path = '/apis/events.k8s.io/v1/namespaces/default/events'
    // Nothing waits until the event is written.
    const reasons = await eventually(async () => {
      const { items } = await plane.api.expect('GET', path)
      // biome-ignore lint/suspicious/noExplicitAny: events as the API server gives them
      const told = items.filter((one: any) => one.regarding.name === 'picky')
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      return told.length < 2 ? null : told.map((one: any) => one.reason).sort()
    }, 10_000)
    expect(reasons).toEqual(['FailedScheduling', 'Scheduled'])
    await program.stop()
  })

  it('loses nothing and binds nothing twice when it is killed halfway', async () => {
    const first = start()
    const names = Array.from({ length: PODS }, (_, index) => `killed-${index}`)
    const shape = { cpu: '10m', memory: '10Mi', spec: OURS }
    const created = Promise.all(names.map((name) => plane.addPod(name, shape)))
    await eventually(async () => (first.log().includes('killed-20 ') ? true : null), 30_000)
    await first.stop('SIGKILL')
    await created
    const second = start()
    const nodes = await Promise.all(names.map((name) => plane.boundNode(name, 60_000)))
    expect(nodes.filter((node) => node === null)).toEqual([])
    expect(second.log()).not.toContain('refused with 409')
    await second.stop()
  })
})

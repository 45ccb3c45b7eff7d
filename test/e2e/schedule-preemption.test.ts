import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually, type Program } from './processes.ts'

const HIGH = 1000
const MIDDLE = 500

describe('berth schedule, where pods have to make room', () => {
  let plane: ControlPlane
  let berth: BerthSchedule
  let program: Program

  beforeAll(async () => {
    plane = await ControlPlane.start()
    berth = await BerthSchedule.of(plane)
    for (const [name, value] of [
      ['high', HIGH],
      ['middle', MIDDLE],
    ] as const) {
      const meta = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name } }
      await plane.api.expect('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
        ...meta,
        value,
      })
    }
    program = berth.start()
  })
  afterAll(() => plane?.stop())

  const addPod = (name: string, cpu: string, spec: object = {}, labels = {}) =>
    plane.addPod(name, { cpu, memory: '1Mi', labels, spec: { ...OURS, ...spec } })
  const get = async (name: string) =>
    (await plane.api.send('GET', `/api/v1/namespaces/default/pods/${name}`)).body
  const eventsOf = async (name: string) => {
    const { items } = await plane.api.expect(
      'GET',
      '/apis/events.k8s.io/v1/namespaces/default/events',
    )
    // biome-ignore lint/suspicious/noExplicitAny: events as the API server gives them
    return items.filter((one: any) => one.regarding.name === name)
  }

  it('nominates the pod, tells and deletes its victim, waits until it is gone, and binds', async () => {
    await plane.addNode('small', { cpu: '1', labels: { test: 'one' } })
    const onSmall = { nodeSelector: { test: 'one' } }
    await addPod('victim', '800m', { ...onSmall, terminationGracePeriodSeconds: 30 })
    expect(await plane.boundNode('victim')).toBe('small')
    await addPod('important', '800m', { ...onSmall, priorityClassName: 'high' })

    // Nothing ends a pod here but its deletion without grace: as long it is leaving.
    const leaving = await plane.podOnce('victim', (pod) => Boolean(pod.metadata.deletionTimestamp))
    // biome-ignore lint/suspicious/noExplicitAny: conditions as the API server gives them
    const target = leaving.status.conditions.find((one: any) => one.type === 'DisruptionTarget')
    expect(target).toMatchObject({
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'berth: preempting to accommodate a higher priority pod',
    })
    const waiting = await plane.podOnce('important', (pod) => pod.status.nominatedNodeName)
    expect(waiting.status.nominatedNodeName).toBe('small')
    expect(waiting.spec.nodeName).toBeUndefined()
    const preempted = await eventually(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: events as the API server gives them
      return (await eventsOf('victim')).find((one: any) => one.reason === 'Preempted') ?? null
    })
    expect(preempted).toMatchObject({
      note: `Preempted by pod ${waiting.metadata.uid} on node small`,
      related: { name: 'important' },
    })

    const now = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/victim', now)
    expect(await plane.boundNode('important')).toBe('small')
  })

  it('goes where no budget is violated, and keeps room for the nominated pod', async () => {
    await plane.addNode('guarded', { cpu: '1', labels: { test: 'two', at: 'guarded' } })
    await plane.addNode('free', { cpu: '1', labels: { test: 'two', at: 'free' } })
    const on = (at: string) => ({ nodeSelector: { test: 'two', at } })
    await plane.api.expect('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'guard' },
      spec: { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } },
    })
    await addPod('guarded-pod', '800m', on('guarded'), { app: 'guarded' })
    await addPod('free-pod', '800m', { ...on('free'), terminationGracePeriodSeconds: 30 })
    expect(await plane.boundNode('guarded-pod')).toBe('guarded')
    expect(await plane.boundNode('free-pod')).toBe('free')
    const anywhere = { nodeSelector: { test: 'two' } }
    await addPod('important-2', '800m', { ...anywhere, priorityClassName: 'high' })
    const nominated = await plane.podOnce('important-2', (pod) => pod.status.nominatedNodeName)
    expect(nominated.status.nominatedNodeName).toBe('free')
    // It would fit, were the room not kept.
    await addPod('small-later', '150m', anywhere)
    await addPod('later', '250m', anywhere)
    expect(await plane.boundNode('small-later')).not.toBeNull()
    const now = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/free-pod', now)
    expect(await plane.boundNode('important-2')).toBe('free')
    expect(await plane.boundNode('later', 1500)).toBeNull()
    expect(await get('guarded-pod')).toMatchObject({ spec: { nodeName: 'guarded' } })
  })

  it('takes the nomination of a less important pod back, and gives it to the more important', async () => {
    await plane.addNode('third', { cpu: '1', labels: { test: 'three' } })
    const onThird = { nodeSelector: { test: 'three' } }
    await addPod('leaving', '800m', { ...onThird, terminationGracePeriodSeconds: 30 })
    expect(await plane.boundNode('leaving')).toBe('third')
    await addPod('stays', '100m', onThird)
    expect(await plane.boundNode('stays')).toBe('third')
    await addPod('middle', '850m', { ...onThird, priorityClassName: 'middle' })
    await plane.podOnce('middle', (pod) => pod.status.nominatedNodeName === 'third')
    await addPod('highest', '950m', { ...onThird, priorityClassName: 'high' })
    const highest = await plane.podOnce('highest', (pod) => pod.status.nominatedNodeName)
    expect(highest?.status.nominatedNodeName).toBe('third')
    const cleared = await plane.podOnce('middle', (pod) => !pod.status.nominatedNodeName)
    expect(cleared).not.toBeNull()
    const now = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0 }
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/leaving', now)
    expect(await plane.boundNode('highest')).toBe('third')
    expect(await plane.boundNode('middle', 500)).toBeNull()
  })

  it('never binds to a node that is gone', async () => {
    await program.stop()
    await plane.addNode('vanishing', { cpu: '1', labels: { test: 'four' } })
    await addPod('to-nowhere', '100m', { nodeSelector: { test: 'four' } })
    await plane.api.expect('DELETE', '/api/v1/nodes/vanishing')
    program = berth.start()
    const said = await eventually(
      () => (program.log().includes('default/to-nowhere: ') ? true : null),
      20_000,
    )
    expect(said).toBe(true)
    expect((await get('to-nowhere')).spec.nodeName).toBeUndefined()
    await program.stop()
  })
})

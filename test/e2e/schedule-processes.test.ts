import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually, freePort } from './processes.ts'

const LEASE = '/apis/coordination.k8s.io/v1/namespaces/berth/leases/berth-schedule'

describe('processes of berth schedule', () => {
  let plane: ControlPlane
  let berth: BerthSchedule

  beforeAll(async () => {
    plane = await ControlPlane.start()
    berth = await BerthSchedule.of(plane)
    await plane.addNode('a', { cpu: '64', labels: { disk: 'ssd' } })
    await plane.addNode('b', { cpu: '64' })
  })
  afterAll(() => plane?.stop())

  const elected = () => berth.start('--leader-elect', '--lease-namespace=berth')
  const holder = async () => (await plane.api.send('GET', LEASE)).body.spec?.holderIdentity ?? null
  const get = async (port: number, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    return answer === null ? null : { status: answer.status, text: await answer.text() }
  }

  it('of which one leads, the next takes over at once when it stops, and after its lease when it dies', async () => {
    const first = elected()
    await eventually(async () => (first.log().includes('leads') ? true : null))
    const second = elected()
    await plane.addPod('by-first', { spec: OURS })
    expect(await plane.boundNode('by-first')).not.toBeNull()
    expect(first.log()).toContain('binds default/by-first')
    const identity = await holder()
    await first.stop()
    await plane.addPod('by-second', { spec: OURS })
    expect(await plane.boundNode('by-second', 6000)).not.toBeNull()
    expect(second.log()).toContain('binds default/by-second')
    expect(await holder()).not.toBe(identity)

    const third = elected()
    await second.stop('SIGKILL')
    await plane.addPod('by-third', { spec: OURS })
    expect(await plane.boundNode('by-third', 3000)).toBeNull()
    expect(await plane.boundNode('by-third', 30_000)).not.toBeNull()
    expect(third.log()).toContain('binds default/by-third')
    await third.stop()
  })

  it('that tell whether they are ready and well, and what they did', async () => {
    const port = await freePort()
    const program = berth.start(`--listen=127.0.0.1:${port}`)
    const ready = await eventually(async () => {
      const answer = await get(port, '/readyz')
      return answer?.status === 200 ? answer : null
    })
    expect(ready?.text).toBe('ok')
    expect(await get(port, '/healthz')).toMatchObject({ status: 200 })
    await plane.addPod('counted', { spec: OURS })
    await plane.addPod('too-big', { cpu: '1000', spec: OURS })
    expect(await plane.boundNode('counted')).not.toBeNull()
    const metrics = await eventually(async () => {
      const text = (await get(port, '/metrics'))?.text ?? ''
      return text.includes('result="bound"') && text.includes('result="unschedulable"')
        ? text
        : null
    })
    expect(metrics).toContain(
      'scheduler_schedule_attempts_total{result="scheduled",profile="berth"} 1',
    )
    expect(metrics).toContain('scheduler_pending_pods{queue="unschedulable"} 1')
    await program.stop()
    expect(await get(port, '/healthz')).toBeNull()
  })

  it('that are configured as kube-scheduler is', async () => {
    const file = join(plane.folder, 'scheduler.yaml')
    const only = [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }]
    const addedAffinity = {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: only },
    }
    writeFileSync(
      file,
      JSON.stringify({
        apiVersion: 'kubescheduler.config.k8s.io/v1',
        kind: 'KubeSchedulerConfiguration',
        profiles: [
          { schedulerName: 'plain' },
          {
            schedulerName: 'on-ssd',
            pluginConfig: [{ name: 'NodeAffinity', args: { addedAffinity } }],
          },
        ],
      }),
    )
    const program = berth.start(`--config=${file}`)
    const names = Array.from({ length: 6 }, (_, index) => `configured-${index}`)
    for (const [index, name] of names.entries()) {
      await plane.addPod(name, { spec: { schedulerName: index % 2 === 0 ? 'plain' : 'on-ssd' } })
    }
    const nodes = await Promise.all(names.map((name) => plane.boundNode(name)))
    expect(nodes.filter((_, index) => index % 2 === 1)).toEqual(['a', 'a', 'a'])
    expect(nodes).not.toContain(null)
    const { items } = await plane.api.expect(
      'GET',
      '/apis/events.k8s.io/v1/namespaces/default/events',
    )
    // biome-ignore lint/suspicious/noExplicitAny: events as the API server gives them
    const event = items.find((one: any) => one.regarding.name === 'configured-1')
    expect(event).toMatchObject({ reason: 'Scheduled', reportingController: 'on-ssd' })
    await program.stop()
  })
})

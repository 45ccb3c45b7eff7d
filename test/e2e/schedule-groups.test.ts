import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BerthSchedule, OURS } from './berth-schedule.ts'
import { ControlPlane } from './control-plane.ts'
import { eventually } from './processes.ts'

const API = '/apis/scheduling.k8s.io/v1beta1'
const GROUPS = `${API}/namespaces/default/podgroups`
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events'

describe('berth schedule, where pods form groups', () => {
  let plane: ControlPlane

  const addGroup = (name: string, minCount: number, spec: object = {}) =>
    plane.api.expect('POST', GROUPS, {
      apiVersion: 'scheduling.k8s.io/v1beta1',
      kind: 'PodGroup',
      metadata: { name },
      spec: { schedulingPolicy: { gang: { minCount } }, ...spec },
    })
  const addMembers = (group: string, names: readonly string[], spec: object = {}) =>
    Promise.all(
      names.map((name) =>
        plane.addPod(name, {
          cpu: '1',
          spec: { ...OURS, schedulingGroup: { podGroupName: group }, ...spec },
        }),
      ),
    )
  const nodesOf = (names: readonly string[], limitMs = 10_000) =>
    Promise.all(names.map((name) => plane.boundNode(name, limitMs)))
  /** Status, reason and message of the group, once it has this status. */
  const toldOf = (group: string, status: string) =>
    eventually(async () => {
      const { status: held } = await plane.api.expect('GET', `${GROUPS}/${group}`)
      const [condition] = held?.conditions ?? []
      return condition?.status === status ? condition : null
    }, 10_000)

  beforeAll(async () => {
    plane = await ControlPlane.start({
      apiServerFlags: [
        '--feature-gates=GenericWorkload=true',
        '--runtime-config=scheduling.k8s.io/v1beta1=true',
      ],
    })
    await plane.api.expect('POST', '/apis/scheduling.k8s.io/v1/priorityclasses', {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'high' },
      value: 1000,
    })
    for (const name of ['a', 'b']) await plane.addNode(name, { cpu: '2' })
    const berth = await BerthSchedule.of(plane)
    const program = berth.start()
    await eventually(() => (program.log().includes('schedules the pods') ? true : null), 30_000)
  })
  afterAll(() => plane?.stop())

  it('binds them once as many are there as the group needs', async () => {
    await addGroup('first', 3)
    await addMembers('first', ['f1', 'f2'])
    expect(await nodesOf(['f1', 'f2'], 2000)).toEqual([null, null])
    await addMembers('first', ['f3'])
    expect(await nodesOf(['f1', 'f2', 'f3'])).not.toContain(null)
    expect(await toldOf('first', 'True')).toMatchObject({
      type: 'PodGroupInitiallyScheduled',
      reason: 'Scheduled',
    })
  })

  it('binds none of a group that does not fit whole, and all once there is room', async () => {
    await addGroup('second', 2)
    await addMembers('second', ['s1', 's2'])
    const told = await toldOf('second', 'False')
    expect(told).toMatchObject({ reason: 'Unschedulable' })
    expect(await nodesOf(['s1', 's2'], 1000)).toEqual([null, null])
    await plane.api.expect('DELETE', '/api/v1/namespaces/default/pods/f3')
    expect(await nodesOf(['s1', 's2'], 20_000)).not.toContain(null)
    expect(await toldOf('second', 'True')).not.toBeNull()
  })

  it('makes room for a group of more important pods', async () => {
    await addGroup('third', 4, { priorityClassName: 'high' })
    const names = ['t1', 't2', 't3', 't4']
    await addMembers('third', names, { priorityClassName: 'high' })
    expect(await nodesOf(names, 30_000)).not.toContain(null)
    const { items } = await plane.api.expect('GET', EVENTS)
    // biome-ignore lint/suspicious/noExplicitAny: events as the API server gives them
    const preempted = items.filter(({ reason }: any) => reason === 'Preempted')
    expect(preempted).toHaveLength(4)
    expect(preempted[0]).toMatchObject({ related: { kind: 'PodGroup', name: 'third' } })
  })
})

import { describe, expect, it, vi } from 'vitest'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { FakeApi } from './fake-api.ts'
import { schedulerOf } from './scheduler-of.ts'

/** Pods of a PodGroup in berth schedule: together or not at all. */

const GROUPS = '/apis/scheduling.k8s.io/v1beta1/podgroups'
const GROUP = '/apis/scheduling.k8s.io/v1beta1/namespaces/default/podgroups/g'
const PODS = '/api/v1/namespaces/default/pods'

interface Given {
  readonly members: number
  readonly minCount: number
  readonly priority?: number
  readonly more?: readonly object[]
}

function apiOf({ members, minCount, priority = 0, more = [] }: Given): FakeApi {
  const api = new FakeApi()
  const nodes = ['a', 'b'].map((name) => makeNode(name, { allocatable: { cpu: '1' } }))
  api.lists.set('/api/v1/nodes', nodes)
  const group = {
    metadata: { name: 'g', namespace: 'default', uid: 'uid-g', resourceVersion: '7' },
    spec: { priority, schedulingPolicy: { gang: { minCount } } },
  }
  api.lists.set(GROUPS, [group])
  const spec = { schedulerName: 'default-scheduler', schedulingGroup: { podGroupName: 'g' } }
  const pods = Array.from({ length: members }, (_, index) =>
    makePod(`m${index}`, { requests: { cpu: '1' }, priority, spec }),
  )
  api.lists.set('/api/v1/pods', [...more, ...pods])
  api.answers.set(`${GROUP}/status`, async () => ({ status: 200, body: group }))
  return api
}

/** Runs until `isDone` of what was sent. */
async function sentUntil(api: FakeApi, isDone: (paths: readonly string[]) => boolean) {
  const stop = new AbortController()
  const running = (await schedulerOf(api)).run(stop.signal)
  const paths = () => api.sent.map(({ method, path }) => `${method} ${path}`)
  await vi.waitFor(() => expect(isDone(paths())).toBe(true), 5000)
  // What would come after has come.
  await new Promise((resolve) => setTimeout(resolve, 100))
  stop.abort()
  await running
  return { paths: paths(), sent: api.sent }
}

const isBinding = (path: string) => path.endsWith('/binding')
const toldOf = (sent: FakeApi['sent'], path: string) =>
  sent.filter((one) => one.path === path).map(({ body }) => body)

describe('pods of a group', () => {
  it('are all bound when enough of them fit, and the group is told', async () => {
    const api = apiOf({ members: 2, minCount: 2 })
    const { paths, sent } = await sentUntil(api, (all) => all.includes(`PATCH ${GROUP}/status`))
    expect(paths.filter(isBinding).sort()).toEqual([
      `POST ${PODS}/m0/binding`,
      `POST ${PODS}/m1/binding`,
    ])
    expect(toldOf(sent, `${GROUP}/status`)).toMatchObject([
      {
        metadata: { uid: 'uid-g', resourceVersion: '7' },
        status: {
          conditions: [{ type: 'PodGroupInitiallyScheduled', status: 'True', reason: 'Scheduled' }],
        },
      },
    ])
  })

  it('are not tried before minCount of them are there, and told nothing', async () => {
    const api = apiOf({ members: 1, minCount: 2, more: [makePod('alone', { spec: OURS })] })
    const { paths } = await sentUntil(api, (all) => all.some(isBinding))
    expect(paths.filter((path) => path.includes('m0') || path.includes(GROUP))).toEqual([])
  })

  it('are bound none when too few fit, and each is told with the group', async () => {
    const api = apiOf({ members: 3, minCount: 3 })
    const { paths, sent } = await sentUntil(api, (all) => all.includes(`PATCH ${GROUP}/status`))
    expect(paths.filter(isBinding)).toEqual([])
    for (const name of ['m0', 'm1', 'm2']) {
      expect(toldOf(sent, `${PODS}/${name}/status`)).toMatchObject([
        { status: { conditions: [{ type: 'PodScheduled', reason: 'Unschedulable' }] } },
      ])
    }
    expect(toldOf(sent, `${GROUP}/status`)).toMatchObject([
      { status: { conditions: [{ status: 'False', reason: 'Unschedulable' }] } },
    ])
  })

  it('leave those behind that do not fit, where enough do', async () => {
    const api = apiOf({ members: 3, minCount: 2 })
    const { paths } = await sentUntil(api, (all) => all.includes(`PATCH ${PODS}/m2/status`))
    expect(paths.filter(isBinding)).toHaveLength(2)
  })

  it('have their room made together', async () => {
    const victims = ['a', 'b'].map((node) =>
      makePod(`victim-${node}`, { requests: { cpu: '1' }, node }),
    )
    const api = apiOf({ members: 2, minCount: 2, priority: 10, more: victims })
    const { paths, sent } = await sentUntil(
      api,
      (all) => all.filter((path) => path.startsWith('DELETE')).length === 2,
    )
    expect(paths.filter(isBinding)).toEqual([])
    expect(toldOf(sent, `${PODS}/victim-a/status`)).toMatchObject([
      {
        status: {
          conditions: [
            {
              type: 'DisruptionTarget',
              message: 'default-scheduler: preempting to accommodate a higher priority podgroup',
            },
          ],
        },
      },
    ])
    const events = toldOf(sent, '/apis/events.k8s.io/v1/namespaces/default/events')
    expect(events).toContainEqual(
      expect.objectContaining({
        reason: 'Preempted',
        note: 'Preempted by podgroup uid-g on node cluster',
        related: expect.objectContaining({ kind: 'PodGroup', name: 'g' }),
      }),
    )
    expect(toldOf(sent, `${PODS}/m0/status`)).toMatchObject([
      { status: { nominatedNodeName: expect.stringMatching(/^[ab]$/) } },
    ])
  })
})

const OURS = { schedulerName: 'default-scheduler' }

import { describe, expect, it, vi } from 'vitest'
import { PodWrites } from '../../src/live/api-server/pod-writes.ts'
import type { OutboundPost } from '../../src/outbound/post.ts'
import { ok } from '../../src/result.ts'
import { resolveProfile } from '../../src/scheduler/profiles/resolve-profile.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { FakeApi } from './fake-api.ts'
import { schedulerOf } from './scheduler-of.ts'

/** The extenders of a configuration, asked by berth schedule. */

const URL = 'https://extender.example/x'
const OURS = { schedulerName: 'default-scheduler' }

let sentBy = new FakeApi()
const bindings = () => sentBy.sent.filter(({ path }) => path.endsWith('/binding'))

type Answers = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>

/** What the API server lists besides. */
const lists = new Map<string, object[]>()

/** Runs on three nodes until `isDone` of what the API server was sent. */
async function run(
  verbs: object,
  answers: Answers,
  pods: readonly object[],
  isDone: () => boolean,
) {
  const api = new FakeApi()
  const nodes = ['a', 'b', 'c'].map((name) => makeNode(name, { allocatable: { cpu: '1' } }))
  api.lists.set('/api/v1/nodes', nodes)
  api.lists.set('/api/v1/pods', [...pods])
  for (const [path, list] of lists) api.lists.set(path, list)
  const found = resolveProfile({
    config: {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [{ ...OURS, percentageOfNodesToScore: 100 }],
      extenders: [{ urlPrefix: URL, ...verbs }],
    },
    only: [],
    fixes: false,
    asksExtenders: true,
  })
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  const calls: { verb: string; args: Record<string, unknown> }[] = []
  const post = async ({ url, body }: OutboundPost) => {
    const [, verb = ''] = url.split('/x/')
    const args = JSON.parse(body)
    calls.push({ verb, args })
    return ok({ status: 200, headers: {}, text: JSON.stringify(answers[verb]?.(args)) })
  }
  const scheduler = await schedulerOf(api, new PodWrites(api), {
    profiles: found.value.profiles,
    calling: { post, urls: [], mayBePrivate: true },
  })
  const stop = new AbortController()
  const running = scheduler.run(stop.signal)
  sentBy = api
  await vi.waitFor(() => expect(isDone()).toBe(true), 5000)
  stop.abort()
  await running
  return { calls, sent: api.sent }
}

describe('the extenders of a configuration', () => {
  it('are asked which nodes do and which are best', async () => {
    const answers: Answers = {
      filter: ({ NodeNames }) => ({
        NodeNames: (NodeNames as string[]).filter((name) => name !== 'a'),
        FailedNodes: { a: 'not this one' },
      }),
      prioritize: ({ NodeNames }) =>
        (NodeNames as string[]).map((Host) => ({ Host, Score: Host === 'c' ? 10 : 0 })),
    }
    const verbs = {
      filterVerb: 'filter',
      prioritizeVerb: 'prioritize',
      nodeCacheCapable: true,
      weight: 100,
    }
    const pods = [makePod('p', { spec: OURS })]
    const { calls } = await run(verbs, answers, pods, () => bindings().length === 1)
    expect(calls.map(({ verb }) => verb)).toEqual(['filter', 'prioritize'])
    expect(calls[0]?.args).toMatchObject({
      Pod: { metadata: { name: 'p' } },
      NodeNames: ['a', 'b', 'c'],
    })
    expect(bindings()[0]?.body).toMatchObject({ target: { name: 'c' } })
  })

  it('get whole nodes where they know none', async () => {
    const answers: Answers = { filter: ({ Nodes }) => ({ Nodes }) }
    const pods = [makePod('p', { spec: OURS })]
    const { calls } = await run(
      { filterVerb: 'filter' },
      answers,
      pods,
      () => bindings().length > 0,
    )
    expect(calls[0]?.args).toMatchObject({
      Nodes: {
        items: [{ metadata: { name: 'a' }, status: { allocatable: { cpu: '1' } } }, {}, {}],
      },
    })
  })

  it('bind pods in place of the API server', async () => {
    let bound: unknown = null
    const answers: Answers = {
      bind: (args) => {
        bound = args
        return {}
      },
    }
    const pods = [makePod('p', { spec: OURS })]
    const { sent } = await run({ bindVerb: 'bind' }, answers, pods, () => bound !== null)
    expect(bound).toMatchObject({ PodName: 'p', PodNamespace: 'default', PodUID: 'uid-default-p' })
    expect(sent.filter(({ path }) => path.endsWith('/binding'))).toEqual([])
  })

  it('fail the pod where they fail, with its reason', async () => {
    const answers: Answers = { filter: () => ({ Error: 'out of order' }) }
    const pods = [makePod('p', { spec: OURS })]
    const told = () => sentBy.sent.filter(({ path }) => path.endsWith('/pods/p/status'))
    await run({ filterVerb: 'filter' }, answers, pods, () => told().length > 0)
    expect(told()[0]?.body).toMatchObject({
      status: { conditions: [{ reason: 'SchedulerError', message: 'out of order' }] },
    })
    expect(bindings()).toEqual([])
  })

  it('are asked of the pods of a group too, which are bound once all is known', async () => {
    const answers: Answers = {
      filter: ({ NodeNames }) => ({ NodeNames: (NodeNames as string[]).slice(1) }),
    }
    const group = { schedulingPolicy: { gang: { minCount: 2 } } }
    const groups = '/apis/scheduling.k8s.io/v1beta1/podgroups'
    const spec = { ...OURS, schedulingGroup: { podGroupName: 'g' } }
    const pods = ['m0', 'm1'].map((name) => makePod(name, { requests: { cpu: '1' }, spec }))
    lists.set(groups, [{ metadata: { name: 'g', namespace: 'default' }, spec: group }])
    const verbs = { filterVerb: 'filter', nodeCacheCapable: true }
    await run(verbs, answers, pods, () => bindings().length === 2)
    expect(bindings()).toHaveLength(2)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import {
  ExtenderBindingResult,
  ExtenderFilterResult,
  ExtenderPreemptionResult,
  HostPriorityList,
} from '../../schemas/webhooks/extender.ts'
import { type Client, makeClient, readProblem } from '../api/client.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const ANSWERS = {
  filter: ExtenderFilterResult,
  prioritize: HostPriorityList,
  preempt: ExtenderPreemptionResult,
  bind: ExtenderBindingResult,
} as const
type Verb = keyof typeof ANSWERS

function post(client: Client, verb: Verb, body: unknown, headers: Record<string, string> = {}) {
  return client.request(`/webhooks/extender/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function ask<V extends Verb>(client: Client, verb: V, body: unknown) {
  const response = await post(client, verb, body)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  // The schema of this verb is the type of its answer.
  return ANSWERS[verb].parse(answer) as z.output<(typeof ANSWERS)[V]>
}

/** What the real kube-scheduler sent, and an answer that it accepted. */
function recorded(verb: Verb, isByName: boolean, isAnswer = false): Record<string, unknown> {
  const name = `${verb}.nodeCacheCapable-${isByName}${isAnswer ? '.response' : ''}.json`
  return JSON.parse(readFileSync(new URL(`./data/extender/${name}`, import.meta.url), 'utf8'))
}

/** The cluster of the recordings, as the scheduler saw it. */
function recordedCluster(name: 'f' | 't') {
  const byNode = recorded('preempt', false)['NodeNameToVictims']
  const nodes = recorded('filter', false)['Nodes']
  const victims = Object.entries(byNode as Record<string, { Pods: { metadata: object }[] }>)
  const pods = victims.flatMap(([, { Pods }]) => Pods)
  // The same pods by the UIDs of the recording by name.
  const meta = recorded('preempt', true)['NodeNameToMetaVictims']
  const uids = Object.values(meta as Record<string, { Pods: { UID: string }[] }>).flatMap(
    ({ Pods }) => Pods.map(({ UID }) => UID),
  )
  const named = pods.map((pod, at) => ({ ...pod, metadata: { ...pod.metadata, uid: uids[at] } }))
  return { nodes: (nodes as { items: object[] }).items, pods: name === 'f' ? pods : named }
}

async function keep(client: Client, snapshot: object): Promise<void> {
  const response = await client.request('/v1/snapshots/prod', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(snapshot),
  })
  expect([200, 201]).toContain(response.status)
}

const EMPTY = {
  namespaces: [],
  services: [],
  replicationControllers: [],
  replicaSets: [],
  statefulSets: [],
  persistentVolumeClaims: [],
}

async function withSnapshot(
  snapshot: object,
  env: Record<string, string> = {},
  options: Parameters<typeof makeClient>[0] = {},
): Promise<Client> {
  const client = makeClient({ env: { EXTENDER_SNAPSHOT: 'prod', ...env }, ...options })
  await keep(client, { ...EMPTY, pods: [], ...snapshot })
  return client
}

describe('what the real scheduler sent', () => {
  it.each([true, false])('is filtered, with nodeCacheCapable %s', async (isByName) => {
    const client = await withSnapshot(recordedCluster(isByName ? 't' : 'f'))
    const request = recorded('filter', isByName)
    const answer = await ask(client, 'filter', request)
    const shape = recorded('filter', isByName, true)
    // Go leaves out nothing either.
    for (const key of Object.keys(shape)) expect(answer).toHaveProperty(key)
    expect(answer.Error).toBe('')
    const passed = isByName
      ? answer.NodeNames
      : answer.Nodes?.items.map((node) => Object(node['metadata']).name)
    const refused = Object.keys({ ...answer.FailedNodes, ...answer.FailedAndUnresolvableNodes })
    const all = isByName
      ? (request['NodeNames'] as string[])
      : (request['Nodes'] as { items: { metadata: { name: string } }[] }).items.map(
          ({ metadata }) => metadata.name,
        )
    expect([...(passed ?? []), ...refused].sort()).toEqual(all.toSorted())
    expect(isByName ? answer.Nodes : answer.NodeNames).toBeNull()
  })

  it.each([true, false])('is scored, with nodeCacheCapable %s', async (isByName) => {
    const client = await withSnapshot(recordedCluster(isByName ? 't' : 'f'))
    const answer = await ask(client, 'prioritize', recorded('prioritize', isByName))
    const shape = recorded('prioritize', isByName, true) as unknown as { Host: string }[]
    expect(answer.map(({ Host }) => Host).sort()).toEqual(shape.map(({ Host }) => Host).sort())
  })

  it.each([true, false])('may preempt, with nodeCacheCapable %s', async (isByName) => {
    const client = await withSnapshot(recordedCluster(isByName ? 't' : 'f'))
    const answer = await ask(client, 'preempt', recorded('preempt', isByName))
    expect(answer).toEqual(recorded('preempt', isByName, true))
  })

  it.each([true, false])('is not bound unless that is configured, %s', async (isByName) => {
    const answer = await ask(makeClient(), 'bind', recorded('bind', isByName))
    expect(answer.Error).toContain('EXTENDER_API_SERVER')
  })
})

const SMALL = makeNode('small', { allocatable: { cpu: '1' } })
const LARGE = makeNode('large', { allocatable: { cpu: '8' } })
const TAINTED = makeNode('tainted', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] })
const POD = makePod('web', { requests: { cpu: '2' } })
const BY_NAME = { Pod: POD, Nodes: null, NodeNames: ['small', 'large', 'tainted'] }
const NODES = { nodes: [SMALL, LARGE, TAINTED] }

describe('filter', () => {
  it('tells which nodes fit, which do not, and which never will', async () => {
    const client = await withSnapshot(NODES)
    expect(await ask(client, 'filter', BY_NAME)).toEqual({
      Nodes: null,
      NodeNames: ['large'],
      FailedNodes: {},
      FailedAndUnresolvableNodes: {
        small: 'Insufficient cpu',
        tainted: 'node(s) had untolerated taint(s)',
      },
      Error: '',
    })
  })

  it('counts the pods of the snapshot', async () => {
    const pods = [makePod('x', { node: 'large', requests: { cpu: '7' } })]
    const client = await withSnapshot({ ...NODES, pods })
    const { FailedNodes } = await ask(client, 'filter', BY_NAME)
    expect(FailedNodes).toEqual({ large: 'Insufficient cpu' })
  })

  it.each([
    ['as in Go', BY_NAME],
    ['in lower case', { pod: POD, nodenames: BY_NAME.NodeNames, nodes: null }],
    ['in camel case', { pod: POD, nodeNames: BY_NAME.NodeNames }],
    ['with what a later release may add', { ...BY_NAME, PodGroup: {} }],
  ])('takes names %s', async (_, body) => {
    const client = await withSnapshot(NODES)
    expect((await ask(client, 'filter', body)).NodeNames).toEqual(['large'])
  })

  it('takes nodes that come whole for newer than those of the snapshot', async () => {
    const client = await withSnapshot(NODES)
    const grown = makeNode('small', { allocatable: { cpu: '4' } })
    const body = { Pod: POD, Nodes: { metadata: {}, items: [grown, LARGE] }, NodeNames: null }
    const { Nodes } = await ask(client, 'filter', body)
    expect(Nodes?.items).toEqual(JSON.parse(JSON.stringify([grown, LARGE])))
  })

  it('runs only the plugins that are configured', async () => {
    const client = await withSnapshot(NODES, { EXTENDER_PLUGINS: 'TaintToleration' })
    expect((await ask(client, 'filter', BY_NAME)).NodeNames).toEqual(['small', 'large'])
  })

  it('needs no snapshot for what follows from whole nodes', async () => {
    const client = makeClient({ env: { EXTENDER_PLUGINS: 'TaintToleration' } })
    const body = { Pod: POD, Nodes: { items: [LARGE, TAINTED] } }
    const { Nodes, FailedAndUnresolvableNodes } = await ask(client, 'filter', body)
    expect(Nodes?.items).toHaveLength(1)
    expect(FailedAndUnresolvableNodes).toHaveProperty('tainted')
  })

  it('judges pods of any scheduler', async () => {
    const client = await withSnapshot(NODES)
    const body = { ...BY_NAME, Pod: makePod('web', { spec: { schedulerName: 'mine' } }) }
    expect((await ask(client, 'filter', body)).Error).toBe('')
  })

  it('refuses a node that the snapshot has not', async () => {
    const client = await withSnapshot(NODES)
    const { FailedNodes } = await ask(client, 'filter', { ...BY_NAME, NodeNames: ['new'] })
    expect(FailedNodes).toEqual({ new: 'the node is not in the snapshot' })
  })

  it('names nodes however they are called', async () => {
    const client = await withSnapshot({ nodes: [makeNode('__proto__'), makeNode('constructor')] })
    const names = ['__proto__', 'constructor', 'toString']
    const { NodeNames } = await ask(client, 'filter', { ...BY_NAME, NodeNames: names })
    expect(NodeNames).toEqual(['__proto__', 'constructor'])
  })
})

describe('what cannot be judged', () => {
  const STALE = { now: () => new Date('2026-11-21T12:00:00Z') }

  it('is an error of the call, with the reason', async () => {
    const error = async (client: Client, body: unknown = BY_NAME) => {
      const answer = await ask(client, 'filter', body)
      expect(answer).toMatchObject({ Nodes: null, NodeNames: null })
      return answer.Error
    }
    expect(await error(makeClient())).toContain('EXTENDER_SNAPSHOT')
    const absent = makeClient({ env: { EXTENDER_SNAPSHOT: 'prod' } })
    expect(await error(absent)).toContain('No snapshot is kept under the name "prod"')
    let now = STALE.now()
    const stale = await withSnapshot(NODES, {}, { now: () => now })
    now = new Date('2026-11-21T12:05:01Z')
    expect(await error(stale)).toContain('301 s old')
    const podless = makeClient()
    const whole = { Pod: POD, Nodes: { items: [LARGE] } }
    expect(await error(podless, whole)).toContain('the snapshot has no pods')
    const broken = await withSnapshot(NODES)
    const bad = { ...BY_NAME, Pod: makePod('web', { requests: { cpu: 'x' } }) }
    expect(await error(broken, bad)).toContain('x')
  })

  it('is a problem for the verbs that have no word for it', async () => {
    const client = makeClient()
    const victims = { Pod: POD, NodeNameToMetaVictims: { large: { Pods: [] } } }
    for (const [verb, body] of [
      ['prioritize', BY_NAME],
      ['preempt', victims],
    ] as const) {
      const problem = await readProblem(await post(client, verb, body))
      expect(problem).toMatchObject({ status: 404, code: 'snapshot-not-found' })
    }
    const podless = await post(client, 'prioritize', { Pod: POD, Nodes: { items: [LARGE] } })
    expect(await readProblem(podless)).toMatchObject({ status: 409, code: 'cannot-judge' })
  })

  it('passes where that is wanted', async () => {
    const client = makeClient({ env: { EXTENDER_FAILURE_POLICY: 'Ignore' } })
    const victims = { large: { Pods: [{ UID: 'u' }], NumPDBViolations: 1 } }
    expect((await ask(client, 'filter', BY_NAME)).NodeNames).toEqual(BY_NAME.NodeNames)
    const scores = await ask(client, 'prioritize', BY_NAME)
    expect(scores.map(({ Score }) => Score)).toEqual([0, 0, 0])
    const preempt = { Pod: POD, NodeNameToMetaVictims: victims }
    expect((await ask(client, 'preempt', preempt)).NodeNameToMetaVictims).toEqual(victims)
  })
})

describe('prioritize', () => {
  it('gives 10 for the best that the plugins could say, 0 for a node that does not fit', async () => {
    const env = { EXTENDER_PLUGINS: 'NodeResourcesFit' }
    const pods = [makePod('x', { node: 'large', requests: { cpu: '4' } })]
    const client = await withSnapshot(
      { nodes: [SMALL, LARGE, makeNode('free', { allocatable: { cpu: '100' } })], pods },
      env,
    )
    const body = { ...BY_NAME, NodeNames: ['small', 'large', 'free'] }
    const scores = await ask(client, 'prioritize', body)
    const [small, large, free] = scores.map(({ Score }) => Score)
    expect(small).toBe(0)
    expect(free).toBeGreaterThan(large ?? 0)
    expect(free).toBeLessThanOrEqual(10)
  })
})

describe('nodes that differ little', () => {
  it('are told apart, whatever else is the same of them', async () => {
    const env = { EXTENDER_PLUGINS: 'NodeResourcesFit,TaintToleration' }
    const nodes = [makeNode('small', { allocatable: { cpu: '4' } }), LARGE]
    const client = await withSnapshot({ nodes }, env)
    const [small, large] = await ask(client, 'prioritize', {
      Pod: POD,
      NodeNames: ['small', 'large'],
    })
    expect(large?.Score).toBeGreaterThan(small?.Score ?? 0)
  })

  it('get the best score if nothing tells them apart', async () => {
    const nodes = [makeNode('a'), makeNode('b')]
    const client = await withSnapshot({ nodes }, { EXTENDER_PLUGINS: 'NodeResourcesFit' })
    expect(await ask(client, 'prioritize', { Pod: POD, NodeNames: ['a', 'b', 'c'] })).toEqual([
      { Host: 'a', Score: 10 },
      { Host: 'b', Score: 10 },
      { Host: 'c', Score: 0 },
    ])
  })
})

describe('preempt', () => {
  const pods = [
    makePod('small-1', { node: 'large', requests: { cpu: '4' } }),
    makePod('small-2', { node: 'large', requests: { cpu: '4' } }),
  ].map((pod, at) => ({ ...pod, metadata: { ...Object(pod['metadata']), uid: `u${at}` } }))
  const big = makePod('web', { requests: { cpu: '5' }, priority: 10 })
  const victims = (...uids: string[]) => ({
    Pods: uids.map((UID) => ({ UID })),
    NumPDBViolations: 0,
  })
  const nodesFor = async (NodeNameToMetaVictims: object) => {
    const client = await withSnapshot({ ...NODES, pods })
    const answer = await ask(client, 'preempt', { Pod: big, NodeNameToMetaVictims })
    return Object.keys(answer.NodeNameToMetaVictims)
  }

  it('keeps the nodes where the victims are enough', async () => {
    expect(await nodesFor({ large: victims('u0', 'u1') })).toEqual(['large'])
    expect(await nodesFor({ large: victims('u0') })).toEqual([])
    expect(await nodesFor({ small: victims(), tainted: victims(), gone: victims() })).toEqual([])
  })

  it('leaves every node as it was for the next', async () => {
    const onLarge = { large: victims('u0', 'u1') }
    expect(await nodesFor({ ...onLarge, small: victims() })).toEqual(['large'])
  })
})

describe('bind', () => {
  const args = { PodName: 'web', PodNamespace: 'shop', PodUID: 'u', Node: 'a' }

  it.each([
    ['a path in a name', { ...args, PodName: '../../secrets' }],
    ['a query in a name', { ...args, Node: 'a?x=y' }],
    ['no node', { ...args, Node: undefined }],
  ])('refuses %s', async (_, body) => {
    const problem = await readProblem(await post(makeClient(), 'bind', body))
    expect(problem).toMatchObject({ status: 422, code: 'not-a-request' })
  })

  it('is for those with the role', async () => {
    const tokens = [
      { token: 'decider-decider-1', name: 'decider', roles: ['decide'] },
      { token: 'binder-binder-1-1', name: 'binder', roles: ['bind'] },
    ]
    const client = makeClient({ env: { BERTH_TOKENS: JSON.stringify(tokens) } })
    const status = async (token: string) =>
      (await post(client, 'bind', args, { authorization: `Bearer ${token}` })).status
    expect(await status('decider-decider-1')).toBe(403)
    expect(await status('binder-binder-1-1')).toBe(200)
  })
})

describe('by status', () => {
  const verbs = ['filter', 'prioritize', 'preempt', 'bind'] as const

  it.each(verbs)('%s: 400 for what is no JSON, 415 and 422 for what is no call', async (verb) => {
    const client = makeClient()
    const status = async (body: unknown, headers = {}) =>
      (await post(client, verb, body, headers)).status
    expect(await status('{"Pod":')).toBe(400)
    expect(await status('[]')).toBe(422)
    expect(await status('null')).toBe(422)
    expect(await status({ Pod: 'x', NodeNames: [1] })).toBe(422)
    expect(await status({}, { 'content-type': 'text/plain' })).toBe(415)
  })

  it.each(verbs)('%s: 401 without the credentials that are asked for', async (verb) => {
    const tokens = [{ token: 'decider-decider-1', name: 'decider', roles: ['decide'] }]
    const client = makeClient({ env: { BERTH_TOKENS: JSON.stringify(tokens) } })
    expect((await post(client, verb, BY_NAME)).status).toBe(401)
  })

  it('takes the token as a password too, which is how a scheduler can send one', async () => {
    const tokens = [{ token: 'decider-decider-1', name: 'decider', roles: ['decide'] }]
    const client = makeClient({ env: { BERTH_TOKENS: JSON.stringify(tokens) } })
    const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })
    const status = async (text: string) =>
      (await post(client, 'filter', BY_NAME, basic(text))).status
    expect(await status('scheduler:decider-decider-1')).toBe(200)
    expect(await status('scheduler:wrong-wrong-wrong')).toBe(401)
    expect(await status('decider-decider-1')).toBe(401)
  })

  it.each([
    ['EXTENDER_PROFILE', 'kubernetes-0.1'],
    ['EXTENDER_PLUGINS', 'NoSuchPlugin'],
    ['EXTENDER_SNAPSHOT', 'a b'],
    ['EXTENDER_FAILURE_POLICY', 'fail'],
    ['EXTENDER_API_SERVER', 'https://x'],
  ])('starts with no wrong %s', (name, value) => {
    expect(() => makeClient({ env: { [name]: value } })).toThrow(name)
  })

  it('sends the token of the API server over nothing but HTTPS', () => {
    const env = { EXTENDER_API_SERVER: 'http://10.0.0.1', EXTENDER_API_TOKEN: 't' }
    expect(() => makeClient({ env })).toThrow('https')
  })
})

describe('what is sent to it', () => {
  it('may be 15,000 names, and no more than its limits', async () => {
    const client = await withSnapshot(NODES)
    const names = Array.from({ length: 15_000 }, (_, index) => `n${index}`)
    const { FailedNodes } = await ask(client, 'filter', { ...BY_NAME, NodeNames: names })
    expect(Object.keys(FailedNodes)).toHaveLength(15_000)
    const tiny = makeClient({ limits: { bodyBytes: 1000 } })
    expect((await post(tiny, 'filter', { ...BY_NAME, NodeNames: names })).status).toBe(413)
    const kept = makeClient({ limits: { keptBytes: 1000 } })
    const victims = { n: { Pods: Array.from({ length: 1000 }, () => ({ UID: 'u' })) } }
    const body = { Pod: POD, NodeNameToMetaVictims: victims }
    expect((await post(kept, 'preempt', body)).status).toBe(413)
  })

  it('is answered the same for many at once', async () => {
    const client = await withSnapshot(NODES)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(client, 'filter', BY_NAME)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('is logged with its reasons, counted', async () => {
    const client = await withSnapshot(NODES)
    await ask(client, 'filter', BY_NAME)
    const lines = client.logged.map((line): Record<string, unknown> => JSON.parse(line))
    expect(lines.find(({ message }) => message === 'extender')).toMatchObject({
      verb: 'filter',
      pod: 'default/web',
      passed: 1,
      denied: { 'Insufficient cpu': 1, 'node(s) had untolerated taint(s)': 1 },
    })
  })
})

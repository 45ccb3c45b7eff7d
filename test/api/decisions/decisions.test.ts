import { createHash } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

type Json = Record<string, unknown>

function makeNode(name: string, allocatable: Json = { cpu: '4', memory: '8Gi', pods: '10' }): Json {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { allocatable } }
}

function makePod(name: string, spec: Json = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name, uid: `uid-of-${name}` },
    spec: { containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }], ...spec },
  }
}

/** Decides and holds the answer against the published schema. */
async function decide(body: object): Promise<z.output<typeof DecisionResponse>> {
  const response = await client.decide(body)
  const json: unknown = await response.json()
  expect(response.status, JSON.stringify(json)).toBe(200)
  return DecisionResponse.parse(json)
}

const tainted = { ...makeNode('b'), spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } }
const snapshot = {
  nodes: [makeNode('a'), tainted, makeNode('c', { cpu: '500m', pods: '10' })],
  pods: [],
}

describe('200', () => {
  it('says where a pod goes, what every filter said and what every score is', async () => {
    const { decisions, profile } = await decide({ snapshot, pod: makePod('web') })
    expect(profile).toBe('kubernetes-1.37')
    const pod = { namespace: 'shop', name: 'web', uid: 'uid-of-web' }
    expect(decisions).toMatchObject([
      {
        pod,
        outcome: 'scheduled',
        node: 'a',
        binding: {
          apiVersion: 'v1',
          kind: 'Binding',
          metadata: pod,
          target: { apiVersion: 'v1', kind: 'Node', name: 'a' },
        },
        message: null,
        filter: {
          preFilter: null,
          feasible: ['a'],
          rejected: [
            {
              node: 'b',
              plugin: 'TaintToleration',
              code: 'UnschedulableAndUnresolvable',
              reasons: ['node(s) had untolerated taint(s)'],
              details: [{ taint: { key: 'gpu', effect: 'NoSchedule' } }],
            },
            {
              node: 'c',
              plugin: 'NodeResourcesFit',
              reasons: ['Insufficient cpu'],
              details: [{ resource: 'cpu', requested: '1', free: '500m', allocatable: '500m' }],
            },
          ],
          notSearched: 0,
          summary: [
            { plugin: 'TaintToleration', reason: 'node(s) had untolerated taint(s)', nodes: 1 },
            { plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: 1 },
          ],
        },
        tied: ['a'],
        preemption: null,
      },
    ])
    const [score] = decisions[0]?.scores ?? []
    const weighted = Object.values(score?.plugins ?? {}).map((plugin) => plugin.weighted)
    expect(score?.total).toBe(weighted.reduce((sum, value) => sum + value, 0))
  })

  it('counts every placement for the pods that follow', async () => {
    const two = [makeNode('a', { cpu: '1', pods: '10' }), makeNode('b', { cpu: '1', pods: '10' })]
    const pods = [makePod('1'), makePod('2'), makePod('3')]
    const { decisions } = await decide({ snapshot: { nodes: two, pods: [] }, pods })
    const nodes = decisions.map((decision) => decision.node)
    expect(nodes.toSorted()).toEqual(['a', 'b', null])
    expect(decisions[2]).toMatchObject({ outcome: 'unschedulable', scores: [], tied: [] })
    expect(decisions[2]?.message).toMatch(/^0\/2 nodes are available: 2 Insufficient cpu\./)
  })

  it('reads the same cluster from each of the four forms', async () => {
    const nodes = [makeNode('a'), makeNode('b')]
    const running = makePod('old', { nodeName: 'a' })
    const nodeList = { kind: 'NodeList', items: nodes }
    const podList = { kind: 'PodList', items: [running] }
    const answers = await Promise.all(
      [
        { nodes, pods: [running] },
        { apiVersion: 'v1', kind: 'List', items: [...nodes, running] },
        [nodeList, podList],
        [{ kind: 'List', items: nodes }, { pods: [running] }],
      ].map((form) => decide({ snapshot: form, pod: makePod('web') })),
    )
    for (const { decisions, input } of answers) {
      expect(decisions).toEqual(answers[0]?.decisions)
      expect([input.nodes, input.pods]).toEqual([2, 1])
    }
    expect(answers[0]?.decisions[0]?.node).toBe('b')
  })

  it('tells as much as is asked for', async () => {
    const nodes = Array.from({ length: 30 }, (_, index) => makeNode(`node-${index}`))
    const ask = (explain: string) =>
      decide({
        snapshot: { nodes: [...nodes, tainted], pods: [] },
        pod: makePod('web'),
        options: { explain },
      })
    const [full, summary, decision] = await Promise.all(['full', 'summary', 'decision'].map(ask))
    expect(full?.decisions[0]?.scores).toHaveLength(30)
    expect(full?.decisions[0]?.filter).toMatchObject({ rejected: [{ node: 'b' }] })
    expect(summary?.decisions[0]).toMatchObject({
      node: full?.decisions[0]?.node,
      scores: full?.decisions[0]?.scores?.slice(0, 10),
      filter: { feasibleNodes: 30, summary: full?.decisions[0]?.filter?.summary },
    })
    expect(summary?.decisions[0]?.filter).not.toHaveProperty('rejected')
    expect(Object.keys(decision?.decisions[0] ?? {})).toEqual([
      'pod',
      'outcome',
      'node',
      'binding',
      'message',
      'nominatedNode',
      'preemption',
    ])
  })

  it('lists the candidates of a preemption only with everything', async () => {
    const nodes = [makeNode('a', { cpu: '4', memory: '8Gi', pods: '1' })]
    const taken = { nodes, pods: [makePod('runs', { nodeName: 'a' })] }
    const previews = await Promise.all(
      ['full', 'summary', 'decision'].map(async (explain) => {
        const pod = makePod('urgent', { priority: 10 })
        const { decisions } = await decide({ snapshot: taken, pod, options: { explain } })
        return Object.keys(decisions[0]?.preemption ?? {})
      }),
    )
    const answer = ['node', 'victims']
    const rest = ['candidates', 'tiedCandidates', 'clearedNominations', 'message']
    expect(previews).toEqual([[...answer, ...rest], answer, answer])
  })

  it('gives every outcome that is no judgement of nodes', async () => {
    const gated = makePod('gated', { schedulingGates: [{ name: 'quota' }] })
    const foreign = makePod('foreign', { schedulerName: 'other' })
    const assigned = makePod('assigned', { nodeName: 'c' })
    const pods = [gated, foreign, assigned]
    const { decisions } = await decide({ snapshot, pods })
    expect(decisions).toMatchObject([
      {
        outcome: 'gated',
        message: 'waiting for scheduling gates: [quota]',
        filter: { preFilter: { plugin: 'SchedulingGates' }, feasible: [], rejected: [] },
      },
      { outcome: 'notResponsible', node: null, filter: null },
      { outcome: 'alreadyAssigned', node: 'c', binding: null, filter: null },
    ])
  })

  it('says so when there is no node at all', async () => {
    const { decisions } = await decide({ snapshot: { nodes: [] }, pod: makePod('web') })
    expect(decisions[0]).toMatchObject({
      outcome: 'unschedulable',
      message: 'no nodes available to schedule pods',
      filter: { preFilter: null, feasible: [], rejected: [], summary: [] },
    })
  })

  it('decides nothing when asked for nothing', async () => {
    expect((await decide({ snapshot, pods: [] })).decisions).toEqual([])
  })

  it('lists what it defaulted, and defaults nothing when told so', async () => {
    const pod = { metadata: { name: 'bare' }, spec: { containers: [{ name: 'c' }] } }
    const { input } = await decide({ snapshot, pod })
    expect(input.defaulted).toContainEqual({
      pod: expect.objectContaining({ namespace: 'default', name: 'bare' }),
      pointer: '/spec/schedulerName',
      value: 'default-scheduler',
    })
    const plain = await decide({ snapshot, pod, options: { defaulting: false } })
    expect(plain.input.defaulted).toEqual([])
  })

  it('names the kinds that it judged as empty because the snapshot lacks them', async () => {
    const lacking = await decide({ snapshot, pod: makePod('web') })
    expect(lacking.input.notEvaluated.map((item) => item.kind)).toContain('Service')
    const given = { ...snapshot, services: [] }
    const complete = await decide({ snapshot: given, pod: makePod('web') })
    expect(complete.input.notEvaluated.map((item) => item.kind)).not.toContain('Service')
  })

  it('answers the same bytes to the same bytes, whatever their encoding', async () => {
    const body = JSON.stringify({ snapshot, pods: [makePod('1'), makePod('2')] })
    const plain = await (await client.decide(body)).text()
    const gzip = new Uint8Array(gzipSync(body))
    const deflate = new Uint8Array(deflateSync(body))
    const gzipped = await client.decide(gzip, { 'content-encoding': 'gzip' })
    const deflated = await client.decide(deflate, { 'content-encoding': 'deflate' })
    expect(await (await client.decide(body)).text()).toBe(plain)
    expect(await gzipped.text()).toBe(plain)
    expect(await deflated.text()).toBe(plain)
    const digest = createHash('sha256').update(body).digest('hex')
    const { id, input } = DecisionResponse.parse(JSON.parse(plain))
    expect([id, input.digest]).toEqual([
      expect.stringMatching(/^d-[0-9a-f]{32}$/),
      `sha256:${digest}`,
    ])
  })

  it('has an id that covers the request and whatever else decided', async () => {
    const body = { snapshot, pod: makePod('web') }
    const idOf = async (request: object) => {
      const answer = await (await client.decide(request)).text()
      return DecisionResponse.parse(JSON.parse(answer)).id
    }
    const id = await idOf(body)
    expect(await idOf(body)).toBe(id)
    expect(await idOf({ ...body, profile: 'kubernetes-1.36' })).not.toBe(id)
    expect(await idOf({ ...body, pod: makePod('other') })).not.toBe(id)
  })

  it('ignores a byte order mark', async () => {
    const body = JSON.stringify({ snapshot, pod: makePod('web') })
    expect((await client.decide(`\ufeff${body}`)).status).toBe(200)
  })

  it('sends a long answer in parts, with the same bytes each time', async () => {
    const nodes = Array.from({ length: 400 }, (_, index) => makeNode(`node-${index}`))
    const pods = Array.from({ length: 30 }, (_, index) => makePod(`pod-${index}`))
    const response = await client.decide({ snapshot: { nodes, pods: [] }, pods })
    expect(response.headers.get('content-length')).toBeNull()
    const text = await response.text()
    expect(text.length).toBeGreaterThan(2_000_000)
    expect(DecisionResponse.parse(JSON.parse(text)).decisions).toHaveLength(30)
    expect(await (await client.decide({ snapshot: { nodes, pods: [] }, pods })).text()).toBe(text)
  })

  it('takes __proto__ as the label that it is', async () => {
    const body = `{"snapshot":{"nodes":[
      {"metadata":{"name":"a","labels":{"__proto__":"x"}},"status":{"allocatable":{"pods":"1"}}},
      {"metadata":{"name":"b"},"status":{"allocatable":{"pods":"1"}}}],"pods":[]},
      "pod":{"metadata":{"name":"p"},"spec":{"nodeSelector":{"__proto__":"x"}}}}`
    const answer = DecisionResponse.parse(await (await client.decide(body)).json())
    expect(answer.decisions[0]?.filter).toMatchObject({ feasible: ['a'] })
  })

  it('breaks ties by name or by seed when asked to', async () => {
    const nodes = ['c', 'a', 'b'].map((name) => makeNode(name))
    const ask = async (options: Json) => {
      const of = { nodes, pods: [] }
      const { decisions } = await decide({ snapshot: of, pod: makePod('web'), options })
      expect(decisions[0]?.tied).toEqual(['c', 'a', 'b'])
      return decisions[0]?.node
    }
    expect(await ask({ tieBreak: 'upstream' })).toBe('c')
    expect(await ask({ tieBreak: 'name' })).toBe('a')
    const seeds = Array.from({ length: 20 }, (_, seed) => ask({ tieBreak: 'seeded', seed }))
    expect(new Set(await Promise.all(seeds))).toEqual(new Set(['a', 'b', 'c']))
    expect(await ask({ tieBreak: 'seeded', seed: 7 })).toBe(
      await ask({ tieBreak: 'seeded', seed: 7 }),
    )
  })
})

describe('413 too-many', () => {
  const small = makeClient({ limits: { pods: 2, nodes: 2 } })

  it('refuses more pods to decide than the limit', async () => {
    const pods = ['1', '2', '3'].map((name) => makePod(name))
    expect(await readProblem(await small.decide({ snapshot: {}, pods }))).toMatchObject({
      status: 413,
      code: 'too-many',
      errors: [{ pointer: '/pods', message: '3 pods to decide; at most 2 are in one request' }],
    })
  })

  it('refuses more nodes than the limit', async () => {
    const response = await small.decide({ snapshot, pod: makePod('web') })
    expect(await readProblem(response)).toMatchObject({
      status: 413,
      code: 'too-many',
      errors: [{ pointer: '/snapshot/nodes/2', message: 'more than 2 nodes' }],
    })
  })
})

describe('422', () => {
  const problemOf = async (body: object) => readProblem(await client.decide(body))

  it('names the profiles there are', async () => {
    const problem = await problemOf({ snapshot, pod: makePod('web'), profile: 'kubernetes-9' })
    expect(problem).toMatchObject({ status: 422, code: 'unknown-profile' })
    expect(problem.errors[0]?.message).toContain('kubernetes-1.37')
  })

  it('names the object, the field and the text of a bad quantity', async () => {
    const nodes = [makeNode('a', { cpu: '1x' }), makeNode('b', { memory: '8 Gi' })]
    const problem = await problemOf({ snapshot: { nodes }, pod: makePod('web') })
    expect(problem).toMatchObject({
      code: 'invalid-quantity',
      errors: [
        { pointer: '/snapshot/nodes/0/status/allocatable/cpu' },
        { pointer: '/snapshot/nodes/1/status/allocatable/memory' },
      ],
    })
    expect(problem.errors[0]?.message).toContain('1x')
  })

  it('names both places of a node that is given twice', async () => {
    const nodes = [makeNode('a'), makeNode('b'), makeNode('a')]
    expect(await problemOf({ snapshot: { nodes }, pod: makePod('web') })).toMatchObject({
      code: 'duplicate-object',
      errors: [
        {
          pointer: '/snapshot/nodes/2',
          message: 'node a is given twice, first at /snapshot/nodes/0',
        },
      ],
    })
  })

  it('names wrong types inside objects, all at once', async () => {
    const bad = { metadata: { name: 'bad', labels: { app: 5 } }, spec: { containers: 'none' } }
    const problem = await problemOf({ snapshot: { nodes: [7] }, pod: bad })
    expect(problem.code).toBe('not-a-request')
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/pod/metadata/labels/app',
        '/pod/spec/containers',
        '/snapshot/nodes/0',
      ]),
    )
  })

  it.each([
    { name: 'an unknown array', snapshot: { node: [] }, pointer: '/snapshot/node' },
    { name: 'an array that is none', snapshot: { nodes: {} }, pointer: '/snapshot/nodes' },
    { name: 'a number in an array of lists', snapshot: [3], pointer: '/snapshot/0' },
  ])('refuses a snapshot with $name', async ({ snapshot: form, pointer }) => {
    const problem = await problemOf({ snapshot: form, pod: makePod('web') })
    expect(problem.errors.map((error) => error.pointer)).toEqual([pointer])
  })
})

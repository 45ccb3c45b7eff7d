import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { makeClient, readProblem } from '../../api/client.ts'

const client = makeClient()
const URL = 'http://gpu.example/scheduler'

const node = (name: string) => ({
  metadata: { name },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } },
})

const pod = (name: string, resources: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', resources }] },
})

const NO_OWNERS = { services: [], replicationControllers: [], replicaSets: [], statefulSets: [] }

interface Asked {
  readonly extender?: object
  readonly extenderResults?: unknown
  readonly pods?: readonly object[]
  readonly more?: object
}

function ask({ extender = {}, extenderResults, pods = [pod('p')], more = {} }: Asked) {
  return client.decide({
    snapshot: { nodes: ['a', 'b', 'c'].map(node), pods: [], ...NO_OWNERS },
    pods,
    config: {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      extenders: [
        { urlPrefix: URL, filterVerb: 'filter', nodeCacheCapable: true, weight: 2, ...extender },
      ],
    },
    ...(extenderResults === undefined ? {} : { extenderResults }),
    options: { absentKinds: 'empty' },
    ...more,
  })
}

async function decide(asked: Asked): Promise<z.output<typeof DecisionResponse>> {
  const response = await ask(asked)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return DecisionResponse.parse(answer)
}

const filtered = (response: unknown) => [{ extender: URL, verb: 'filter', response }]

describe('extenders of a configuration', () => {
  it('are named where nobody says what they answer', async () => {
    const { decisions, input } = await decide({})
    expect(decisions[0]).toMatchObject({ outcome: 'scheduled' })
    expect(input.notEvaluated).toMatchObject([{ what: `extender ${URL}`, affects: 'outcome' }])
  })

  it('take part with their recorded answers', async () => {
    const response = { NodeNames: ['b'], FailedNodes: { a: 'no GPU' } }
    const { decisions, input } = await decide({ extenderResults: filtered(response) })
    expect(decisions[0]).toMatchObject({
      outcome: 'scheduled',
      node: 'b',
      filter: {
        feasible: ['b'],
        rejected: [
          { node: 'a', plugin: `extender ${URL}`, code: 'Unschedulable', reasons: ['no GPU'] },
          { node: 'c', code: 'UnschedulableAndUnresolvable', reasons: [] },
        ],
      },
    })
    expect(input.notEvaluated).toEqual([])
  })

  it.each([
    ['filter', { filterVerb: 'filter' }, []],
    ['prioritize', { prioritizeVerb: 'prioritize' }, filtered({ NodeNames: ['a', 'b'] })],
    [
      'filter about these nodes',
      {},
      [{ extender: URL, verb: 'filter', nodes: ['a', 'b'], response: { NodeNames: ['a'] } }],
    ],
  ])('leave the outcome unknown without an answer to %s', async (_, extender, extenderResults) => {
    const { decisions } = await decide({ extender, extenderResults })
    expect(decisions[0]).toMatchObject({
      outcome: 'unknown',
      node: null,
      unknown: [{ plugin: `extender ${URL}`, kind: null }],
    })
  })

  it('may name nodes that the snapshot lacks, of which nothing is known', async () => {
    const whole = { Nodes: { items: [{ metadata: { name: 'z' } }] } }
    const asked = { extender: { nodeCacheCapable: false }, extenderResults: filtered(whole) }
    const { decisions } = await decide(asked)
    expect(decisions[0]).toMatchObject({
      outcome: 'unknown',
      unknown: [{ why: 'it answers with node "z", which is not in the snapshot' }],
    })
  })

  it.each([
    [{ status: 503 }, `failed filter with extender at URL ${URL}/filter, code 503`],
    [{ error: 'connection refused' }, 'connection refused'],
    [{ response: { Error: 'no' } }, 'no'],
    [{}, 'EOF'],
    [
      { response: { nodenames: ['a', 'nobody'] } },
      `extender "${URL}" claims a filtered node "nobody" which is not found in the input node list`,
    ],
    [
      { response: { Nodes: { items: [{ metadata: { name: 5 } }] } } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.Nodes.items.metadata.name of type string',
    ],
    [
      { response: { Error: {}, NodeNames: 3 } },
      'json: cannot unmarshal object into Go struct field ExtenderFilterResult.Error of type string',
    ],
    [
      { response: { NodeNames: 3, Error: {} } },
      'json: cannot unmarshal number into Go struct field ExtenderFilterResult.NodeNames of type []string',
    ],
    [
      { response: [] },
      'json: cannot unmarshal array into Go value of type v1.ExtenderFilterResult',
    ],
  ])('that fail end the attempt, unless they are ignorable: %j', async (reply, message) => {
    const extenderResults = [{ extender: URL, verb: 'filter', ...reply }]
    const failed = await decide({ extenderResults })
    expect(failed.decisions[0]).toMatchObject({ outcome: 'error', message })
    const ignored = await decide({ extender: { ignorable: true }, extenderResults })
    expect(ignored.decisions[0]).toMatchObject({ outcome: 'scheduled' })
  })

  it('add their scores, by weight and ten', async () => {
    const extender = { filterVerb: '', prioritizeVerb: 'prioritize' }
    const response = [
      { Host: 'c', Score: 3 },
      { host: 'c', score: 1 },
      { Host: 'nobody', Score: 10 },
    ]
    const { decisions, input } = await decide({
      extender,
      extenderResults: [{ extender: URL, verb: 'prioritize', response }],
    })
    expect(decisions[0]).toMatchObject({ node: 'c', tied: ['c'] })
    const [best] = decisions[0]?.scores ?? []
    expect(best?.plugins[`extender ${URL}`]).toMatchObject({ score: 40, weight: 2, weighted: 80 })
    expect(input.notices).toMatchObject([{ code: 'odd', subject: 'selectHost' }])
  })

  it('see only pods that ask for what they manage', async () => {
    const extender = {
      managedResources: [{ name: 'example.com/gpu', ignoredByScheduler: true }],
    }
    const gpu = { limits: { 'example.com/gpu': '1' } }
    const { decisions } = await decide({
      extender,
      pods: [pod('plain'), pod('wants-gpu', gpu)],
      extenderResults: filtered({
        NodeNames: [],
        FailedNodes: { a: 'busy', b: 'busy', c: 'busy' },
      }),
    })
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['scheduled', 'unschedulable'])
    expect(decisions[1]?.message).toMatch(/^0\/3 nodes are available: 3 busy\./)
  })

  it('may fail to bind', async () => {
    const { decisions } = await decide({
      extender: { filterVerb: '', bindVerb: 'bind' },
      pods: [pod('p'), pod('q')],
      extenderResults: [
        { extender: URL, verb: 'bind', pod: 'default/p', response: { Error: 'taken' } },
      ],
    })
    expect(decisions).toMatchObject([
      { outcome: 'error', message: 'taken' },
      { outcome: 'scheduled' },
    ])
  })

  it('of a Policy count in the scale of its release, and add their reasons', async () => {
    const policy = {
      kind: 'Policy',
      apiVersion: 'v1',
      predicates: [{ name: 'PodFitsResources' }],
      priorities: [],
      extenders: [
        {
          urlPrefix: URL,
          filterVerb: 'filter',
          prioritizeVerb: 'prioritize',
          weight: 5,
          nodeCacheCapable: true,
        },
      ],
    }
    const { decisions } = await decide({
      more: { profile: 'classic-1.12', config: policy },
      extenderResults: [
        ...filtered({ nodenames: ['a', 'b'], failedNodes: { c: 'no GPU' } }),
        { extender: URL, verb: 'prioritize', response: [{ Host: 'b', Score: 7 }] },
      ],
    })
    expect(decisions[0]).toMatchObject({ node: 'b', scores: [{ node: 'b', total: 35 }, {}] })
  })

  it.each([
    [
      filtered({}).map((one) => ({ ...one, extender: 'http://other' })),
      {},
      '/extenderResults/0/extender',
    ],
    [[{ extender: URL, verb: 'score' }], {}, '/extenderResults/0/verb'],
    [filtered({}), { options: { gangs: true } }, '/extenderResults'],
  ])('are not asked what makes no sense', async (extenderResults, more, pointer) => {
    const response = await ask({ extenderResults, more })
    expect(response.status).toBe(422)
    const { errors } = await readProblem(response)
    expect(errors).toMatchObject([{ pointer }])
  })
})

import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { CapacityResponse } from '../../../schemas/decisions/capacity-response.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return client.request('/v1/capacity', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function capacity(body: object): Promise<z.output<typeof CapacityResponse>> {
  const response = await post(body)
  expect(response.status).toBe(200)
  const answer: unknown = await response.json()
  return CapacityResponse.parse(answer)
}

const EMPTY = {
  pods: [],
  namespaces: [],
  services: [],
}
const node = (name: string, cpu: string, zone = 'z') =>
  makeNode(name, { zone, allocatable: { cpu, memory: '8Gi', pods: '110' } })
const pod = makePod('web', { requests: { cpu: '1500m' }, labels: { app: 'web' } })

describe('POST /v1/capacity', () => {
  it('counts copies, says where they go, what stops the next and what is stranded', async () => {
    const nodes = [node('a', '4'), node('b', '2'), node('c', '1')]
    const answer = await capacity({ snapshot: { nodes, ...EMPTY }, mix: [{ pod }] })
    expect(answer).toMatchObject({
      fits: 3,
      isMore: false,
      placements: [
        { node: 'a', pods: 2 },
        { node: 'b', pods: 1 },
      ],
      stoppedBy: { outcome: 'unschedulable', causes: [{ reason: 'Insufficient cpu', nodes: 3 }] },
      resources: [
        { resource: 'cpu', allocatable: 7000, freeBefore: 7000, placed: 4500, stranded: 2500 },
      ],
      additions: null,
    })
    expect(answer.stoppedBy?.nodes.map((one) => one.node)).toEqual(['a', 'b', 'c'])
  })

  it('places a mix in its proportions, whole rounds only', async () => {
    const small = makePod('small', { requests: { cpu: '500m' } })
    const answer = await capacity({
      snapshot: { nodes: [node('a', '4')], ...EMPTY },
      mix: [{ pod }, { pod: small, count: 2 }],
    })
    // A round asks for 2.5 cores: of the second only the first pod fits.
    expect(answer).toMatchObject({ fits: 1, stoppedBy: { pod: { name: 'small-mix-1-4' } } })
  })

  it('stops counting where nobody cares', async () => {
    const answer = await capacity({
      snapshot: { nodes: [node('a', '64')], ...EMPTY },
      mix: [{ pod }],
      max: 5,
    })
    expect(answer).toMatchObject({ fits: 5, isMore: true, stoppedBy: null })
  })

  it('finds the fewest nodes for what is wanted, the cheapest plan first', async () => {
    const answer = await capacity({
      snapshot: { nodes: [node('a', '4')], ...EMPTY },
      mix: [{ pod }],
      wanted: 10,
      templates: [
        { node: node('large', '16'), price: 5 },
        { node: node('medium', '3'), price: 1 },
        { node: node('tiny', '1'), price: 0.1 },
      ],
    })
    expect(answer.additions).toEqual([
      { template: 'medium', nodes: 4, price: 4 },
      { template: 'large', nodes: 1, price: 5 },
      { template: 'tiny', nodes: null, price: null },
    ])
  })

  it('respects spreading when nodes are added', async () => {
    const spread = {
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    }
    const spec = { topologySpreadConstraints: [spread] }
    const spreading = makePod('web', { requests: { cpu: '1' }, labels: { app: 'web' }, spec })
    const answer = await capacity({
      snapshot: { nodes: [node('a', '16', 'z1'), node('b', '2', 'z2')], ...EMPTY },
      mix: [{ pod: spreading }],
      wanted: 8,
      templates: [{ node: node('more-z1', '16', 'z1') }, { node: node('more-z2', '16', 'z2') }],
    })
    // Zone z2 is full after two, so that z1 takes three; more of z1 changes nothing.
    expect(answer.fits).toBe(5)
    expect(answer.additions).toEqual([
      { template: 'more-z2', nodes: 1, price: null },
      { template: 'more-z1', nodes: null, price: null },
    ])
  })

  it('says nothing more is needed where all that is wanted fits already', async () => {
    const answer = await capacity({
      snapshot: { nodes: [node('a', '4')], ...EMPTY },
      mix: [{ pod }],
      wanted: 2,
      templates: [{ node: node('medium', '4') }],
    })
    expect(answer.additions).toEqual([{ template: 'medium', nodes: 0, price: null }])
  })

  it('counts on to what is wanted where `max` ended the count before', async () => {
    const answer = await capacity({
      snapshot: { nodes: [node('a', '64')], ...EMPTY },
      mix: [{ pod }],
      max: 5,
      wanted: 10,
      templates: [{ node: node('medium', '4') }],
    })
    expect(answer).toMatchObject({ fits: 5, isMore: true, stoppedBy: null })
    expect(answer.additions).toEqual([{ template: 'medium', nodes: 0, price: null }])
  })

  it('adds nodes to those of the snapshot, whatever their names', async () => {
    const answer = await capacity({
      snapshot: { nodes: [node('a', '4'), node('medium-new-1', '64')], ...EMPTY },
      mix: [{ pod }],
      wanted: 60,
      templates: [{ node: node('medium', '8') }],
    })
    // 44 fit already, and each new node takes 5.
    expect(answer).toMatchObject({ fits: 44, additions: [{ nodes: 4 }] })
  })

  it.each([
    { absentKinds: 'empty', nodes: null },
    { absentKinds: 'unknown', nodes: null },
  ])(
    'says what was not seen on nodes that were added: $absentKinds',
    async ({ absentKinds, nodes }) => {
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
      const answer = await capacity({
        snapshot: { nodes: [], ...EMPTY },
        mix: [{ pod: makePod('web', { requests: { cpu: '1' }, spec: { volumes } }) }],
        wanted: 1,
        templates: [{ node: node('medium', '4') }],
        options: { absentKinds },
      })
      expect(answer.additions).toMatchObject([{ nodes }])
      const unseen = answer.input.notEvaluated.filter(
        ({ what }) => what === 'persistentVolumeClaims',
      )
      expect(unseen).toMatchObject([{ affects: 'outcome' }])
    },
  )

  it.each([
    { name: 'no mix', body: { mix: [] }, pointer: '/mix' },
    { name: 'a count of none', body: { mix: [{ pod, count: 0 }] }, pointer: '/mix/0/count' },
    {
      name: 'a bad quantity',
      body: { mix: [{ pod: makePod('p', { requests: { cpu: '1x' } }) }] },
      pointer: '/mix/0/pod/spec/containers/0/resources/requests/cpu',
    },
    {
      name: 'a template that is no node',
      body: { mix: [{ pod }], templates: [{ node: [] }] },
      pointer: '/templates/0/node',
    },
    {
      name: 'a template that cannot be read',
      body: { mix: [{ pod }], templates: [{ node: node('a', '4') }, { node: node('a', '4x') }] },
      pointer: '/templates/1/node/status/allocatable/cpu',
    },
  ])('refuses $name with its place', async ({ body, pointer }) => {
    const problem = await readProblem(await post({ snapshot: { nodes: [] }, ...body }))
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer }] })
  })

  it('refuses a pod without a spec that can be read', async () => {
    const body = { snapshot: { nodes: [] }, mix: [{ pod: { ...pod, spec: 'app' } }] }
    const { status, errors } = await readProblem(await post(body))
    expect(status).toBe(422)
    expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(new Set(['/mix/0/pod/spec']))
  })
})

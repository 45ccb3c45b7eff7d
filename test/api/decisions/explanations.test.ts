import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { ExplanationResponse } from '../../../schemas/decisions/explanation-response.ts'
import {
  GPU,
  makeDevice,
  makeDeviceClass,
  makeResourceClaim,
  makeSlice,
  selecting,
  using,
  wants,
} from '../../support/make-devices.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return client.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function explain(body: object): Promise<z.output<typeof ExplanationResponse>> {
  const response = await post('/v1/explanations', body)
  expect(response.status).toBe(200)
  const answer: unknown = await response.json()
  return ExplanationResponse.parse(answer)
}

const EMPTY = {
  namespaces: [],
  services: [],
  persistentVolumeClaims: [],
  persistentVolumes: [],
  storageClasses: [],
}
const requests = (cpu: string) => ({ requests: { cpu } })

describe('a pod that waits', () => {
  it('is told first what no node has, not what most nodes are short of', async () => {
    const nodes = ['a', 'b', 'c'].map((name) =>
      makeNode(name, { allocatable: { cpu: '1', pods: '9' } }),
    )
    const big = makeNode('d', { allocatable: { cpu: '64', pods: '9' } })
    const spec = { nodeSelector: { app: 'absent' } }
    const {
      dominantCause,
      causes,
      nodes: verdicts,
    } = await explain({
      snapshot: { nodes: [...nodes, big], pods: [], ...EMPTY },
      pod: makePod('p', { ...requests('8'), spec }),
    })
    expect(dominantCause).toMatchObject({ plugin: 'NodeAffinity', nodes: 4 })
    expect(dominantCause?.text).toContain('app=absent')
    expect(causes[1]).toMatchObject({ plugin: 'NodeResourcesFit', nodes: 3 })
    // Every filter is heard, not only the first that says no.
    expect(verdicts[0]?.rejectedBy.map(({ plugin }) => plugin)).toEqual([
      'NodeAffinity',
      'NodeResourcesFit',
    ])
  })

  it('is told ways out, each of which really lets it in', async () => {
    const nodes = [
      makeNode('tainted', { taints: [{ key: 'gpu', value: 'x', effect: 'NoSchedule' }] }),
      makeNode('cordoned', { unschedulable: true }),
      makeNode('full', { allocatable: { cpu: '4', pods: '9' } }),
    ]
    const running = makePod('old', { node: 'full', ...requests('3') })
    const { wouldHelp, dominantCause } = await explain({
      snapshot: { nodes, pods: [running], ...EMPTY },
      pod: makePod('p', requests('2')),
    })
    expect(dominantCause?.onlyCauseOn).toBe(1)
    const texts = wouldHelp.map(({ text, node }) => `${text} -> ${node}`)
    expect(texts).toEqual(
      expect.arrayContaining([
        'tolerate gpu=x:NoSchedule -> tainted',
        'remove the taint gpu:NoSchedule from tainted -> tainted',
        'uncordon cordoned -> cordoned',
        'lower the cpu request of container app from 2 to 1 -> full',
        'delete or move default/old, which runs on full -> full',
        'add a node like full -> full-new',
      ]),
    )
    for (const { outcome, feasibleNodes } of wouldHelp) {
      expect({ outcome, feasible: feasibleNodes > 0 }).toEqual({
        outcome: 'scheduled',
        feasible: true,
      })
    }
  })

  it('is told the fewest changes together where no single one helps', async () => {
    const taints = [{ key: 'gpu', value: '', effect: 'NoSchedule' }]
    const node = makeNode('a', { taints, allocatable: { cpu: '4', pods: '9' } })
    const { wouldHelp } = await explain({
      snapshot: { nodes: [node], pods: [], ...EMPTY },
      pod: makePod('p', requests('6')),
    })
    expect(wouldHelp[0]?.changes).toEqual([
      { op: 'addToleration', key: 'gpu', value: '', effect: 'NoSchedule' },
      { op: 'lowerRequest', resource: 'cpu', container: 'app', from: '6', to: '4' },
    ])
  })

  it('is told what becomes of the pod that it would displace', async () => {
    const nodes = [
      makeNode('a', { allocatable: { cpu: '4', pods: '9' }, labels: { disk: 'ssd' } }),
      makeNode('b', { allocatable: { cpu: '4', pods: '9' } }),
    ]
    const running = makePod('old', { node: 'a', ...requests('3') })
    const { wouldHelp } = await explain({
      snapshot: { nodes, pods: [running], ...EMPTY },
      pod: makePod('p', { ...requests('3'), spec: { nodeSelector: { disk: 'ssd' } } }),
    })
    const deletion = wouldHelp.find(({ changes }) => changes[0]?.op === 'deletePod')
    expect(deletion?.displaced).toEqual({ namespace: 'default', name: 'old', node: 'b' })
  })

  it.each([
    {
      name: 'gates',
      spec: { schedulingGates: [{ name: 'quota' }] },
      text: 'waiting for scheduling gates: [quota]',
      help: 'removeSchedulingGates',
    },
    {
      name: 'a claim that is not there',
      spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'gone' } }] },
      text: 'persistentvolumeclaim "gone" not found',
      help: 'createClaim',
    },
  ])('is told of $name as a whole', async ({ spec, text, help }) => {
    const snapshot = { nodes: [makeNode('a')], pods: [], ...EMPTY }
    const { dominantCause, wouldHelp } = await explain({ snapshot, pod: makePod('p', { spec }) })
    expect(dominantCause?.text).toContain(text)
    expect(wouldHelp[0]?.changes[0]?.op).toBe(help)
  })
})

describe('a pod whose claims find no devices', () => {
  const taint = { key: 'old', value: 'yes', effect: 'NoSchedule' }
  const h100 = makeDevice('d1', { attributes: { model: { string: 'h100' }, numa: { int: 1 } } })
  const held = {
    ...makeResourceClaim('held', [wants('r')]),
    status: {
      allocation: {
        devices: { results: [{ request: 'r', driver: GPU, pool: 'a', device: 'd0' }] },
      },
      reservedFor: [{ resource: 'pods', name: 'old', uid: 'uid-old' }],
    },
  }
  const own = { namespace: 'default', name: 'c' }
  const sameNuma = { constraints: [{ matchAttribute: `${GPU}/numa` }] }

  it.each([
    {
      name: 'selectors that fit no device',
      devices: [makeDevice('d0')],
      requests: [wants('r', 1, selecting(`device.attributes["${GPU}"].model == "h100"`))],
      change: { op: 'dropDeviceSelectors', ...own, request: 'r' },
    },
    {
      name: 'more devices than there are',
      devices: [makeDevice('d0'), h100],
      requests: [wants('r', 3)],
      change: { op: 'lowerDeviceCount', ...own, request: 'r', count: 2 },
    },
    {
      name: 'a taint of the device',
      devices: [makeDevice('d0', { taints: [taint] })],
      requests: [wants('r')],
      change: { op: 'tolerateDeviceTaint', ...own, request: 'r', ...taint },
    },
    {
      name: 'a constraint that no two devices meet',
      devices: [makeDevice('d0'), h100],
      requests: [wants('r', 2)],
      spec: sameNuma,
      change: { op: 'dropDeviceConstraint', ...own, attribute: `${GPU}/numa` },
    },
    {
      name: 'a device that another pod holds',
      devices: [makeDevice('d0')],
      requests: [wants('r')],
      change: { op: 'freeClaim', namespace: 'default', name: 'held', pod: 'old' },
      claims: [held],
    },
  ])('is told what would help: $name', async ({ devices, requests, spec, change, claims = [] }) => {
    const { wouldHelp } = await explain({
      snapshot: {
        ...EMPTY,
        nodes: [makeNode('a')],
        pods: [makePod('old', { node: 'a', spec: using('held') })],
        deviceClasses: [makeDeviceClass('gpu')],
        deviceTaintRules: [],
        resourceSlices: [makeSlice('a', { devices })],
        resourceClaims: [makeResourceClaim('c', requests, spec), ...claims],
      },
      pod: makePod('p', { spec: using('c') }),
    })
    const found = wouldHelp.find(({ changes }) => changes[0]?.op === change.op)
    expect(found).toMatchObject({ changes: [change], outcome: 'scheduled', node: 'a' })
    expect(found?.text).toContain(change.name)
  })
})

describe('a pod that is placed', () => {
  const nodes = [
    makeNode('near', { allocatable: { cpu: '4', memory: '8Gi', pods: '9' } }),
    makeNode('busy', { allocatable: { cpu: '4', memory: '8Gi', pods: '9' } }),
  ]
  const pods = [makePod('old', { node: 'busy', requests: { cpu: '2', memory: '1Gi' } })]
  const spec = {
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 1,
            preference: {
              matchExpressions: [
                { key: 'kubernetes.io/hostname', operator: 'In', values: ['busy'] },
              ],
            },
          },
        ],
      },
    },
  }

  it('is told why not elsewhere, and a tip that really tips', async () => {
    const pod = makePod('p', { requests: { cpu: '1', memory: '1Gi' }, spec })
    const body = { snapshot: { nodes, pods, ...EMPTY }, pod }
    const { decision, runnersUp, dominantCause } = await explain(body)
    expect(dominantCause).toBeNull()
    const [other] = runnersUp
    expect(other?.behindBy).toBeGreaterThanOrEqual(0)
    expect(other?.node).not.toBe(decision.node)
    const tip = other?.tippedBy
    expect(tip).not.toBeNull()
    const config = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [
        {
          schedulerName: 'default-scheduler',
          plugins: {
            score: {
              enabled: [{ name: tip?.plugin, weight: tip?.to }],
              disabled: [{ name: tip?.plugin }],
            },
          },
        },
      ],
    }
    const tipped = await explain({ ...body, config })
    expect(tipped.decision).toMatchObject({ node: other?.node, tied: [other?.node] })
  })

  it('may run already, and is explained as if it were to be placed now', async () => {
    const running = makePod('p', { node: 'busy', requests: { cpu: '1', memory: '1Gi' } })
    const { decision } = await explain({
      snapshot: { nodes, pods: [...pods, running], ...EMPTY },
      pod: running,
      node: 'busy',
    })
    expect(decision).toMatchObject({ outcome: 'scheduled', node: 'near' })
  })
})

it('every pending pod of the sample cluster has a dominant cause and a way out', async () => {
  const bytes = readFileSync(new URL('../../../src/cli/example/cluster.json.gz', import.meta.url))
  const snapshot = JSON.parse(gunzipSync(bytes).toString()) as { pods?: Json[]; items?: Json[] }
  const objects = snapshot.items ?? snapshot.pods ?? []
  const pending = objects.filter((object) => {
    const { containers, nodeName } = (object['spec'] ?? {}) as Json // of a Kubernetes object
    return containers !== undefined && nodeName === undefined
  })
  expect(pending.length).toBeGreaterThan(5)
  for (const pod of pending) {
    const { decision, dominantCause, wouldHelp } = await explain({ snapshot, pod })
    if (decision.outcome === 'scheduled') continue
    expect(dominantCause).not.toBeNull()
    // No change that is tried is one of its claims or of a node's devices.
    const lacksDevices = dominantCause?.plugin === 'DynamicResources'
    expect(wouldHelp.length > 0).toBe(!lacksDevices)
  }
})

describe('POST /v1/explanations refuses', () => {
  it('a node that is not there', async () => {
    const body = { snapshot: { nodes: [makeNode('a')] }, pod: makePod('p'), node: 'b' }
    const problem = await readProblem(await post('/v1/explanations', body))
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/node' }] })
  })
})

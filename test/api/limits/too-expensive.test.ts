import { describe, expect, it, vi } from 'vitest'
import { ReadyClusters } from '../../../src/snapshots/ready-clusters.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { makeClient, readProblem } from '../client.ts'

/** Of kubernetes-1.37: what every pod is held against, whatever it asks for. */
const RULES = 23
const NODES = 10
const TERMS = 6

const nodes = Array.from({ length: NODES }, (_, index) => makeNode(`n${index}`))

/** One term of pod anti-affinity, five spread constraints; terms of node affinity do not count. */
function demandingPod(name: string): Json {
  const term = { matchExpressions: [{ key: 'disk', operator: 'Exists' }] }
  const apart = { topologyKey: 'kubernetes.io/hostname', labelSelector: {} }
  const spread = (index: number) => ({
    topologyKey: `key-${index}`,
    maxSkew: 1,
    whenUnsatisfiable: 'DoNotSchedule',
  })
  return makePod(name, {
    spec: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term, term] },
        },
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] },
      },
      topologySpreadConstraints: Array.from({ length: TERMS - 1 }, (_, index) => spread(index)),
    },
  })
}

const plain = makePod('plain')
const demanding = demandingPod('demanding')
const snapshot = { nodes }

const QUESTIONS: readonly { path: string; body: Json; pointer: string }[] = [
  { path: '/v1/decisions', body: { snapshot, pod: demanding }, pointer: '/pod' },
  { path: '/v1/decisions', body: { snapshot, pods: [plain, demanding] }, pointer: '/pods/1' },
  { path: '/v1/explanations', body: { snapshot, pod: demanding }, pointer: '/pod' },
  {
    path: '/v1/comparisons',
    body: { snapshot, pods: [demanding], a: {}, b: { profile: 'kubernetes-1.36' } },
    pointer: '/pods/0',
  },
  { path: '/v1/capacity', body: { snapshot, mix: [{ pod: demanding }] }, pointer: '/mix/0/pod' },
  {
    path: '/v1/queue',
    body: { snapshot: { nodes, pods: [plain, demanding] } },
    pointer: '/snapshot/pods/1',
  },
]

function post(path: string, body: Json, limits: { findings?: number; workMs?: number }) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return makeClient({ limits }).request(path, init)
}

describe('findings on one pod beyond the limit', () => {
  it.each(QUESTIONS)('are told by POST $path at $pointer', async ({ path, body, pointer }) => {
    const findings = (RULES + TERMS) * NODES - 1
    const problem = await readProblem(await post(path, body, { findings }))
    expect(problem).toMatchObject({ status: 413, code: 'too-expensive' })
    expect(problem.errors).toMatchObject([{ pointer, code: 'too-expensive' }])
    const what = `${RULES + TERMS} filters, scores, terms and constraints on ${NODES} nodes are `
    expect(problem.detail).toContain(`${what}${findings + 1} findings; at most ${findings}`)
  })

  it.each(QUESTIONS)('and as many as the limit are made: POST $path', async ({ path, body }) => {
    const findings = (RULES + TERMS) * NODES
    expect((await post(path, body, { findings })).status).toBe(200)
  })

  it('do not take the cluster of a named snapshot away from requests to come', async () => {
    const borrow = vi.spyOn(ReadyClusters.prototype, 'borrow')
    const client = makeClient({ limits: { findings: (RULES + TERMS) * NODES - 1 } })
    const headers = { 'content-type': 'application/json' }
    const put = { method: 'PUT', headers, body: JSON.stringify(snapshot) }
    await client.request('/v1/snapshots/prod', put)
    const ask = (pod: Json) => client.decide({ snapshot: { name: 'prod' }, pod })
    expect((await ask(demanding)).status).toBe(413)
    expect((await ask(plain)).status).toBe(200)
    const [refused, next] = borrow.mock.results.map(({ value }) => value)
    borrow.mockRestore()
    expect(next.cluster).toBe(refused.cluster)
  })
})

describe('an answer that takes longer to write than a request may', () => {
  it('is refused before it begins, and told what needs less', async () => {
    const pods = Array.from({ length: 300 }, (_, index) => makePod(`p${index}`))
    const body = { snapshot, pods }
    const problem = await readProblem(await post('/v1/decisions', body, { workMs: 2 }))
    expect(problem).toMatchObject({ status: 413, code: 'too-expensive' })
    expect(problem.errors[0]?.pointer).toBe('/options/explain')
    expect(problem.detail).toContain('300 pods and 10 nodes with explain full')
  })
})

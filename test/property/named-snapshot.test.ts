import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../schemas/decisions/decision-response.ts'
import { seededRandom } from '../../src/scheduler/score/select-host.ts'
import { type Client, makeClient } from '../api/client.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

/** A cluster that is kept by name, patched and decided on again and again, beside the same brought whole. */

const SEEDS = [1, 2, 3, 4, 5, 6]
const STEPS = 25
const EMPTY = {
  namespaces: [],
  services: [],
  replicationControllers: [],
  replicaSets: [],
  statefulSets: [],
  persistentVolumeClaims: [],
  podDisruptionBudgets: [],
}

class Twin {
  readonly nodes = new Map<string, Json>()
  readonly pods = new Map<string, Json>()
  private readonly random: (below: number) => number

  constructor(seed: number) {
    const random = seededRandom(seed)
    this.random = (below) => Math.floor(random() * below)
    for (let index = 0; index < 5; index++) this.nodes.set(`n${index}`, this.node(`n${index}`))
    for (let index = 0; index < 8; index++) this.pods.set(`p${index}`, this.pod(`p${index}`, true))
  }

  snapshot(): object {
    return { ...EMPTY, nodes: [...this.nodes.values()], pods: [...this.pods.values()] }
  }

  private node(name: string): Json {
    const cpu = String(1 + this.random(4))
    const taints = this.random(4) === 0 ? [{ key: 'gpu', effect: 'NoSchedule' }] : []
    return makeNode(name, { zone: `z${this.random(2)}`, allocatable: { cpu }, taints })
  }

  pod(name: string, isRunning: boolean): Json {
    const app = `a${this.random(3)}`
    const term = {
      topologyKey: 'topology.kubernetes.io/zone',
      labelSelector: { matchLabels: { app: `a${this.random(3)}` } },
    }
    const affinity =
      this.random(3) === 0
        ? { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
        : undefined
    const spread = { ...term, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }
    const spec = {
      ...(affinity && { affinity }),
      ...(this.random(3) === 0 && { topologySpreadConstraints: [spread] }),
    }
    return makePod(name, {
      labels: { app },
      requests: { cpu: `${100 * (1 + this.random(9))}m` },
      priority: this.random(3),
      spec,
      ...(isRunning && { node: `n${this.random(6)}` }),
    })
  }

  /** Changes itself, and says how. */
  change(): object {
    const [nodes, pods]: Json[][] = [[], []]
    const remove: object[] = []
    const name = `p${this.random(14)}`
    if (this.pods.has(name) && this.random(2) === 0) {
      this.pods.delete(name)
      remove.push({ kind: 'Pod', name })
    } else {
      const pod = this.pod(name, this.random(4) > 0)
      this.pods.set(name, pod)
      pods?.push(pod)
    }
    const node = `n${this.random(7)}`
    if (this.random(3) === 0) {
      if (this.nodes.has(node) && this.random(2) === 0) {
        this.nodes.delete(node)
        remove.push({ kind: 'Node', name: node })
      } else {
        const made = this.node(node)
        this.nodes.set(node, made)
        nodes?.push(made)
      }
    }
    return { put: { nodes, pods }, remove }
  }

  /** Pods to decide, some of which are in the snapshot too. */
  toDecide(): Json[] {
    const count = 1 + this.random(3)
    return Array.from({ length: count }, (_, at) =>
      this.pod(at === 0 ? `p${this.random(14)}` : `q${at}`, false),
    )
  }
}

async function send(client: Client, method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await client.request(path, { method, headers, body: JSON.stringify(body) })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}

async function decide(client: Client, snapshot: object, pods: readonly Json[]): Promise<object> {
  const response = await client.decide({ snapshot, pods })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  const { id: _, input, ...rest } = DecisionResponse.parse(answer)
  return { ...rest, input: { ...input, digest: '' } }
}

/** What may be asked of a cluster; some of it is refused, which is said the same way too. */
const QUESTIONS: readonly ((twin: Twin) => readonly [path: string, body: object])[] = [
  (twin) => ['capacity', { mix: [{ pod: twin.pod('copy', false) }], max: 20 }],
  (twin) => ['comparisons', { pods: twin.toDecide(), a: {}, b: { profile: 'kubernetes-1.34' } }],
  () => ['drains', { nodes: ['n1'] }],
  (twin) => ['explanations', { pod: twin.pod('p3', false) }],
  () => ['queue', { now: '2026-01-02T03:04:05Z' }],
  (twin) => [
    'comparisons',
    { pods: twin.toDecide(), a: {}, b: { edits: [{ op: 'cordon', node: 'n0' }] } },
  ],
  (twin) => ['capacity', { mix: [{ pod: twin.pod('copy', false) }], edits: CORDON }],
  () => ['drains', { consolidate: {} }],
  (twin) => ['explanations', { pod: cpuPod(twin), edits: CORDON }],
]

const CORDON = [{ op: 'cordon', node: 'n1' }]

/** One that fits nowhere, so that what would help it is looked for. */
function cpuPod(twin: Twin): Json {
  return { ...twin.pod('huge', false), ...makePod('huge', { requests: { cpu: '6' } }) }
}

/** Less what follows from the bytes of the request. */
async function answerTo(client: Client, question: string, body: object): Promise<object> {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await client.request(`/v1/${question}`, sent)
  const text = await response.text()
  const answer = JSON.parse(text, (key, value) => (FROM_BYTES.has(key) ? '' : value))
  return { status: response.status, answer }
}

const FROM_BYTES = new Set(['id', 'digest', 'requestId'])

describe('a snapshot that is kept and patched', () => {
  it.each(SEEDS)('is decided on as the same snapshot brought whole, seed %d', async (seed) => {
    const client = makeClient()
    const twin = new Twin(seed)
    await send(client, 'PUT', '/v1/snapshots/twin', twin.snapshot())
    for (let step = 0; step < STEPS; step++) {
      const pods = twin.toDecide()
      const named = await decide(client, { name: 'twin' }, pods)
      expect(named, `step ${step}`).toEqual(await decide(client, twin.snapshot(), pods))
      // Some requests come upon a state that was decided on before.
      if (step % 3 > 0) await send(client, 'PATCH', '/v1/snapshots/twin', twin.change())
    }
  })

  it.each(SEEDS)('is told the same of by every endpoint, seed %d', async (seed) => {
    const client = makeClient()
    const twin = new Twin(seed)
    await send(client, 'PUT', '/v1/snapshots/twin', twin.snapshot())
    for (let step = 0; step < STEPS; step++) {
      const question = QUESTIONS[step % QUESTIONS.length]?.(twin)
      if (question === undefined) throw new Error('there are questions')
      const [path, body] = question
      const ask = (snapshot: object) => answerTo(client, path, { ...body, snapshot })
      const named = await ask({ name: 'twin' })
      expect(named, `step ${step}: ${path}`).toEqual(await ask(twin.snapshot()))
      if (step % 3 > 0) await send(client, 'PATCH', '/v1/snapshots/twin', twin.change())
    }
  })

  it('is asked in many ways at once as in one after the other', async () => {
    const client = makeClient()
    const twin = new Twin(8)
    await send(client, 'PUT', '/v1/snapshots/twin', twin.snapshot())
    const questions = Array.from({ length: 4 }, () => QUESTIONS.map((make) => make(twin))).flat()
    const answers = await Promise.all(
      questions.map(([path, body]) =>
        answerTo(client, path, { ...body, snapshot: { name: 'twin' } }),
      ),
    )
    for (const [index, [path, body]] of questions.entries()) {
      const whole = await answerTo(client, path, { ...body, snapshot: twin.snapshot() })
      expect(answers[index], `${index}: ${path}`).toEqual(whole)
    }
  })

  it('is decided on by many at once as by one', async () => {
    const client = makeClient()
    const twin = new Twin(7)
    await send(client, 'PUT', '/v1/snapshots/twin', twin.snapshot())
    const questions = Array.from({ length: 12 }, () => twin.toDecide())
    const answers = await Promise.all(
      questions.map((pods) => decide(client, { name: 'twin' }, pods)),
    )
    const whole = await Promise.all(questions.map((pods) => decide(client, twin.snapshot(), pods)))
    expect(answers).toEqual(whole)
  })
})

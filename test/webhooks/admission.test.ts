import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AdmissionReviewResponse } from '../../schemas/webhooks/admission-review.ts'
import { type Client, makeClient, readProblem } from '../api/client.ts'
import { makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
type Hook = 'mutate' | 'validate'

function post(client: Client, hook: Hook, body: unknown) {
  return client.request(`/webhooks/admission/${hook}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function ask(client: Client, hook: Hook, review: unknown) {
  const response = await post(client, hook, review)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return AdmissionReviewResponse.parse(answer).response
}

/** What the real API server sent. */
function recorded(name: string): { request: { uid: string } } {
  const path = new URL(`./data/admission/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8'))
}

function reviewOf(object: object, kind = 'Pod', more: object = {}) {
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'u-1',
      kind: { group: '', version: 'v1', kind },
      namespace: 'shop',
      operation: 'CREATE',
      object,
      ...more,
    },
  }
}

function patchOf({ patch }: { patch?: string | undefined }): unknown {
  return patch === undefined ? [] : JSON.parse(Buffer.from(patch, 'base64').toString('utf8'))
}

const EMPTY = {
  namespaces: [],
  services: [],
  replicationControllers: [],
  replicaSets: [],
  statefulSets: [],
  persistentVolumeClaims: [],
  podDisruptionBudgets: [],
  priorityClasses: [],
}
const BUSY = makePod('busy', { node: 'a', requests: { cpu: '3' } })

async function withSnapshot(env: Record<string, string> = {}, snapshot: object = {}) {
  const client = makeClient({ env: { ADMISSION_SNAPSHOT: 'prod', ...env } })
  const nodes = [makeNode('a'), makeNode('b', { taints: [{ key: 'gpu', effect: 'NoSchedule' }] })]
  const body = JSON.stringify({ ...EMPTY, nodes, pods: [BUSY], ...snapshot })
  const put = await client.request('/v1/snapshots/prod', {
    method: 'PUT',
    headers: JSON_TYPE,
    body,
  })
  expect(put.status).toBe(201)
  return client
}

const asking = (cpu: string, options: object = {}) =>
  makePod('web', { requests: { cpu }, ...options })

describe('what the real API server sent', () => {
  it.each([
    ['mutate', 'mutate.pods.create'],
    ['validate', 'validate.pods.create'],
    ['validate', 'validate.pods-binding.create'],
  ] as const)('%s answers %s', async (hook, name) => {
    const review = recorded(name)
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    expect(await ask(client, hook, review)).toEqual({ uid: review.request.uid, allowed: true })
  })

  it('mutate fills what the recorded pod leaves open', async () => {
    const env = {
      ADMISSION_SCHEDULER_NAME: 'berth',
      ADMISSION_PRIORITY_CLASS: 'low',
      ADMISSION_TOLERATIONS: '[{"key":"gpu","operator":"Exists"}]',
    }
    const response = await ask(makeClient({ env }), 'mutate', recorded('mutate.pods.create'))
    expect(response.patchType).toBe('JSONPatch')
    expect(patchOf(response)).toEqual([
      { op: 'add', path: '/spec/schedulerName', value: 'berth' },
      { op: 'add', path: '/spec/priorityClassName', value: 'low' },
      { op: 'remove', path: '/spec/priority' },
      { op: 'remove', path: '/spec/preemptionPolicy' },
      { op: 'add', path: '/spec/tolerations/-', value: { key: 'gpu', operator: 'Exists' } },
    ])
  })
})

describe('mutate', () => {
  const TOLERATIONS = '[{"key":"gpu","operator":"Exists"},{"key":"a","value":"é"}]'

  it.each([
    ['another scheduler', { ADMISSION_SCHEDULER_NAME: 'berth' }, { schedulerName: 'mine' }],
    ['a class', { ADMISSION_PRIORITY_CLASS: 'low' }, { priorityClassName: 'high' }],
    [
      'the same tolerations',
      { ADMISSION_TOLERATIONS: TOLERATIONS },
      {
        tolerations: [
          { key: 'a', operator: 'Equal', value: 'é', effect: '' },
          { key: 'gpu', operator: 'Exists', tolerationSeconds: 3 },
        ],
      },
    ],
  ])('leaves %s that a pod names', async (_, env, spec) => {
    const response = await ask(makeClient({ env }), 'mutate', reviewOf(makePod('web', { spec })))
    expect(response).toEqual({ uid: 'u-1', allowed: true })
  })

  it('gives a pod without tolerations its first', async () => {
    const client = makeClient({ env: { ADMISSION_TOLERATIONS: TOLERATIONS } })
    const response = await ask(client, 'mutate', reviewOf({ metadata: {}, spec: {} }))
    const value = JSON.parse(TOLERATIONS)
    expect(patchOf(response)).toEqual([{ op: 'add', path: '/spec/tolerations', value }])
  })

  it('has nothing to say of other objects, updates and what is deleted', async () => {
    const client = makeClient({ env: { ADMISSION_SCHEDULER_NAME: 'berth' } })
    const pod = makePod('web')
    for (const review of [
      reviewOf({ metadata: { name: 'x' } }, 'ConfigMap'),
      reviewOf(pod, 'Pod', { operation: 'UPDATE' }),
      reviewOf(pod, 'Pod', { operation: 'DELETE', object: null }),
      reviewOf(pod, 'Pod', { subResource: 'ephemeralcontainers' }),
    ]) {
      expect(await ask(client, 'mutate', review)).toEqual({ uid: 'u-1', allowed: true })
    }
  })
})

describe('validate', () => {
  it('is silent about a pod that fits', async () => {
    const client = await withSnapshot()
    expect(await ask(client, 'validate', reviewOf(asking('1')))).toEqual({
      uid: 'u-1',
      allowed: true,
    })
  })

  it('warns of one that would wait', async () => {
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    const { allowed, warnings } = await ask(client, 'validate', reviewOf(asking('2')))
    expect(allowed).toBe(true)
    expect(warnings?.[0]).toMatch(/^would wait in the cluster "prod" as it is: 0\/2 nodes/)
  })

  it.each([
    ['requests', asking('5'), '1 Insufficient cpu'],
    ['a selector', makePod('web', { spec: { nodeSelector: { pool: 'x' } } }), 'affinity/selector'],
  ])('refuses one that never fits for its %s', async (_, pod, reason) => {
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    const { allowed, status } = await ask(client, 'validate', reviewOf(pod))
    expect(allowed).toBe(false)
    expect(status).toMatchObject({ code: 403, reason: 'Forbidden' })
    expect(status?.message).toContain('no node of the cluster "prod" could ever take it')
    expect(status?.message).toContain(reason)
  })

  it('warns of it where nothing is to be refused', async () => {
    const client = await withSnapshot()
    const { allowed, warnings } = await ask(client, 'validate', reviewOf(asking('5')))
    expect(allowed).toBe(true)
    expect(warnings?.[0]).toContain('could ever take it')
  })

  it('does not call a cordoned cluster hopeless', async () => {
    const nodes = [makeNode('a', { unschedulable: true })]
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' }, { nodes, pods: [] })
    const { allowed, warnings } = await ask(client, 'validate', reviewOf(asking('1')))
    expect(allowed).toBe(true)
    expect(warnings?.[0]).toContain('would wait')
  })

  const template = { metadata: { labels: { app: 'x' } }, spec: asking('5')['spec'] }
  it.each([
    ['Deployment', { replicas: 1_000_000_000, template }],
    ['ReplicaSet', { replicas: 2, template }],
    ['StatefulSet', { replicas: 2, template }],
    ['DaemonSet', { template }],
    ['Job', { parallelism: 5, completions: 5, template }],
    ['CronJob', { jobTemplate: { spec: { template } } }],
  ])('refuses a %s whose pods never fit', async (kind, spec) => {
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    const object = { apiVersion: 'apps/v1', kind, metadata: { name: 'web' }, spec }
    expect(await ask(client, 'validate', reviewOf(object, kind))).toMatchObject({ allowed: false })
  })

  it.each([
    ['of another scheduler', makePod('web', { spec: { schedulerName: 'mine' } })],
    ['that names its node', makePod('web', { spec: { nodeName: 'gone' } })],
    ['that is gated', makePod('web', { spec: { schedulingGates: [{ name: 'g' }] } })],
  ])('is silent about a pod %s', async (_, pod) => {
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    expect(await ask(client, 'validate', reviewOf(pod))).toEqual({ uid: 'u-1', allowed: true })
  })

  it('judges a pod that gets its name later', async () => {
    const client = await withSnapshot()
    const pod = { ...asking('1'), metadata: { generateName: 'web-' } }
    expect(await ask(client, 'validate', reviewOf(pod))).toEqual({ uid: 'u-1', allowed: true })
  })

  it('warns where it cannot tell, and refuses nothing', async () => {
    const env = { ADMISSION_SNAPSHOT: 'prod', ADMISSION_NEVER: 'Deny' }
    const absent = await ask(makeClient({ env }), 'validate', reviewOf(asking('5')))
    expect(absent).toMatchObject({ allowed: true })
    expect(absent.warnings?.[0]).toContain('No snapshot is kept')
    const client = await withSnapshot({ ADMISSION_NEVER: 'Deny' })
    const broken = await ask(client, 'validate', reviewOf(asking('5x')))
    expect(broken).toMatchObject({ allowed: true })
    expect(broken.warnings?.[0]).toContain('5x')
    expect(broken.warnings?.[0]?.length).toBeLessThanOrEqual(256)
  })

  it('says nothing where no snapshot is configured', async () => {
    expect(await ask(makeClient(), 'validate', reviewOf(asking('5')))).toEqual({
      uid: 'u-1',
      allowed: true,
    })
  })
})

describe.each(['mutate', 'validate'] as const)('%s by status', (hook) => {
  it.each([
    ['no JSON', '{"kind":', 400, 'malformed-json'],
    [
      'another version',
      { ...reviewOf({}), apiVersion: 'admission.k8s.io/v1beta1' },
      422,
      'not-a-request',
    ],
    [
      'no request',
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' },
      422,
      'not-a-request',
    ],
    ['no uid', reviewOf({}, 'Pod', { uid: '' }), 422, 'not-a-request'],
    ['no object but a text', reviewOf({}, 'Pod', { object: 'x' }), 422, 'not-a-request'],
    ['arrays all the way', `${'['.repeat(100)}`, 400, 'too-deep'],
  ])('refuses %s', async (_, body, status, code) => {
    const problem = await readProblem(await post(makeClient(), hook, body))
    expect(problem).toMatchObject({ status, code })
  })

  it('asks for credentials where there are any', async () => {
    const tokens = [{ token: 'decider-decider-1', name: 'decider', roles: ['decide'] }]
    const client = makeClient({ env: { BERTH_TOKENS: JSON.stringify(tokens) } })
    expect((await post(client, hook, reviewOf(makePod('web')))).status).toBe(401)
  })

  it('takes an object as large as one can be, and none that is larger', async () => {
    const client = makeClient({ limits: { keptBytes: 2_000_000 } })
    const annotations = { large: 'x'.repeat(1_000_000) }
    const pod = { ...makePod('web'), metadata: { name: 'web', annotations } }
    expect(await ask(client, hook, reviewOf(pod))).toMatchObject({ allowed: true })
    const tiny = makeClient({ limits: { keptBytes: 1000 } })
    expect((await post(tiny, hook, reviewOf(pod))).status).toBe(413)
  })
})

it.each([
  ['ADMISSION_SCHEDULER_NAME', 'A b'],
  ['ADMISSION_PRIORITY_CLASS', '../x'],
  ['ADMISSION_TOLERATIONS', '{}'],
  ['ADMISSION_TOLERATIONS', '[{"effect":"x"}]'],
  ['ADMISSION_SNAPSHOT', 'a b'],
  ['ADMISSION_NEVER', 'deny'],
])('starts with no wrong %s', (name, value) => {
  expect(() => makeClient({ env: { [name]: value } })).toThrow(name)
})

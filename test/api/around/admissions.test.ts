import { describe, expect, it } from 'vitest'
import { AdmissionResponse } from '../../../schemas/around/admission-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(request: object): Promise<Response> {
  return client.request('/v1/admissions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
}

const SNAPSHOT = {
  namespaces: [{ metadata: { name: 'shop' } }],
  serviceAccounts: [{ metadata: { name: 'default', namespace: 'shop' } }],
}

interface Question {
  snapshot?: object
  pod?: unknown
  body?: string
  options?: object
}

async function ask({ snapshot = {}, pod, body, options = {} }: Question = {}) {
  const sent = body === undefined ? { pod: pod === undefined ? makePod() : pod } : { body }
  const response = await post({
    snapshot: { ...SNAPSHOT, ...snapshot },
    namespace: 'shop',
    ...sent,
    options,
  })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return { text, answer: AdmissionResponse.parse(JSON.parse(text)) }
}

function makePod({ metadata = {}, container = {}, spec = {} } = {}) {
  const containers = [{ name: 'app', image: 'app:1', ...container }]
  return { metadata: { name: 'web', ...metadata }, spec: { containers, ...spec } }
}

describe('a snapshot without namespaces', () => {
  const snapshot = { serviceAccounts: SNAPSHOT.serviceAccounts }

  it('leaves the verdict unknown and says what to fetch', async () => {
    const response = await post({ snapshot, namespace: 'shop', pod: makePod() })
    const answer = AdmissionResponse.parse(await response.json())
    expect(answer).toMatchObject({ allowed: null, pod: null, status: null, refusal: null })
    expect(answer.unknown).toEqual([
      {
        kind: 'Namespace',
        plugin: 'NamespaceLifecycle',
        why: 'a pod needs a namespace that is there to stay',
        command: 'kubectl get namespaces -o json',
      },
    ])
  })

  it('does not keep a pod from being refused before', async () => {
    const pod = makePod({ metadata: { namespace: 'other' } })
    const response = await post({ snapshot, namespace: 'shop', pod })
    const answer = AdmissionResponse.parse(await response.json())
    expect(answer).toMatchObject({ allowed: false, status: { code: 400 }, unknown: [] })
  })
})

describe('kinds that the snapshot does not contain', () => {
  it('count as empty and are named', async () => {
    const { answer } = await ask({ pod: makePod({ spec: { nodeName: 'n1' } }) })
    expect(answer.allowed).toBe(true)
    expect(answer.input.notEvaluated.map(({ what }) => what)).toEqual([
      'limitRanges',
      'priorityClasses',
      'nodes',
      'resourceQuotas',
      'pods',
    ])
  })

  it('leave the verdict unknown if that is wished', async () => {
    const { answer } = await ask({ options: { absentKinds: 'unknown' } })
    expect(answer.allowed).toBeNull()
    expect(answer.unknown.map(({ kind }) => kind)).toEqual([
      'LimitRange',
      'PriorityClass',
      'ResourceQuota',
      'Pod',
    ])
  })
})

describe('what is behind a refusal', () => {
  const limitRange = {
    metadata: { name: 'bounds', namespace: 'shop' },
    spec: { limits: [{ type: 'Container', default: { cpu: '1' }, max: { memory: '1Gi' } }] },
  }

  it.each<{ what: string; question: Question; by: string; text: RegExp }>([
    {
      what: 'broken JSON',
      question: { body: '{"spec":\n  {]}' },
      by: 'decoding',
      text: /line 2, column 4/,
    },
    {
      what: 'a field that is meant otherwise',
      question: {
        pod: makePod({ container: { resource: {} } }),
        options: { fieldValidation: 'Strict' },
      },
      by: 'decoding',
      text: /spec\.containers\[0\]\.resource; did you mean resources/,
    },
    {
      what: 'another service account',
      question: { pod: makePod({ spec: { serviceAccountName: 'robot' } }) },
      by: 'ServiceAccount',
      text: /no ServiceAccount robot; there are default/,
    },
    {
      what: 'a value that a plugin put there',
      question: {
        snapshot: { limitRanges: [limitRange] },
        pod: makePod({ container: { resources: { requests: { cpu: '2' } } } }),
      },
      by: 'validation',
      text: /LimitRanger changed \/spec\/containers\/0\/resources\/limits/,
    },
    {
      what: 'a bound',
      question: {
        snapshot: { limitRanges: [limitRange] },
        pod: makePod({ container: { resources: { limits: { memory: '2Gi' } } } }),
      },
      by: 'LimitRanger',
      text: /LimitRange bounds sets max of memory to 1Gi; container app requests 2Gi/,
    },
    {
      what: 'a name that is taken',
      question: { snapshot: { pods: [{ metadata: { name: 'web', namespace: 'shop' } }] } },
      by: 'storage',
      text: /pod shop\/web is there already/,
    },
  ])('is told: $what', async ({ question, by, text }) => {
    const { answer } = await ask(question)
    expect(answer.refusal?.by).toBe(by)
    expect(answer.refusal?.facts[0]?.text).toMatch(text)
  })
})

describe('the kubelet of a pod that names its node', () => {
  const node = (status: object) => ({
    metadata: { name: 'n1' },
    status: { allocatable, ...status },
  })
  const allocatable = { cpu: '2', memory: '4Gi', pods: '10' }
  const pressed = (type: string) => node({ conditions: [{ type, status: 'True' }] })
  const request = { resources: { requests: { cpu: '1' } } }

  it.each<{ what: string; node: object; pod?: object; admits: boolean | null; reason: string }>([
    { what: 'room', node: node({}), admits: true, reason: '' },
    { what: 'no such node', node: { metadata: { name: 'n2' } }, admits: null, reason: '' },
    { what: 'pressure', node: pressed('DiskPressure'), admits: false, reason: 'Evicted' },
    { what: 'memory pressure', node: pressed('MemoryPressure'), admits: false, reason: 'Evicted' },
    {
      what: 'memory pressure and a request',
      node: pressed('MemoryPressure'),
      pod: { container: request },
      admits: true,
      reason: '',
    },
    {
      what: 'pressure and a critical pod',
      node: pressed('DiskPressure'),
      pod: { spec: { priorityClassName: 'system-node-critical' } },
      admits: true,
      reason: '',
    },
    {
      what: 'an unsafe sysctl',
      node: node({}),
      pod: { spec: { securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } } },
      admits: false,
      reason: 'SysctlForbidden',
    },
    {
      what: 'a safe sysctl that the kernel is too old for',
      node: node({ nodeInfo: { kernelVersion: '4.4.0-x' } }),
      pod: { spec: { securityContext: { sysctls: [{ name: 'net/ipv4/tcp_rmem', value: '1' }] } } },
      admits: false,
      reason: 'SysctlForbidden',
    },
    {
      what: 'a quantity of the node that nobody can read',
      node: node({ allocatable: { cpu: 'many' } }),
      admits: null,
      reason: '',
    },
  ])('is asked: $what', async ({ node: object, pod = {}, admits, reason }) => {
    const { container = {}, spec = {} } = pod as { container?: object; spec?: object }
    const { answer } = await ask({
      snapshot: { nodes: [object] },
      pod: makePod({ container, spec: { nodeName: 'n1', ...spec } }),
    })
    expect(answer.kubelet).toMatchObject({ node: 'n1', admits, reason })
  })

  it('says nothing of mirror pods and of pods without a node', async () => {
    const metadata = { annotations: { 'kubernetes.io/config.mirror': 'x' } }
    const mirror = await ask({ pod: makePod({ metadata, spec: { nodeName: 'n1' } }) })
    expect(mirror.answer).toMatchObject({ allowed: true, kubelet: null })
    expect((await ask()).answer.kubelet).toBeNull()
  })
})

describe('a request that is none', () => {
  it.each([
    { what: 'neither pod nor body', request: {} },
    { what: 'pod and body', request: { pod: {}, body: '{}' } },
    { what: 'an unknown option', request: { pod: {}, options: { dryRun: true } } },
  ])('is a problem: $what', async ({ request }) => {
    const response = await post({ snapshot: SNAPSHOT, namespace: 'shop', ...request })
    expect(await readProblem(response)).toMatchObject({ status: 422, code: 'not-a-request' })
  })

  it.each([
    {
      what: 'a pod of too many parts',
      pod: { spec: { containers: Array.from({ length: 5_001 }, () => ({ name: 'a' })) } },
      code: 'too-many',
    },
    {
      what: 'a quantity that is too long',
      pod: makePod({ container: { resources: { limits: { cpu: '1'.repeat(300) } } } }),
      code: 'invalid-quantity',
    },
  ])('is beyond Berth: $what', async ({ pod, code }) => {
    const response = await post({ snapshot: SNAPSHOT, namespace: 'shop', pod })
    expect((await readProblem(response)).code).toBe(code)
  })
})

describe('hostile pods', () => {
  it('do not reach prototypes', async () => {
    const body = JSON.stringify(makePod()).replace(
      '"name":"web"',
      '"name":"web","labels":{"__proto__":"a","constructor":"b"},"__proto__":{"x":1}',
    )
    const { answer } = await ask({ body })
    expect(answer.allowed).toBe(false)
    expect(answer.status?.message).toContain('"__proto__"')
    expect(answer.warnings).toEqual(['unknown field "metadata.__proto__"'])
  })

  it('keep whole numbers that a double cannot hold', async () => {
    const body =
      '{"metadata":{"name":"web"},"spec":{"terminationGracePeriodSeconds":9007199254740993,"containers":[{"name":"a","image":"b"}]}}'
    const { text } = await ask({ body })
    expect(text).toContain('"terminationGracePeriodSeconds":9007199254740993')
  })

  it.each([
    {
      what: 'tolerations that all are alike',
      spec: {
        tolerations: Array.from({ length: 4_900 }, () => ({ key: 'a', operator: 'Exists' })),
      },
    },
    {
      what: 'ports that all are alike',
      container: { ports: Array.from({ length: 4_900 }, () => ({ containerPort: 1 })) },
    },
    {
      what: 'sysctls that all are alike',
      spec: {
        securityContext: {
          sysctls: Array.from({ length: 4_900 }, () => ({ name: 'a', value: '' })),
        },
      },
    },
    {
      what: 'volumes that all are alike',
      spec: { volumes: Array.from({ length: 4_900 }, () => ({ name: 'a' })) },
    },
  ])('are judged in a moment: $what', async ({ spec = {}, container = {} }) => {
    const runtimeClass = { metadata: { name: 'r' }, scheduling: { tolerations: [{ key: 'b' }] } }
    const snapshot = { runtimeClasses: [runtimeClass] }
    const pod = makePod({ container, spec: { runtimeClassName: 'r', ...spec } })
    const start = performance.now()
    await ask({ snapshot, pod })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('are judged in a moment when LimitRanges fill in much', async () => {
    const limits = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`example.com/r${index}`, '1']),
    )
    const limitRange = {
      metadata: { name: 'l', namespace: 'shop' },
      spec: { limits: [{ type: 'Container', default: limits }] },
    }
    const containers = Array.from({ length: 300 }, (_, index) => ({
      name: `c${index}`,
      image: 'i',
    }))
    const start = performance.now()
    await ask({ snapshot: { limitRanges: [limitRange] }, pod: makePod({ spec: { containers } }) })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('get the refusal of the server where they are too long for it', async () => {
    const args = Array.from({ length: 4 }, () => 'a'.repeat(1_000_000))
    const { answer } = await ask({ pod: makePod({ container: { args } }) })
    expect(answer.status).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' })
  })
})

import { describe, expect, it } from 'vitest'
import { DecisionResponse } from '../../../schemas/decisions/decision-response.ts'
import { makeClient, readProblem } from '../client.ts'

const client = makeClient()

function post(request: object): Promise<Response> {
  return client.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
}

async function decide(request: object) {
  const response = await post(request)
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBe(200)
  return DecisionResponse.parse(answer)
}

async function issuesOf(request: object) {
  const response = await post(request)
  expect([413, 422]).toContain(response.status)
  return (await readProblem(response)).errors
}

const node = (name: string, fields: object = {}) => ({
  metadata: { name, labels: { 'kubernetes.io/hostname': name } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  ...fields,
})
const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }]
const nodes = [node('a'), node('b'), node('c', { spec: { taints } })]
const snapshot = {
  nodes,
  pods: [],
  services: [],
  replicaSets: [],
  replicationControllers: [],
  statefulSets: [],
  persistentVolumeClaims: [],
  persistentVolumes: [],
  storageClasses: [],
}
const containers = [{ name: 'c', image: 'x', resources: { requests: { cpu: '1' } } }]
const template = (labels: object = { app: 'web' }, spec: object = {}) => ({
  metadata: { labels },
  spec: { containers, ...spec },
})
const deployment = (replicas: unknown, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template(), ...spec },
})
const daemonSet = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: { selector: { matchLabels: { app: 'agent' } }, template: template({ app: 'agent' }, spec) },
})

describe('manifests', () => {
  it('are the pods that their controllers would make, decided after those given', async () => {
    const pods = [{ metadata: { name: 'own' }, spec: { containers } }]
    const { decisions } = await decide({ snapshot, pods, manifests: [deployment(2)] })
    expect(decisions.map(({ pod, outcome }) => [pod.namespace, pod.name, outcome])).toEqual([
      ['default', 'own', 'scheduled'],
      ['shop', expect.stringMatching(/^web-.*-bbbbb$/), 'scheduled'],
      ['shop', expect.stringMatching(/^web-.*-bbbbc$/), 'scheduled'],
    ])
  })

  it('of a DaemonSet are one pod on each node that its taints and labels let it on', async () => {
    const some = await decide({ snapshot, manifests: [daemonSet()] })
    expect(some.decisions.map((one) => one.node)).toEqual(['a', 'b'])
    const tolerations = [{ key: 'gpu', operator: 'Exists' }]
    const nodeSelector = { 'kubernetes.io/hostname': 'c' }
    const one = await decide({ snapshot, manifests: [daemonSet({ tolerations, nodeSelector })] })
    expect(one.decisions.map(({ node: name }) => name)).toEqual(['c'])
  })

  it('of a scheduler of its own a DaemonSet chooses its nodes all the same', async () => {
    const { decisions } = await decide({
      snapshot,
      manifests: [daemonSet({ schedulerName: 'other' })],
    })
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['notResponsible', 'notResponsible'])
  })

  it('bring the claims of a StatefulSet, and what else is applied with them', async () => {
    const set = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'db' } },
        template: template({ app: 'db' }),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { storageClassName: 'late', accessModes: ['ReadWriteOnce'] },
          },
        ],
      },
    }
    const storageClass = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'late' },
      provisioner: 'example.com/disk',
      volumeBindingMode: 'WaitForFirstConsumer',
    }
    const kinds = { csiNodes: [], csiDrivers: [], csiStorageCapacities: [], volumeAttachments: [] }
    const { decisions } = await decide({
      snapshot: { ...snapshot, ...kinds },
      manifests: [{ kind: 'List', items: [storageClass, set] }],
    })
    expect(decisions.map(({ pod, outcome }) => [pod.name, outcome])).toEqual([
      ['db-0', 'scheduled'],
      ['db-1', 'scheduled'],
    ])
    const alone = await decide({ snapshot: { ...snapshot, ...kinds }, manifests: [set] })
    expect(alone.decisions.map(({ outcome }) => outcome)).toEqual([
      'unschedulable',
      'unschedulable',
    ])
  })

  it('do not make a kind known of which the snapshot has nothing', async () => {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'known' },
      spec: { storageClassName: '' },
    }
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'other' } }]
    const pod = { kind: 'Pod', metadata: { name: 'p' }, spec: { containers, volumes } }
    const { decisions } = await decide({ snapshot: { nodes, pods: [] }, manifests: [claim, pod] })
    expect(decisions.map(({ outcome }) => outcome)).toEqual(['unknown'])
  })

  it('leave a claim alone that the cluster has', async () => {
    const metadata = { name: 'data-db-0', namespace: 'default' }
    const bound = { metadata, spec: { volumeName: 'gone' }, status: { phase: 'Bound' } }
    const volumeClaimTemplates = [
      { metadata: { name: 'data' }, spec: { storageClassName: 'late' } },
    ]
    const spec = { selector: {}, template: template({ app: 'db' }), volumeClaimTemplates }
    const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec }
    const kinds = { csiNodes: [], csiDrivers: [], csiStorageCapacities: [], volumeAttachments: [] }
    const { decisions } = await decide({
      snapshot: { ...snapshot, ...kinds, persistentVolumeClaims: [bound] },
      manifests: [set],
    })
    expect(decisions[0]?.message).toContain('PersistentVolume')
  })

  it('of kinds that Kubernetes does not have are named', async () => {
    const rollout = { apiVersion: 'argoproj.io/v1', kind: 'Rollout', metadata: { name: 'r' } }
    const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'i' } }
    const { decisions, input } = await decide({ snapshot, manifests: [rollout, ingress] })
    expect(decisions).toEqual([])
    expect(input.notEvaluated.filter(({ what }) => what === 'manifest')).toMatchObject([
      { kind: 'Rollout', object: 'default/r', affects: 'outcome' },
    ])
  })

  it.each([
    { what: 'no object', manifests: ['x'], pointer: '/manifests/0' },
    { what: 'no kind', manifests: [{ metadata: { name: 'x' } }], pointer: '/manifests/0/kind' },
    {
      what: 'no name',
      manifests: [{ kind: 'List', items: [{ kind: 'Deployment' }] }],
      pointer: '/manifests/0/items/0/metadata/name',
    },
    { what: 'no number', manifests: [deployment('two')], pointer: '/manifests/0/spec/replicas' },
    {
      what: 'too many pods',
      manifests: [deployment(1e9)],
      pointer: '/manifests/0/spec/replicas',
    },
    {
      what: 'a wrong template',
      manifests: [deployment(1, { template: template({}, { nodeSelector: { a: 1 } }) })],
      pointer: '/manifests/0/spec/template/spec/nodeSelector/a',
    },
    {
      what: 'a wrong object',
      manifests: [
        { kind: 'Namespace', metadata: { name: 'x', labels: { a: 1 } } },
        { kind: 'Pod', metadata: { name: 'p' }, spec: {} },
      ],
      pointer: '/manifests/0/metadata/labels/a',
    },
  ])('with $what are refused, with the place', async ({ manifests, pointer }) => {
    const issues = await issuesOf({ snapshot, manifests })
    expect(issues.map((one) => one.pointer)).toContain(pointer)
  })
})

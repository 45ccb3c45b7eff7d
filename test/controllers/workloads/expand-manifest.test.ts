import { describe, expect, it } from 'vitest'
import { pinToNode } from '../../../src/controllers/workloads/daemon-set.ts'
import { expandManifest } from '../../../src/controllers/workloads/expand-manifest.ts'
import type { JsonObject } from '../../../src/snapshot/json/fields.ts'
import { Issues, ROOT } from '../../../src/snapshot/json/json-path.ts'

const template = {
  metadata: { labels: { app: 'web' }, annotations: { note: 'n' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
}

function expand(object: JsonObject, podsMax = 100) {
  const issues = new Issues()
  const made = expandManifest(object, ROOT.at('manifests').at(0), issues, { podsMax })
  return { made, issues: issues.list }
}

function workload(kind: string, spec: object, apiVersion = 'apps/v1'): JsonObject {
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop' }, spec }
}

function names(object: JsonObject): (string | undefined)[] {
  return (expand(object).made?.pods ?? []).map((pod) => metadataOf(pod).name)
}

function metadataOf(pod: JsonObject) {
  return pod['metadata'] as { name: string; labels: object; ownerReferences: object[] } // of a pod
}

describe('a manifest becomes the pods that its controller would make', () => {
  it.each([
    { name: 'a Deployment', object: workload('Deployment', { replicas: 3, template }), count: 3 },
    { name: 'one without replicas', object: workload('Deployment', { template }), count: 1 },
    { name: 'one of none', object: workload('Deployment', { replicas: 0, template }), count: 0 },
    { name: 'a ReplicaSet', object: workload('ReplicaSet', { replicas: 2, template }), count: 2 },
    {
      name: 'a ReplicationController',
      object: workload('ReplicationController', { replicas: 2, template }, 'v1'),
      count: 2,
    },
    { name: 'a Job', object: workload('Job', { template }, 'batch/v1'), count: 1 },
    {
      name: 'a Job with fewer completions than it runs at a time',
      object: workload('Job', { parallelism: 5, completions: 2, template }, 'batch/v1'),
      count: 2,
    },
    {
      name: 'a suspended Job',
      object: workload('Job', { suspend: true, template }, 'batch/v1'),
      count: 0,
    },
    {
      name: 'a CronJob',
      object: workload('CronJob', { jobTemplate: { spec: { parallelism: 2, template } } }),
      count: 2,
    },
  ])('$name: $count', ({ object, count }) => {
    expect(names(object)).toHaveLength(count)
    expect(new Set(names(object)).size).toBe(count)
  })

  it('a pod of a Deployment belongs to the ReplicaSet of its revision', () => {
    const [pod] = expand(workload('Deployment', { template })).made?.pods ?? []
    const { name, labels, ownerReferences } = metadataOf(pod ?? {})
    expect(name).toMatch(/^web-[a-z0-9]{10}-[a-z0-9]{5}$/)
    expect(labels).toMatchObject({ app: 'web', 'pod-template-hash': name.split('-')[1] })
    expect(ownerReferences).toMatchObject([{ kind: 'ReplicaSet', name: name.slice(0, -6) }])
    expect(pod?.['spec']).toEqual(template.spec)
  })

  it('pods of a StatefulSet have identities and claims of their own', () => {
    const volumeClaimTemplates = [
      { metadata: { name: 'data' }, spec: { storageClassName: 'fast' } },
    ]
    const selector = { matchLabels: { app: 'web' } }
    const spec = { replicas: 2, ordinals: { start: 5 }, serviceName: 's', selector, template }
    const { made } = expand(workload('StatefulSet', { ...spec, volumeClaimTemplates }))
    expect(made?.pods.map((pod) => metadataOf(pod).name)).toEqual(['web-5', 'web-6'])
    expect(made?.pods[0]).toMatchObject({
      metadata: { labels: { 'apps.kubernetes.io/pod-index': '5' } },
      spec: {
        hostname: 'web-5',
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-5' } }],
      },
    })
    expect(made?.claims).toMatchObject([
      { metadata: { name: 'data-web-5', namespace: 'shop', labels: { app: 'web' } } },
      { metadata: { name: 'data-web-6' } },
    ])
  })

  it('a pod of a DaemonSet tolerates what all of them do, and is pinned to its node', () => {
    const { made } = expand(workload('DaemonSet', { template }))
    const pinned = pinToNode(made?.daemon ?? {}, 'web-bbbbb', 'n1')
    expect(pinned).toMatchObject({
      metadata: { name: 'web-bbbbb', ownerReferences: [{ kind: 'DaemonSet' }] },
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] },
              ],
            },
          },
        },
      },
    })
    const keys = (pinned['spec'] as { tolerations: { key: string }[] }).tolerations // as made
    expect(keys.map(({ key }) => key)).toContain('node.kubernetes.io/unschedulable')
  })

  it('a pod with generateName gets a name, and a named one stays as it is', () => {
    const named = { kind: 'Pod', metadata: { name: 'p' }, spec: {} }
    expect(expand(named).made?.pods).toEqual([named])
    expect(names({ kind: 'Pod', metadata: { generateName: 'p-' }, spec: {} })).toEqual(['p-bbbbb'])
  })

  it('other objects make no pods', () => {
    expect(expand({ kind: 'Service', metadata: { name: 's' } }).made).toBeNull()
  })
})

describe('what is no workload is told with its place', () => {
  it.each([
    { spec: {}, pointer: '/manifests/0/spec/template', code: 'not-a-request' },
    {
      spec: { replicas: -1, template },
      pointer: '/manifests/0/spec/replicas',
      code: 'not-a-request',
    },
    {
      spec: { replicas: '3', template },
      pointer: '/manifests/0/spec/replicas',
      code: 'not-a-request',
    },
    { spec: { replicas: 1e9, template }, pointer: '/manifests/0/spec/replicas', code: 'too-many' },
  ])('$pointer: $code', ({ spec, pointer, code }) => {
    expect(expand(workload('Deployment', spec)).issues).toMatchObject([{ pointer, code }])
  })
})

import { describe, expect, it } from 'vitest'
import { withPodDefaults } from '../../src/snapshot/defaulting.ts'
import type { Json } from '../support/make-node.ts'

/** A pod for which nothing of the list is left to fill in. */
const COMPLETE = {
  metadata: { name: 'p', namespace: 'default' },
  spec: {
    schedulerName: 'default-scheduler',
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
  },
}

function changes(spec: Json, labels?: Json): Record<string, unknown> {
  const metadata = { ...COMPLETE.metadata, labels }
  const { defaulted } = withPodDefaults({ metadata, spec: { ...COMPLETE.spec, ...spec } })
  return Object.fromEntries(defaulted.map(({ pointer, value }) => [pointer, value]))
}

it('fills in what every pod has', () => {
  const { pod, defaulted } = withPodDefaults({ metadata: { name: 'p' }, spec: {} })
  expect(pod).toEqual(COMPLETE)
  expect(defaulted.map(({ pointer }) => pointer)).toEqual([
    '/metadata/namespace',
    '/spec/schedulerName',
    '/spec/restartPolicy',
    '/spec/terminationGracePeriodSeconds',
  ])
})

it('finds nothing to do in what it made, and leaves what it was given alone', () => {
  const given = { metadata: { name: 'p' }, spec: { containers: [{ ports: [{ hostPort: 1 }] }] } }
  const before = structuredClone(given)
  const { pod } = withPodDefaults(given)
  expect(withPodDefaults(pod)).toEqual({ pod, defaulted: [] })
  expect(given).toEqual(before)
})

const term = {
  topologyKey: 'zone',
  labelSelector: { matchLabels: { app: 'web' } },
  matchLabelKeys: ['version', 'absent'],
  mismatchLabelKeys: ['tenant'],
}
const merged = [
  { key: 'version', operator: 'In', values: ['1'] },
  { key: 'tenant', operator: 'NotIn', values: ['x'] },
]

describe('fills in', () => {
  it.each([
    {
      name: 'requests from limits, by resource',
      spec: {
        containers: [
          { resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } } },
        ],
      },
      want: { '/spec/containers/0/resources/requests/memory': '1Gi' },
    },
    {
      name: 'those of init containers too, and names with a slash',
      spec: { initContainers: [{ resources: { limits: { 'example.com/gpu': '1' } } }] },
      want: { '/spec/initContainers/0/resources/requests/example.com~1gpu': '1' },
    },
    {
      name: 'the protocol of ports',
      spec: {
        containers: [{ ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }] }],
      },
      want: { '/spec/containers/0/ports/0/protocol': 'TCP' },
    },
    {
      name: 'host ports on the host network',
      spec: {
        hostNetwork: true,
        containers: [{ ports: [{ containerPort: 80, protocol: 'TCP' }] }],
      },
      want: { '/spec/containers/0/ports/0/hostPort': 80 },
    },
    {
      name: 'what spread constraints leave out',
      spec: { topologySpreadConstraints: [{ nodeTaintsPolicy: 'Honor' }] },
      want: { '/spec/topologySpreadConstraints/0/nodeAffinityPolicy': 'Honor' },
    },
    {
      name: 'label keys of required affinity, where the pod has the label',
      spec: {
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      },
      want: {
        '/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/labelSelector/matchExpressions':
          merged,
      },
    },
    {
      name: 'label keys of preferred anti-affinity',
      spec: {
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }],
          },
        },
      },
      want: {
        '/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm/labelSelector/matchExpressions':
          merged,
      },
    },
  ])('$name', ({ spec, want }) => {
    expect(changes(spec, { version: '1', tenant: 'x' })).toEqual(want)
  })
})

it('does not stumble over fields of another type, which reading will name', () => {
  const odd = { containers: 'none', topologySpreadConstraints: [5], affinity: { podAffinity: [] } }
  expect(changes(odd)).toEqual({})
  expect(
    changes({ containers: [{ ports: {}, resources: { limits: 'all', requests: 4 } }] }),
  ).toEqual({})
})

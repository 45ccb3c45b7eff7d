import { describe, expect, it } from 'vitest'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import { classOf, clusterOf } from '../support/read-objects.ts'

const MIB = 1024 * 1024
const GPU = 'example.com/gpu'

function container(requests: Json, fields: Json = {}): Json {
  return { name: 'c', resources: { requests }, ...fields }
}

function request(spec: Json) {
  const { cpuMilli, memoryBytes, scalars } = classOf(makePod('p', { spec })).request
  return { cpuMilli, memoryBytes, scalars: Object.fromEntries(scalars) }
}

const sidecar = (requests: Json) => container(requests, { restartPolicy: 'Always' })

describe('what a pod asks for', () => {
  it.each([
    {
      name: 'is the sum of its containers',
      spec: { containers: [container({ cpu: '100m' }), container({ cpu: '200m', memory: '1Mi' })] },
      want: { cpuMilli: 300, memoryBytes: MIB },
    },
    {
      name: 'is at least that of the largest init container',
      spec: {
        initContainers: [container({ cpu: '2' }), container({ cpu: '1' })],
        containers: [container({ cpu: '500m' })],
      },
      want: { cpuMilli: 2000 },
    },
    {
      name: 'counts init containers that keep running with the others',
      spec: { initContainers: [sidecar({ cpu: '1' })], containers: [container({ cpu: '500m' })] },
      want: { cpuMilli: 1500 },
    },
    {
      name: 'counts those that already run beside a later init container',
      spec: {
        initContainers: [sidecar({ cpu: '1' }), container({ cpu: '2' })],
        containers: [container({ cpu: '500m' })],
      },
      want: { cpuMilli: 3000 },
    },
    {
      name: 'does not count those that start after it',
      spec: {
        initContainers: [container({ cpu: '2' }), sidecar({ cpu: '1' })],
        containers: [container({ cpu: '500m' })],
      },
      want: { cpuMilli: 2000 },
    },
    {
      name: 'has the overhead on top',
      spec: {
        overhead: { cpu: '50m' },
        initContainers: [container({ cpu: '2' })],
        containers: [container({ cpu: '1' })],
      },
      want: { cpuMilli: 2050 },
    },
    {
      name: 'is what the pod as a whole asks for, where it does',
      spec: {
        resources: { requests: { cpu: '5' } },
        containers: [container({ cpu: '1', memory: '1Mi' })],
      },
      want: { cpuMilli: 5000, memoryBytes: MIB },
    },
    {
      name: 'is not touched by names that a pod as a whole may not ask for',
      spec: { resources: { requests: { [GPU]: '5' } }, containers: [container({ [GPU]: '1' })] },
      want: { scalars: { [GPU]: 1 } },
    },
    {
      name: 'is rounded up once',
      spec: {
        containers: [
          container({ cpu: '500u', [GPU]: '500m' }),
          container({ cpu: '500u', [GPU]: '500m' }),
        ],
      },
      want: { cpuMilli: 1, scalars: { [GPU]: 1 } },
    },
    {
      name: 'says nothing of limits',
      spec: { containers: [{ name: 'c', resources: { limits: { cpu: '1' } } }] },
      want: {},
    },
  ])('$name', ({ spec, want }) => {
    expect(request(spec)).toEqual({ cpuMilli: 0, memoryBytes: 0, scalars: {}, ...want })
  })

  it.each([
    { name: GPU, isCounted: true },
    { name: 'hugepages-2Mi', isCounted: true },
    { name: 'attachable-volumes-csi', isCounted: true },
    { name: 'storage.kubernetes.io/x', isCounted: true },
    { name: 'gpu', isCounted: false },
    { name: 'requests.example.com/gpu', isCounted: false },
    { name: 'Example.com/gpu', isCounted: false },
    { name: 'example.com/', isCounted: false },
  ])('counts $name: $isCounted', ({ name, isCounted }) => {
    const { scalars } = request({ containers: [container({ [name]: '1' })] })
    expect(name in scalars).toBe(isCounted)
  })
})

describe('what a running pod takes', () => {
  const resized = (fields: Json, conditions: Json[] = []) =>
    makePod('p', {
      node: 'a',
      spec: { containers: [container({ cpu: '2' })] },
      status: { conditions, containerStatuses: [{ name: 'c', ...fields }] },
    })
  const infeasible = [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }]
  const actual = { resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '1500m' } }

  it.each([
    { name: 'the spec without a status', pod: resized({}), want: 2000 },
    {
      name: 'the highest of spec and status while it is being resized',
      pod: resized({ ...actual, allocatedResources: { cpu: '3' } }),
      want: 3000,
    },
    { name: 'the spec when that is higher', pod: resized(actual), want: 2000 },
    {
      name: 'the status alone when the resize cannot be done',
      pod: resized(actual, infeasible),
      want: 1500,
    },
  ])('is $name', ({ pod, want }) => {
    const { pods } = clusterOf({ nodes: [makeNode('a')], pods: [pod] })
    expect(pods.column('cpu').requested[0]).toBe(want)
  })

  it('is in scores 100 milli-cores and 200 MiB a container where nothing is asked for', () => {
    const spec = { containers: [container({}), container({ cpu: '0' })] }
    const { pods } = clusterOf({
      nodes: [makeNode('a')],
      pods: [makePod('p', { node: 'a', spec })],
    })
    expect(pods.column('cpu').requested[0]).toBe(0)
    expect([pods.cpuMilliForScores[0], pods.memoryBytesForScores[0]]).toEqual([100, 400 * MIB])
  })
})

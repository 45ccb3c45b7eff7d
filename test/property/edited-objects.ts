import {
  makeDevice,
  makeDeviceClass,
  makeResourceClaim,
  makeSlice,
  using,
  wants,
} from '../support/make-devices.ts'
import { type Json, makeNode } from '../support/make-node.ts'
import { makePod } from '../support/make-pod.ts'
import {
  makeCapacity,
  makeClaim,
  makeCsiNode,
  makeStorageClass,
  makeVolume,
} from '../support/make-storage.ts'

/** Objects that edits draw from, and pods to decide on what they leave. */
export interface ObjectPool {
  readonly objects: { readonly [kind: string]: readonly Json[] }
  readonly pods: readonly Json[]
}

const nodeNames = ['n0', 'n1', 'n2']
const nodes = nodeNames.map((name) => makeNode(name, { zone: name === 'n2' ? 'z1' : 'z0' }))

function mounting(...claims: string[]): Json {
  return {
    volumes: claims.map((claimName, index) => ({
      name: `v${index}`,
      persistentVolumeClaim: { claimName },
    })),
  }
}

/** Claims that wait for a pod: volumes that are there are taken, others are made. */
export const storagePool: ObjectPool = {
  objects: {
    nodes,
    storageClasses: [
      makeStorageClass('slow'),
      makeStorageClass('made', { provisioner: 'csi.example' }),
      makeStorageClass('made', { provisioner: 'csi.example', allowedTopologies: zone('z1') }),
    ],
    persistentVolumes: nodeNames.flatMap((name) => [
      makeVolume(`pv-${name}`, { nodes: [name] }),
      makeVolume(`pv-${name}`, { nodes: [name], capacity: '1Mi' }),
    ]),
    persistentVolumeClaims: [
      makeClaim('a'),
      makeClaim('a', { storageClass: 'made' }),
      makeClaim('b'),
      makeClaim('b', { volume: 'pv-n1' }),
      makeClaim('c', { storageClass: 'made', request: '5Gi' }),
    ],
    csiDrivers: [{ metadata: { name: 'csi.example' }, spec: { storageCapacity: true } }],
    csiStorageCapacities: [
      makeCapacity('c0', 'made', { capacity: '2Gi' }),
      makeCapacity('c0', 'made', { capacity: '8Gi' }),
      makeCapacity('c1', 'made', {
        capacity: '9Gi',
        nodeTopology: { matchLabels: { zone: 'z1' } },
      }),
    ],
    csiNodes: nodeNames.map((name) => makeCsiNode(name, { 'csi.example': 1 })),
    volumeAttachments: [
      {
        metadata: { name: 'va' },
        spec: { attacher: 'csi.example', nodeName: 'n0', source: { persistentVolumeName: 'x' } },
      },
    ],
    pods: [
      makePod('r0', { node: 'n0', spec: mounting('b') }),
      makePod('r1', { node: 'n1', spec: mounting('a') }),
    ],
  },
  pods: [
    makePod('p0', { spec: mounting('a') }),
    makePod('p1', { spec: mounting('b') }),
    makePod('p2', { spec: mounting('a', 'b') }),
    makePod('p3', { spec: mounting('c') }),
  ],
}

function zone(value: string): Json[] {
  return [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: [value] }] }]
}

const GPU_RESOURCE = 'example.com/gpu'

/** Devices that claims ask for by name, by template and as extended resources. */
export const devicePool: ObjectPool = {
  objects: {
    nodes,
    deviceClasses: [
      makeDeviceClass('gpu'),
      makeDeviceClass('gpu', undefined, { extendedResourceName: GPU_RESOURCE }),
    ],
    resourceSlices: [
      ...nodeNames.map((node) =>
        makeSlice(`s-${node}`, { node, devices: [makeDevice('d0'), makeDevice('d1')] }),
      ),
      makeSlice('s-n0', { node: 'n0', devices: [makeDevice('d0')] }),
    ],
    deviceTaintRules: [
      {
        metadata: { name: 'rule' },
        spec: { deviceSelector: { pool: 'n1' }, taint: { key: 'k', effect: 'NoSchedule' } },
      },
    ],
    resourceClaims: [
      makeResourceClaim('c0', [wants('g')]),
      makeResourceClaim('c0', [wants('g', 2)]),
      makeResourceClaim('c1', [wants('g')]),
      { ...makeResourceClaim('c1', [wants('g')]), status: { allocation: allocationOn('n1') } },
    ],
    resourceClaimTemplates: [
      {
        metadata: { name: 't', namespace: 'default' },
        spec: { spec: { devices: { requests: [wants('g')] } } },
      },
    ],
    pods: [makePod('r0', { node: 'n0', spec: using('c1') })],
  },
  pods: [
    makePod('p0', { spec: using('c0') }),
    makePod('p1', { spec: using('c1') }),
    makePod('p2', { spec: { resourceClaims: [{ name: 'r', resourceClaimTemplateName: 't' }] } }),
    makePod('p3', { requests: { [GPU_RESOURCE]: '1' } }),
    makePod('p4', { spec: using('c0', 'c1') }),
  ],
}

function allocationOn(node: string): Json {
  const device = { request: 'g', driver: 'gpu.example.com', pool: node, device: 'd0' }
  return { devices: { results: [device] } }
}

/** Who is how important, and who belongs together. */
export const priorityPool: ObjectPool = {
  objects: {
    nodes: nodeNames.map((name) => makeNode(name, { allocatable: { cpu: '1' } })),
    priorityClasses: [
      { metadata: { name: 'high' }, value: 1000 },
      { metadata: { name: 'high' }, value: 5, preemptionPolicy: 'Never' },
      { metadata: { name: 'low' }, value: 1 },
      { metadata: { name: 'usual' }, value: 10, globalDefault: true },
    ],
    podDisruptionBudgets: [0, 1].map((disruptionsAllowed) => ({
      metadata: { name: 'budget', namespace: 'default' },
      spec: { selector: { matchLabels: { app: 'a' } } },
      status: { disruptionsAllowed },
    })),
    pods: nodeNames.flatMap((node) => [
      makePod(`r-${node}`, {
        node,
        labels: { app: 'a' },
        requests: { cpu: '1' },
        spec: { priorityClassName: 'low' },
      }),
      makePod(`r-${node}`, { node, requests: { cpu: '500m' } }),
    ]),
  },
  pods: ['high', 'low', 'gone', ''].map((priorityClassName, index) =>
    makePod(`p${index}`, { requests: { cpu: '700m' }, spec: { priorityClassName } }),
  ),
}

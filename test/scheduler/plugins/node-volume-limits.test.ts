import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import {
  claimVolumes,
  makeClaim,
  makeCsiNode,
  makeStorageClass,
  makeVolume,
  volumeOf,
} from '../../support/make-storage.ts'
import { filterOf, reasonsByNode } from '../../support/verdicts.ts'

const FULL = { here: ['node(s) exceed max volume count'] }
const DRIVER = 'csi.example.com'
const EBS = 'ebs.csi.aws.com'
const nodes = [makeNode('here')]

/** Claims v1, v2, ... bound to volumes of the driver with handles v1, v2, ... */
function bound(count: number): Json {
  const names = Array.from({ length: count }, (_, index) => `v${index + 1}`)
  return {
    persistentVolumeClaims: names.map((name) => makeClaim(name, { volume: name })),
    persistentVolumes: names.map((name) =>
      makeVolume(name, { spec: { csi: { driver: DRIVER, volumeHandle: name } } }),
    ),
  }
}

function running(name: string, ...claims: string[]) {
  return makePod(name, { node: 'here', spec: claimVolumes(...claims) })
}

function snapshotOf(limit: number | null, pods: readonly Json[], more: Json = {}): Json {
  return { nodes, pods, csiNodes: [makeCsiNode('here', { [DRIVER]: limit })], ...bound(4), ...more }
}

describe('the number of volumes of a driver on a node', () => {
  const uses = (...claims: string[]) => makePod('p', { spec: claimVolumes(...claims) })

  it.each([
    {
      name: 'may reach the limit',
      limit: 2,
      pods: [running('a', 'v1')],
      pod: uses('v2'),
      want: {},
    },
    {
      name: 'may not exceed it',
      limit: 2,
      pods: [running('a', 'v1')],
      pod: uses('v2', 'v3'),
      want: FULL,
    },
    {
      name: 'counts a shared volume once',
      limit: 1,
      pods: [running('a', 'v1'), running('b', 'v1')],
      pod: uses('v1'),
      want: {},
    },
    {
      name: 'is unlimited without a limit',
      limit: null,
      pods: [running('a', 'v1')],
      pod: uses('v2'),
      want: {},
    },
    { name: 'can be none at all', limit: 0, pods: [], pod: uses('v1'), want: FULL },
    {
      name: 'leaves claims out that pods lost',
      limit: 1,
      pods: [running('a', 'gone')],
      pod: uses('v1'),
      want: {},
    },
  ])('$name', ({ limit, pods, pod, want }) => {
    expect(reasonsByNode(decideOne(snapshotOf(limit, pods), pod))).toEqual(want)
  })

  it('counts volumes that are attached without a pod', () => {
    const attached = (persistentVolumeName: string) => ({
      metadata: { name: persistentVolumeName },
      spec: { attacher: DRIVER, nodeName: 'here', source: { persistentVolumeName } },
    })
    const pods = [running('a', 'v1')]
    const known = { volumeAttachments: [attached('v1')] }
    expect(reasonsByNode(decideOne(snapshotOf(2, pods, known), uses('v3')))).toEqual({})
    const stray = { volumeAttachments: [attached('v1'), attached('v2')] }
    expect(reasonsByNode(decideOne(snapshotOf(2, pods, stray), uses('v3')))).toEqual(FULL)
  })

  it('counts a volume that is still to be made as one of its class', () => {
    const snapshot = snapshotOf(1, [running('a', 'v1')], {
      persistentVolumeClaims: [makeClaim('v1', { volume: 'v1' }), makeClaim('new')],
      storageClasses: [makeStorageClass('slow', { provisioner: DRIVER })],
    })
    expect(reasonsByNode(decideOne(snapshot, uses('new')))).toEqual(FULL)
  })

  it('grows with every pod of the request', () => {
    const pods = ['v1', 'v2', 'v3'].map((claim) => makePod(claim, { spec: claimVolumes(claim) }))
    const outcomes = decideAll(snapshotOf(2, []), pods).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['scheduled', 'scheduled', 'unschedulable'])
  })

  it('shrinks when pods would be preempted', () => {
    const pods = [makePod('a', { node: 'here', priority: 1, spec: claimVolumes('v1') })]
    const pod = makePod('p', { priority: 5, spec: claimVolumes('v2') })
    const { preemption } = decideOne(snapshotOf(1, pods), pod)
    expect(preemption?.victims).toMatchObject([{ name: 'a' }])
  })

  it('is told with the refusal', () => {
    const decision = decideOne(snapshotOf(2, [running('a', 'v1')]), uses('v2', 'v3'))
    const numbers = { kind: 'volumeLimit', driver: DRIVER, requested: 2, used: 1, limit: 2 }
    expect(filterOf(decision).rejected[0]?.details).toEqual([numbers])
  })
})

describe('a driver that must be installed', () => {
  const pod = makePod('p', { spec: claimVolumes('v1') })
  const csiDrivers = [{ metadata: { name: DRIVER }, spec: { preventPodSchedulingIfMissing: true } }]
  const elsewhere = { ...bound(1), nodes, csiDrivers, csiNodes: [makeCsiNode('here', {})] }

  it('keeps pods off nodes without it, from 1.37 on', () => {
    const reasons = { here: [`${DRIVER} CSI driver is not installed on the node`] }
    expect(reasonsByNode(decideOne(elsewhere, pod))).toEqual(reasons)
    expect(reasonsByNode(decideOne({ ...elsewhere, csiNodes: [] }, pod))).toEqual(reasons)
    expect(reasonsByNode(decideOne(elsewhere, pod, { profile: 'kubernetes-1.36' }))).toEqual({})
  })

  it('is enough without a limit', () => {
    const csiNodes = [makeCsiNode('here', { [DRIVER]: null })]
    expect(decideOne({ ...elsewhere, csiNodes }, pod).outcome).toBe('scheduled')
  })

  it('is one that asks for it', () => {
    const csiDrivers = [{ metadata: { name: DRIVER }, spec: {} }]
    expect(decideOne({ ...elsewhere, csiDrivers }, pod).outcome).toBe('scheduled')
  })
})

describe('in-tree volumes', () => {
  const inTree = (name: string, source: Json) =>
    makePod(name, { spec: { volumes: [volumeOf(source)] } })
  const disk = (volumeID: string) => ({ awsElasticBlockStore: { volumeID } })
  const onDisk = inTree('a', disk('aws://zone/vol-1'))
  const runs = (pod: Json) => ({ ...pod, spec: { ...(pod['spec'] as Json), nodeName: 'here' } }) // makePod's
  const csiNodes = [makeCsiNode('here', { [EBS]: 1, 'pxd.portworx.com': 0 })]

  it('count as volumes of the CSI driver that took over', () => {
    const snapshot = { nodes, csiNodes, pods: [runs(onDisk)] }
    expect(reasonsByNode(decideOne(snapshot, inTree('p', disk('vol-2'))))).toEqual(FULL)
  })

  it('are the same volume under both of its names', () => {
    const persistentVolumes = [
      makeVolume('v', { spec: { awsElasticBlockStore: { volumeID: 'vol-1' } } }),
    ]
    const persistentVolumeClaims = [makeClaim('c', { volume: 'v', storageClass: '' })]
    const snapshot = {
      nodes,
      csiNodes,
      persistentVolumes,
      persistentVolumeClaims,
      pods: [runs(onDisk)],
    }
    const pod = makePod('p', { spec: claimVolumes('c') })
    expect(decideOne(snapshot, pod).outcome).toBe('scheduled')
  })

  it('do not count on a node without a CSINode', () => {
    const pod = inTree('p', disk('vol-2'))
    expect(decideOne({ nodes, csiNodes: [], pods: [runs(onDisk)] }, pod).outcome).toBe('scheduled')
  })

  it('of Portworx counted in 1.35 only where the CSINode says so', () => {
    const pod = inTree('p', { portworxVolume: { volumeID: 'x' } })
    const profile = 'kubernetes-1.35'
    expect(reasonsByNode(decideOne({ nodes, csiNodes }, pod, { profile }))).toEqual({})
    const asked = [makeCsiNode('here', { 'pxd.portworx.com': 0 }, 'kubernetes.io/portworx-volume')]
    expect(reasonsByNode(decideOne({ nodes, csiNodes: asked }, pod, { profile }))).toEqual(FULL)
    expect(reasonsByNode(decideOne({ nodes, csiNodes }, pod))).toEqual(FULL)
  })

  it('with a name that nobody can read fail the attempt', () => {
    const decision = decideOne({ nodes, csiNodes }, inTree('p', disk('aws://zone/disk')))
    expect(decision.outcome).toBe('error')
    expect(decision.message).toContain(
      'running "NodeVolumeLimits" filter plugin: converting volume(data) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://zone/disk)',
    )
  })
})

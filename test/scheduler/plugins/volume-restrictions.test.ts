import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import { claimVolumes, makeClaim, makeVolume, volumeOf } from '../../support/make-storage.ts'
import { filterOf, preFilterOf, reasonsByNode } from '../../support/verdicts.ts'

const DISK = ['node(s) had no available disk']
const IN_USE = [
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
]
const nodes = [makeNode('here'), makeNode('there')]

function withVolume(source: Json) {
  return { spec: { volumes: [volumeOf(source)] } }
}

const gce = (pdName: string, readOnly = false) => ({ gcePersistentDisk: { pdName, readOnly } })
const ebs = (volumeID: string, readOnly = false) => ({
  awsElasticBlockStore: { volumeID, readOnly },
})
const iscsi = (iqn: string, readOnly = false) => ({ iscsi: { iqn, readOnly } })
const rbd = (monitors: string[], pool: string, readOnly = false) => ({
  rbd: { monitors, pool, image: 'i', readOnly },
})

describe('disks that pods on one node cannot share', () => {
  it.each([
    { name: 'the same Google disk', used: gce('d'), wanted: gce('d'), want: { here: DISK } },
    {
      name: 'a Google disk that one writes',
      used: gce('d', true),
      wanted: gce('d'),
      want: { here: DISK },
    },
    {
      name: 'a Google disk that both read',
      used: gce('d', true),
      wanted: gce('d', true),
      want: {},
    },
    { name: 'another Google disk', used: gce('e'), wanted: gce('d'), want: {} },
    {
      name: 'an Amazon disk even when both read',
      used: ebs('v', true),
      wanted: ebs('v', true),
      want: { here: DISK },
    },
    {
      name: 'the same iSCSI target',
      used: iscsi('q'),
      wanted: iscsi('q', true),
      want: { here: DISK },
    },
    {
      name: 'an iSCSI target that both read',
      used: iscsi('q', true),
      wanted: iscsi('q', true),
      want: {},
    },
    {
      name: 'a Ceph image with a monitor in common',
      used: rbd(['a', 'b'], 'p'),
      wanted: rbd(['b'], 'p'),
      want: { here: DISK },
    },
    {
      name: 'a Ceph image of other monitors',
      used: rbd(['a'], 'p'),
      wanted: rbd(['b'], 'p'),
      want: {},
    },
    {
      name: 'a Ceph image of another pool',
      used: rbd(['a'], 'p'),
      wanted: rbd(['a'], 'o'),
      want: {},
    },
    { name: 'disks of different kinds', used: gce('d'), wanted: iscsi('d'), want: {} },
  ])('$name', ({ used, wanted, want }) => {
    const pods = [makePod('runs', { node: 'here', ...withVolume(used) })]
    expect(reasonsByNode(decideOne({ nodes, pods }, makePod('p', withVolume(wanted))))).toEqual(
      want,
    )
  })

  it('counts a pod that was placed in the same request', () => {
    const pods = ['a', 'b', 'c'].map((name) => makePod(name, withVolume(gce('d'))))
    const placed = decideAll({ nodes }, pods)
    expect(placed.map(({ outcome }) => outcome)).toEqual([
      'scheduled',
      'scheduled',
      'unschedulable',
    ])
  })

  it('names the pod in the way', () => {
    const pods = [makePod('runs', { node: 'here', ...withVolume(gce('d')) })]
    const [refused] = filterOf(
      decideOne({ nodes, pods }, makePod('p', withVolume(gce('d')))),
    ).rejected
    expect(refused?.details).toMatchObject([{ conflictsWith: { pod: { name: 'runs' } } }])
  })
})

describe('claims that one pod has for itself', () => {
  const claim = makeClaim('c', { accessModes: ['ReadWriteOncePod'], volume: 'v' })
  const snapshot = {
    nodes,
    persistentVolumeClaims: [claim],
    persistentVolumes: [makeVolume('v')],
  }
  const pod = makePod('p', { spec: claimVolumes('c'), priority: 10 })

  it('keep other pods off every node', () => {
    const pods = [makePod('runs', { node: 'here', spec: claimVolumes('c'), priority: 10 })]
    const refused = decideOne({ ...snapshot, pods }, pod)
    expect(reasonsByNode(refused)).toEqual({ here: IN_USE, there: IN_USE })
    expect(filterOf(refused).rejected[0]?.details).toMatchObject([
      { claim: 'default/c', conflictsWith: { pod: { name: 'runs' } } },
    ])
  })

  it('are in use as soon as a pod of the request is placed', () => {
    const second = makePod('q', { spec: claimVolumes('c'), priority: 10 })
    const [first, other] = decideAll(snapshot, [pod, second])
    expect(first?.outcome).toBe('scheduled')
    expect(other?.outcome).toBe('unschedulable')
  })

  it('of one name in another namespace are another claim', () => {
    const pods = [makePod('runs', { namespace: 'other', node: 'here', spec: claimVolumes('c') })]
    expect(decideOne({ ...snapshot, pods }, pod).outcome).toBe('scheduled')
  })

  it('come free when their pod would be preempted', () => {
    const pods = [makePod('runs', { node: 'here', spec: claimVolumes('c'), priority: 1 })]
    const { preemption } = decideOne({ ...snapshot, pods }, pod)
    expect(preemption?.node).toBe('here')
    expect(preemption?.victims).toMatchObject([{ name: 'runs' }])
  })

  it('refuse the pod as a whole when they do not exist', () => {
    const refused = decideOne({ nodes }, pod)
    expect(preFilterOf(refused)).toBe(
      'VolumeRestrictions UnschedulableAndUnresolvable: persistentvolumeclaim "c" not found',
    )
    expect(refused.message).toBe(
      '0/2 nodes are available: persistentvolumeclaim "c" not found. not found',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { decideAll, decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import {
  claimVolumes,
  makeCapacity,
  makeClaim,
  makeCsiNode,
  makeStorageClass,
  makeVolume,
  matching,
  volumeOf,
} from '../../support/make-storage.ts'
import { filterOf, preFilterOf, reasonsByNode } from '../../support/verdicts.ts'

const AFFINITY = "node(s) didn't match PersistentVolume's node affinity"
const NOTHING = "node(s) didn't find available persistent volumes to bind"
const NO_ROOM = 'node(s) did not have enough free storage'
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'
const CSI = 'csi.example.com'

const nodes = [makeNode('a', { zone: 'z1' }), makeNode('b', { zone: 'z2' })]
const storageClasses = [
  makeStorageClass('slow'),
  makeStorageClass('made', { provisioner: CSI }),
  makeStorageClass('now', { provisioner: CSI, volumeBindingMode: 'Immediate' }),
  makeStorageClass('unset', { volumeBindingMode: undefined }),
]

/** The pod p uses all claims, in order. */
function decide(claims: readonly Json[], volumes: readonly Json[] = [], more: Json = {}) {
  const names = claims.map((claim) => String((claim['metadata'] as Json)['name'])) // makeClaim's
  const snapshot = { nodes, storageClasses, persistentVolumes: volumes, ...more }
  const pod = makePod('p', { spec: claimVolumes(...names) })
  return decideOne({ ...snapshot, persistentVolumeClaims: claims }, pod)
}

describe('claims that keep a pod waiting wherever', () => {
  const ephemeral = makePod('p', { spec: { volumes: [volumeOf({ ephemeral: {} }, 'tmp')] } })

  it.each([
    {
      name: 'immediate ones without a volume',
      claim: makeClaim('c', { storageClass: 'now' }),
      want: 'pod has unbound immediate PersistentVolumeClaims',
    },
    {
      name: 'ones that name a volume and are not bound',
      claim: makeClaim('c', { spec: { volumeName: 'v' } }),
      want: 'pod has unbound immediate PersistentVolumeClaims',
    },
    {
      name: 'ones of a class that does not exist',
      claim: makeClaim('c', { storageClass: 'none' }),
      want: 'pod has unbound immediate PersistentVolumeClaims',
    },
    {
      name: 'ones that are being deleted',
      claim: makeClaim('c', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
      want: 'persistentvolumeclaim "c" is being deleted',
    },
    {
      name: 'lost ones',
      claim: makeClaim('c', { volume: 'v', status: { phase: 'Lost' } }),
      want: 'persistentvolumeclaim "c" bound to non-existent persistentvolume "v"',
    },
  ])('$name', ({ claim, want }) => {
    const decision = decide([claim])
    expect(preFilterOf(decision)).toBe(`VolumeBinding UnschedulableAndUnresolvable: ${want}`)
    expect(decision.message).toBe(`0/2 nodes are available: ${want}. not found`)
  })

  it('an ephemeral volume whose claim was not made yet', () => {
    expect(preFilterOf(decideOne({ nodes }, ephemeral))).toContain(
      'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-tmp"',
    )
  })

  it('an ephemeral volume whose claim somebody else made', () => {
    const persistentVolumeClaims = [makeClaim('p-tmp', { owner: 'uid-other' })]
    expect(preFilterOf(decideOne({ nodes, persistentVolumeClaims }, ephemeral))).toContain(
      'PVC default/p-tmp was not created for pod default/p (pod is not owner)',
    )
  })

  it('but its own claim serves it', () => {
    const persistentVolumeClaims = [
      makeClaim('p-tmp', { owner: 'uid-default-p', storageClass: 'made' }),
    ]
    const snapshot = { nodes, storageClasses, persistentVolumeClaims }
    expect(decideOne(snapshot, ephemeral).outcome).toBe('scheduled')
  })

  it('a class without a binding mode fails the attempt', () => {
    const decision = decide([makeClaim('c', { storageClass: 'unset' })])
    expect(decision.outcome).toBe('error')
    expect(decision.message).toContain('VolumeBindingMode not set for StorageClass "unset"')
  })
})

describe('bound claims', () => {
  it('keep a pod where their volumes can be reached', () => {
    const decision = decide([makeClaim('c', { volume: 'v' })], [makeVolume('v', { nodes: ['b'] })])
    expect(reasonsByNode(decision)).toEqual({ a: [AFFINITY] })
    expect(filterOf(decision).rejected[0]).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      details: [{ claim: 'default/c', volume: 'v' }],
    })
  })

  it('of an ephemeral volume with its volume gone keep it off every node', () => {
    // A plain claim is refused by VolumeZone before any node is looked at.
    const persistentVolumeClaims = [makeClaim('p-tmp', { owner: 'uid-default-p', volume: 'v' })]
    const pod = makePod('p', { spec: { volumes: [volumeOf({ ephemeral: {} }, 'tmp')] } })
    const decision = decideOne({ nodes, persistentVolumeClaims }, pod)
    expect(reasonsByNode(decision)).toEqual({ a: [GONE], b: [GONE] })
  })

  it('are matched by labels alone, whatever is said of fields', () => {
    const field = { key: 'metadata.name', operator: 'In', values: ['b'] }
    const required = { nodeSelectorTerms: [{ matchFields: [field] }] }
    const volume = makeVolume('v', { spec: { nodeAffinity: { required } } })
    expect(reasonsByNode(decide([makeClaim('c', { volume: 'v' })], [volume]))).toEqual({})
  })

  it('of a migrated in-tree volume follow the topology of the CSI driver', () => {
    const zone = { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['z1'] }
    const volume = makeVolume('v', {
      spec: {
        awsElasticBlockStore: { volumeID: 'vol-1' },
        nodeAffinity: { required: matching(zone) },
      },
    })
    const labels = { 'topology.ebs.csi.aws.com/zone': 'z1' }
    const migrated = [makeNode('a', { zone: 'z1' }), makeNode('b', { zone: 'z2', labels })]
    const csiNodes = ['a', 'b'].map((name) => makeCsiNode(name, {}, 'kubernetes.io/aws-ebs'))
    const claims = [makeClaim('c', { volume: 'v' })]
    const unmigrated = decide(claims, [volume], { nodes: migrated })
    expect(reasonsByNode(unmigrated)).toEqual({ b: [AFFINITY] })
    const decision = decide(claims, [volume], { nodes: migrated, csiNodes })
    expect(reasonsByNode(decision)).toEqual({ a: [AFFINITY] })
  })
})

describe('claims that wait for their pod', () => {
  const missing = { a: [NOTHING], b: [NOTHING] }

  it.each([
    {
      name: 'take a free volume in reach',
      volume: makeVolume('v', { nodes: ['b'] }),
      want: { a: [NOTHING] },
    },
    {
      name: 'need one that is large enough',
      volume: makeVolume('v', { capacity: '1023Mi' }),
      want: missing,
    },
    {
      name: 'need one of their class',
      volume: makeVolume('v', { storageClass: 'made' }),
      want: missing,
    },
    {
      name: 'take the class from the annotation first',
      volume: makeVolume('v', {
        storageClass: 'made',
        annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' },
      }),
      want: {},
    },
    {
      name: 'need one that is available',
      volume: makeVolume('v', { phase: 'Released' }),
      want: missing,
    },
    {
      name: 'need all their access modes',
      volume: makeVolume('v', { spec: { accessModes: ['ReadOnlyMany'] } }),
      want: missing,
    },
    {
      name: 'need their volume mode',
      volume: makeVolume('v', { spec: { volumeMode: 'Block' } }),
      want: missing,
    },
    {
      name: 'need their attributes class',
      volume: makeVolume('v', { spec: { volumeAttributesClassName: 'fast' } }),
      want: missing,
    },
    {
      name: 'cannot have one that is kept for another',
      volume: makeVolume('v', { claimRef: { namespace: 'default', name: 'other' } }),
      want: missing,
    },
    {
      name: 'may have one that is kept for them and not available yet',
      volume: makeVolume('v', { phase: 'Pending', claimRef: { namespace: 'default', name: 'c' } }),
      want: {},
    },
    {
      name: 'cannot have one that was kept for a claim of their name before',
      volume: makeVolume('v', { claimRef: { namespace: 'default', name: 'c', uid: 'old' } }),
      want: missing,
    },
  ])('$name', ({ volume, want }) => {
    expect(reasonsByNode(decide([makeClaim('c')], [volume]))).toEqual(want)
  })

  it('look nowhere else when a volume is kept for them', () => {
    const kept = makeVolume('kept', { nodes: ['b'], claimRef: { namespace: 'default', name: 'c' } })
    const decision = decide([makeClaim('c')], [makeVolume('free'), kept])
    expect(reasonsByNode(decision)).toEqual({ a: [NOTHING] })
  })

  it('select volumes by label', () => {
    const claim = makeClaim('c', { spec: { selector: { matchLabels: { tier: 'gold' } } } })
    const gold = makeVolume('v', { nodes: ['a'], labels: { tier: 'gold' } })
    expect(reasonsByNode(decide([claim], [gold, makeVolume('w')]))).toEqual({ b: [NOTHING] })
  })

  it('of one pod need a volume each, the smaller claim the smaller volume', () => {
    const claims = [makeClaim('large', { request: '5Gi' }), makeClaim('small')]
    const volumes = [makeVolume('v', { nodes: ['a', 'b'] }), makeVolume('w', { nodes: ['a'] })]
    expect(reasonsByNode(decide(claims, volumes))).toEqual({ b: [NOTHING] })
    const fitting = [makeVolume('v'), makeVolume('w', { capacity: '1Gi' })]
    expect(reasonsByNode(decide(claims, fitting))).toEqual({})
  })

  it('say what they asked for', () => {
    const { rejected } = filterOf(decide([makeClaim('c', { request: '2Ki' })]))
    const numbers = { claim: 'default/c', storageClass: 'slow', requestedBytes: 2048 }
    expect(rejected[0]?.details).toMatchObject([numbers])
  })

  it('whose node was chosen before stay with it', () => {
    const claim = makeClaim('c', { storageClass: 'made', selectedNode: 'b' })
    expect(reasonsByNode(decide([claim]))).toEqual({ a: [NOTHING] })
  })

  it('add their reason to that of a bound claim', () => {
    const claims = [makeClaim('c', { volume: 'v' }), makeClaim('d')]
    const claimRef = { namespace: 'default', name: 'c' }
    const decision = decide(claims, [makeVolume('v', { nodes: ['b'], claimRef })])
    expect(reasonsByNode(decision)).toEqual({ a: [AFFINITY, NOTHING], b: [NOTHING] })
  })
})

describe('volumes to be made', () => {
  const claim = makeClaim('c', { storageClass: 'made' })

  it('can be made anywhere by default', () => {
    expect(reasonsByNode(decide([claim]))).toEqual({})
  })

  it('can be made only where their class allows', () => {
    const key = 'topology.kubernetes.io/zone'
    const allowedTopologies = [{ matchLabelExpressions: [{ key, values: ['z2', 'z3'] }] }]
    const allowed = makeStorageClass('made', { provisioner: CSI, allowedTopologies })
    const decision = decide([claim], [], { storageClasses: [allowed] })
    expect(reasonsByNode(decision)).toEqual({ a: [NOTHING] })
  })

  it.each([
    {
      name: 'need storage in reach',
      capacity: {
        nodeTopology: { matchLabels: { 'topology.kubernetes.io/zone': 'z1' } },
        capacity: '1Gi',
      },
      want: { b: [NO_ROOM] },
    },
    {
      name: 'need enough of it',
      capacity: { capacity: '1023Mi' },
      want: { a: [NO_ROOM], b: [NO_ROOM] },
    },
    {
      name: 'need a large enough piece of it',
      capacity: { capacity: '9Gi', maximumVolumeSize: '1Mi' },
      want: { a: [NO_ROOM], b: [NO_ROOM] },
    },
    {
      name: 'cannot use storage that no node reaches',
      capacity: { nodeTopology: null, capacity: '9Gi' },
      want: { a: [NO_ROOM], b: [NO_ROOM] },
    },
  ])('$name, where the driver tracks capacity', ({ capacity, want }) => {
    const csiStorageCapacities = [makeCapacity('cap', 'made', capacity)]
    const csiDrivers = [{ metadata: { name: CSI }, spec: { storageCapacity: true } }]
    const tracked = decide([claim], [], { csiStorageCapacities, csiDrivers })
    expect(reasonsByNode(tracked)).toEqual(want)
    expect(reasonsByNode(decide([claim], [], { csiStorageCapacities }))).toEqual({})
  })
})

describe('what a placed pod takes', () => {
  it('is a volume that the next pod cannot have', () => {
    const pods = ['c', 'd', 'e'].map((claim) => makePod(claim, { spec: claimVolumes(claim) }))
    const persistentVolumeClaims = ['c', 'd', 'e'].map((name) => makeClaim(name))
    const persistentVolumes = [makeVolume('v'), makeVolume('w', { nodes: ['a'] })]
    const snapshot = { nodes, storageClasses, persistentVolumeClaims, persistentVolumes }
    const decisions = decideAll(snapshot, pods)
    const outcomes = decisions.map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['scheduled', 'scheduled', 'unschedulable'])
  })

  it('is the same volume for another pod with the same claim', () => {
    const persistentVolumes = [
      makeVolume('v', { nodes: ['b'] }),
      makeVolume('w', { nodes: ['a'], capacity: '20Gi' }),
    ]
    const snapshot = {
      nodes,
      storageClasses,
      persistentVolumes,
      persistentVolumeClaims: [makeClaim('c')],
    }
    const pods = ['p', 'q'].map((name) => makePod(name, { spec: { ...claimVolumes('c') } }))
    const [first, second] = decideAll(snapshot, pods)
    expect(second?.node).toBe(first?.node)
    expect(reasonsByNode(second)).not.toEqual({})
  })

  it('is the node where the volume will be made', () => {
    const persistentVolumeClaims = [makeClaim('c', { storageClass: 'made' })]
    const pods = [
      makePod('p', {
        spec: { ...claimVolumes('c'), nodeSelector: { 'kubernetes.io/hostname': 'b' } },
      }),
      makePod('q', { spec: claimVolumes('c') }),
    ]
    const [, second] = decideAll({ nodes, storageClasses, persistentVolumeClaims }, pods)
    expect(reasonsByNode(second)).toEqual({ a: [NOTHING] })
    expect(second?.node).toBe('b')
  })
})

it('an error of a bound volume is told, however many other errors there are', async () => {
  const names = Array.from({ length: 256 }, (_, index) => `c${index}`)
  // No node leaves EBS to CSI, so that the last volume alone fails somewhere.
  const ebs = { awsElasticBlockStore: { volumeID: 'aws:///no-volume-id' } }
  const gce = { gcePersistentDisk: { pdName: 'disk' } }
  const decision = await decideOne(
    {
      nodes: [makeNode('a')],
      storageClasses,
      persistentVolumeClaims: names.map((name) => makeClaim(name, { volume: `v-${name}` })),
      persistentVolumes: names.map((name, index) =>
        makeVolume(`v-${name}`, {
          labels: { 'topology.kubernetes.io/zone': 'one__two' },
          spec: index < 255 ? ebs : gce,
        }),
      ),
      csiNodes: [makeCsiNode('a', {}, 'kubernetes.io/gce-pd')],
    },
    makePod('p', { spec: claimVolumes(...names) }),
  )
  expect(decision).toMatchObject({ outcome: 'error', node: null })
  expect(decision?.message).toContain('zone in unexpected format')
})

it('storage of any number of capacities is looked through', async () => {
  const capacities = Array.from({ length: 130_000 }, (_, index) =>
    makeCapacity(`k${index}`, 'made', { capacity: '1Mi' }),
  )
  const decision = await decideOne(
    {
      nodes,
      storageClasses,
      persistentVolumes: [],
      persistentVolumeClaims: [makeClaim('c', { storageClass: 'made', request: '5Gi' })],
      csiDrivers: [{ metadata: { name: CSI }, spec: { storageCapacity: true } }],
      csiStorageCapacities: capacities,
    },
    makePod('p', { spec: claimVolumes('c') }),
  )
  expect(decision?.message).toContain(NO_ROOM)
})

it('claims and volumes by the hundred are matched on thousands of nodes', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `c${index}`)
  const decision = await decideOne(
    {
      nodes: Array.from({ length: 5000 }, (_, index) => makeNode(`n${index}`)),
      storageClasses,
      persistentVolumeClaims: names.map((name) => makeClaim(name)),
      persistentVolumes: Array.from({ length: 800 }, (_, index) => makeVolume(`v${index}`)),
    },
    makePod('p', { spec: claimVolumes(...names) }),
  )
  expect(decision?.outcome).toBe('scheduled')
})

import { describe, expect, it } from 'vitest'
import type { NodeRequirement } from '../../src/snapshot/selectors/node-requirement.ts'
import { handleOfInline, handleOfVolume } from '../../src/snapshot/storage/csi-migration.ts'
import type { InTreeVolume } from '../../src/snapshot/storage/in-tree-volume.ts'
import { migratedAffinity } from '../../src/snapshot/storage/migrated-affinity.ts'
import type { PersistentVolume } from '../../src/snapshot/storage/persistent-volume.ts'

const ZONE = 'topology.kubernetes.io/zone'
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone'
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region'

const ebs = (volumeId: string): InTreeVolume => ({ kind: 'awsElasticBlockStore', volumeId })
const gce: InTreeVolume = { kind: 'gcePersistentDisk', pdName: 'd', readOnly: false }
const azure = (diskKind: string | null): InTreeVolume => ({
  kind: 'azureDisk',
  diskName: 'd',
  diskUri: '/disks/d',
  diskKind,
})

describe('the name of an in-tree volume with its CSI driver', () => {
  it.each([
    { volume: ebs('vol-1'), want: 'vol-1' },
    { volume: ebs('aws://eu-1a/vol-1'), want: 'vol-1' },
    { volume: ebs('aws:///vol-1/'), want: 'vol-1' },
    { volume: ebs('anything'), want: 'anything' },
    { volume: gce, want: 'projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d' },
    { volume: azure('managed'), want: '/disks/d' },
    { volume: azure(null), want: '/disks/d' },
    { volume: { kind: 'cinder', volumeId: 'c' } as const, want: 'c' },
  ])('is $want', ({ volume, want }) => {
    expect(handleOfInline(volume)).toEqual({ ok: true, handle: want })
  })

  it.each([
    {
      volume: ebs('aws://eu-1a/a/vol-1'),
      want: 'failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://eu-1a/a/vol-1)',
    },
    { volume: azure('Dedicated'), want: 'kind(Dedicated) is not supported in csi migration' },
  ])('is not known: $want', ({ volume, want }) => {
    expect(handleOfInline(volume)).toEqual({ ok: false, error: want })
  })

  it.each([
    {
      name: 'one zone',
      labels: { [ZONE]: 'eu-w1-a' },
      want: 'projects/UNSPECIFIED/zones/eu-w1-a/disks/d',
    },
    {
      name: 'the older label first',
      labels: { [ZONE]: 'eu-w1-a', [BETA_ZONE]: 'eu-w1-b' },
      want: 'projects/UNSPECIFIED/zones/eu-w1-b/disks/d',
    },
    {
      name: 'the region of two zones',
      labels: { [ZONE]: 'eu-w1-a__eu-w1-b' },
      want: 'projects/UNSPECIFIED/regions/eu-w1/disks/d',
    },
  ])('has $name of a Google disk in it', ({ labels, want }) => {
    expect(handleOfVolume(gce, new Map(Object.entries(labels)))).toEqual({ ok: true, handle: want })
  })

  it('is not known for zones of two regions', () => {
    const labels = new Map([[ZONE, 'us-e1-a__eu-w1-a']])
    const error =
      'failed to get region from zones: multiple or no regions gotten from zones, got: map[eu-w1:{} us-e1:{}]'
    expect(handleOfVolume(gce, labels)).toEqual({ ok: false, error })
  })
})

describe('the node affinity of an in-tree volume with its CSI driver', () => {
  const inZone = (key: string, ...values: string[]): NodeRequirement => ({
    key,
    operator: 'In',
    values,
  })
  const term = (...expressions: NodeRequirement[]) => ({ expressions, fields: [], malformed: null })

  it.each([
    {
      name: 'renames the zone',
      affinity: [term(inZone(ZONE, 'z'))],
      labels: {},
      want: [[inZone('csi', 'z')]],
    },
    {
      name: 'takes the zones from the label otherwise',
      affinity: null,
      labels: { [ZONE]: 'z2__z1' },
      want: [[inZone('csi', 'z1', 'z2')]],
    },
    {
      name: 'adds them to every alternative',
      affinity: [term(inZone('x', '1')), term(inZone('x', '2'))],
      labels: { [ZONE]: 'z' },
      want: [
        [inZone('x', '1'), inZone('csi', 'z')],
        [inZone('x', '2'), inZone('csi', 'z')],
      ],
    },
    {
      name: 'renames an older region label to the newer',
      affinity: [term(inZone(BETA_ZONE, 'z'), inZone(BETA_REGION, 'r'))],
      labels: {},
      want: [[inZone('csi', 'z'), inZone('topology.kubernetes.io/region', 'r')]],
    },
    {
      name: 'stays as it is without any zone',
      affinity: [term(inZone('x', '1'))],
      labels: {},
      want: [[inZone('x', '1')]],
    },
  ])('$name', ({ affinity, labels, want }) => {
    const migrated = migratedAffinity(volumeWith(affinity, labels), 'csi')
    expect(migrated?.map(({ expressions }) => expressions)).toEqual(want)
  })
})

function volumeWith(
  requiredAffinity: PersistentVolume['requiredAffinity'],
  labels: Record<string, string>,
): PersistentVolume {
  return {
    name: 'v',
    labels: new Map(Object.entries(labels)),
    className: '',
    fieldClassName: '',
    capacityNano: 0n,
    capacityBytes: 0,
    accessModes: [],
    volumeMode: 'Filesystem',
    attributesClassName: '',
    requiredAffinity,
    phase: 'Available',
    deleting: false,
    source: ebs('vol-1'),
    claimRef: null,
  }
}

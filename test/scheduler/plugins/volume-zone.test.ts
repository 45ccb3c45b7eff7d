import { expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import {
  claimVolumes,
  makeClaim,
  makeStorageClass,
  makeVolume,
} from '../../support/make-storage.ts'
import { filterOf, preFilterOf, reasonsByNode } from '../../support/verdicts.ts'

const ZONE = 'topology.kubernetes.io/zone'
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone'
const REGION = 'topology.kubernetes.io/region'
const CONFLICT = ['node(s) had no available volume zone']

const nodes = [
  makeNode('in-a', { zone: 'a' }),
  makeNode('in-b', { zone: 'b', labels: { [REGION]: 'r' } }),
  makeNode('old-a', { labels: { [BETA_ZONE]: 'a' } }),
  makeNode('nowhere'),
]
const pod = makePod('p', { spec: claimVolumes('c') })
const persistentVolumeClaims = [makeClaim('c', { volume: 'v' })]

it.each([
  {
    name: 'a zone keeps other zones out, and nodes with the older label too',
    labels: { [ZONE]: 'a' },
    want: { 'in-b': CONFLICT, 'old-a': CONFLICT },
  },
  {
    name: 'the older label of a volume is met by the newer one of a node',
    labels: { [BETA_ZONE]: 'a' },
    want: { 'in-b': CONFLICT },
  },
  {
    name: 'a volume of two zones is in both',
    labels: { [ZONE]: 'a__ b' },
    want: { 'old-a': CONFLICT },
  },
  {
    name: 'every label must be met',
    labels: { [ZONE]: 'a__b', [REGION]: 'r' },
    want: { 'in-a': CONFLICT, 'old-a': CONFLICT },
  },
  { name: 'a label with an empty part is ignored', labels: { [ZONE]: 'a__' }, want: {} },
  { name: 'without labels a volume is anywhere', labels: {}, want: {} },
])('$name', ({ labels, want }) => {
  const persistentVolumes = [makeVolume('v', { labels })]
  const decision = decideOne({ nodes, persistentVolumeClaims, persistentVolumes }, pod)
  expect(reasonsByNode(decision)).toEqual(want)
})

it('tells the label that a node lacks', () => {
  const persistentVolumes = [makeVolume('v', { labels: { [ZONE]: 'a' } })]
  const decision = decideOne({ nodes, persistentVolumeClaims, persistentVolumes }, pod)
  const refused = filterOf(decision).rejected.find(({ node }) => node === 'in-b')
  expect(refused?.details).toEqual([
    { kind: 'volumeZone', volume: 'v', label: ZONE, values: ['a'], nodeHas: 'b' },
  ])
})

it('refuses a pod whose volume is gone, before any node is looked at', () => {
  expect(preFilterOf(decideOne({ nodes, persistentVolumeClaims }, pod))).toBe(
    'VolumeZone UnschedulableAndUnresolvable: persistentvolume "v" not found',
  )
})

it('leaves claims that wait for their pod alone', () => {
  const snapshot = {
    nodes,
    persistentVolumeClaims: [makeClaim('c')],
    storageClasses: [makeStorageClass('slow', { provisioner: 'csi.example.com' })],
  }
  expect(decideOne(snapshot, pod).outcome).toBe('scheduled')
})

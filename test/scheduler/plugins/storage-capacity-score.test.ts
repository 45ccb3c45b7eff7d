import { describe, expect, it } from 'vitest'
import { decideOne } from '../../support/decide-all.ts'
import { type Json, makeNode } from '../../support/make-node.ts'
import { makePod } from '../../support/make-pod.ts'
import {
  claimVolumes,
  makeCapacity,
  makeClaim,
  makeStorageClass,
  makeVolume,
} from '../../support/make-storage.ts'
import { scoresBy } from '../../support/verdicts.ts'

const CSI = 'csi.example.com'
const nodes = [makeNode('a', { zone: 'z1' }), makeNode('b', { zone: 'z2' })]
const storageClasses = [makeStorageClass('slow'), makeStorageClass('made', { provisioner: CSI })]
const csiDrivers = [{ metadata: { name: CSI }, spec: { storageCapacity: true } }]

function scores(claims: readonly Json[], more: Json, config?: Json) {
  const names = claims.map((claim) => String((claim['metadata'] as Json)['name'])) // makeClaim's
  const snapshot = { nodes, storageClasses, csiDrivers, persistentVolumeClaims: claims, ...more }
  const pod = makePod('p', { spec: claimVolumes(...names) })
  return scoresBy(decideOne(snapshot, pod, { config }), 'VolumeBinding')
}

const inZone = (zone: string) => ({ matchLabels: { 'topology.kubernetes.io/zone': zone } })

describe('the share of storage that claims would take up', () => {
  it('of the volume chosen on each node', () => {
    const persistentVolumes = [
      makeVolume('v', { nodes: ['a'], capacity: '20Gi' }),
      makeVolume('w', { nodes: ['b'], capacity: '2Gi' }),
    ]
    expect(scores([makeClaim('c', { request: '2Gi' })], { persistentVolumes })).toEqual({
      a: 90,
      b: 0,
    })
  })

  it('of all volumes of a class together, and the mean over classes', () => {
    const persistentVolumes = [
      makeVolume('v', { capacity: '10Gi' }),
      makeVolume('w', { capacity: '30Gi' }),
      makeVolume('x', { storageClass: 'made', capacity: '2Gi' }),
    ]
    const claims = [
      makeClaim('c', { request: '1Gi' }),
      makeClaim('d', { request: '3Gi' }),
      makeClaim('e', { request: '1Gi', storageClass: 'made' }),
    ]
    expect(scores(claims, { persistentVolumes })).toEqual({ a: 70, b: 70 })
  })

  it('of the capacity in reach, which all claims of the class share', () => {
    const csiStorageCapacities = [
      makeCapacity('one', 'made', { capacity: '100Gi', nodeTopology: inZone('z1') }),
      makeCapacity('two', 'made', { capacity: '10Gi', nodeTopology: inZone('z2') }),
    ]
    const claims = ['c', 'd'].map((name) =>
      makeClaim(name, { storageClass: 'made', request: '3Gi' }),
    )
    expect(scores(claims, { csiStorageCapacities })).toEqual({ a: 94, b: 40 })
  })

  it('of capacity does not count beside a volume that is bound', () => {
    const csiStorageCapacities = [makeCapacity('one', 'made', { capacity: '100Gi' })]
    const persistentVolumes = [makeVolume('v', { capacity: '2Gi' })]
    const claims = [makeClaim('c'), makeClaim('d', { storageClass: 'made' })]
    expect(scores(claims, { persistentVolumes, csiStorageCapacities })).toEqual({ a: 50, b: 50 })
  })

  it('of no storage at all scores 0', () => {
    expect(scores([], {})).toEqual({ a: 0, b: 0 })
  })

  it('scores by the shape that is configured', () => {
    const shape = [
      { utilization: 0, score: 0 },
      { utilization: 50, score: 10 },
      { utilization: 100, score: 5 },
    ]
    const config = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles: [{ pluginConfig: [{ name: 'VolumeBinding', args: { shape } }] }],
    }
    const persistentVolumes = [
      makeVolume('v', { nodes: ['a'], capacity: '4Gi' }),
      makeVolume('w', { nodes: ['b'], capacity: '1Gi' }),
    ]
    expect(scores([makeClaim('c')], { persistentVolumes }, config)).toEqual({ a: 50, b: 50 })
  })

  it('scored nothing before 1.37', () => {
    const decision = decideOne({ nodes }, makePod('p'), { profile: 'kubernetes-1.36' })
    expect(scoresBy(decision, 'VolumeBinding')).toEqual({ a: null, b: null })
  })
})

import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import {
  isVolumeOf,
  type PersistentVolumeClaim,
} from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { VolumeObjects } from '../../../snapshot/storage/volume-objects.ts'
import type { VolumeTopology } from '../../../snapshot/storage/volume-topology.ts'

/** The volume that one claim would take on each node. */
export interface StaticBinding {
  readonly claim: PersistentVolumeClaim
  /** Volumes that could be taken, best first. */
  readonly candidates: readonly PersistentVolume[]
  /** By node: an index of `candidates`, -1 for none. */
  readonly chosen: Int32Array
}

/** What a volume must have for a claim. */
export interface BindingRules {
  /** Also of a volume that somebody keeps for the claim. */
  readonly fits: (volume: PersistentVolume, claim: PersistentVolumeClaim) => boolean
  /** Of a volume that nobody keeps. */
  readonly isFreeFor: (volume: PersistentVolume, claim: PersistentVolumeClaim) => boolean
}

/**
 * Chooses volumes for a pod's claims on all nodes at once, the smallest claim first; what one claim
 * takes on a node the next cannot (findMatchingVolumes, FindMatchingVolume).
 */
export function chooseVolumes(
  volumes: VolumeObjects,
  reach: VolumeTopology,
  claims: readonly PersistentVolumeClaim[],
  nodeCount: number,
  rules: BindingRules = { fits, isFreeFor },
): StaticBinding[] {
  const bindings: StaticBinding[] = []
  for (const claim of bySize(claims)) {
    const offered = volumes
      .volumesOfClass(claim.className)
      .filter((volume) => rules.fits(volume, claim))
    const free = offered
      .filter((volume) => volume.claimRef === null && rules.isFreeFor(volume, claim))
      .sort((a, b) => compare(a.capacityNano, b.capacityNano))
    const own = offered.filter((volume) => isVolumeOf(volume, claim))
    bindings.push(chooseVolume(reach, claim, own, free, bindings, nodeCount))
  }
  return bindings
}

/** Stable, as Go's sort is for up to twelve claims. */
function bySize(claims: readonly PersistentVolumeClaim[]): PersistentVolumeClaim[] {
  return [...claims].sort((a, b) => compare(a.requestNano ?? 0n, b.requestNano ?? 0n))
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function chooseVolume(
  reach: VolumeTopology,
  claim: PersistentVolumeClaim,
  own: readonly PersistentVolume[],
  free: readonly PersistentVolume[],
  before: readonly StaticBinding[],
  nodeCount: number,
): StaticBinding {
  const candidates = [...own, ...free]
  const chosen = new Int32Array(nodeCount).fill(-1)
  const open = new Uint8Array(nodeCount).fill(1)
  let left = nodeCount
  for (const [index, volume] of candidates.entries()) {
    if (left === 0) break
    const isOwn = index < own.length
    for (const node of reach.rowsOf(volume)) {
      if (open[node] === 0 || isTaken(volume, before, node)) continue
      chosen[node] = index
      open[node] = 0
      left--
    }
    // A volume that is kept for the claim is the only one for it, also where no path leads to it.
    if (isOwn) left -= close(open, (node) => !isTaken(volume, before, node))
  }
  return { claim, candidates, chosen }
}

function close(open: Uint8Array, isMeant: (node: number) => boolean): number {
  let closed = 0
  for (let node = 0; node < open.length; node++) {
    if (open[node] === 0 || !isMeant(node)) continue
    open[node] = 0
    closed++
  }
  return closed
}

function isTaken(
  volume: PersistentVolume,
  before: readonly StaticBinding[],
  node: number,
): boolean {
  for (const { candidates, chosen } of before) {
    const index = chosen[node]
    if (index >= 0 && candidates[index] === volume) return true
  }
  return false
}

function fits(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    volume.capacityNano >= (claim.requestNano ?? 0n) &&
    volume.volumeMode === claim.volumeMode &&
    volume.attributesClassName === claim.attributesClassName &&
    !volume.deleting
  )
}

function isFreeFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (
    volume.phase === 'Available' &&
    selectorMatches(claim.selector, volume.labels) &&
    claim.accessModes.every((mode) => volume.accessModes.includes(mode))
  )
}

import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import {
  isVolumeOf,
  type PersistentVolumeClaim,
} from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { VolumeReader } from '../../../snapshot/storage/volume-reader.ts'
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
  volumes: VolumeReader,
  reach: VolumeTopology,
  claims: readonly PersistentVolumeClaim[],
  nodeCount: number,
  rules: BindingRules = { fits, isFreeFor },
): StaticBinding[] {
  const taken: Taken = new Map()
  const bindings: StaticBinding[] = []
  for (const claim of bySize(claims)) {
    const offered = volumes
      .volumesOfClass(claim.className)
      .filter((volume) => rules.fits(volume, claim))
    const free = offered
      .filter((volume) => volume.claimRef === null && rules.isFreeFor(volume, claim))
      .sort((a, b) => compare(a.capacityNano, b.capacityNano))
    const own = offered.filter((volume) => isVolumeOf(volume, claim))
    bindings.push(chooseVolume(reach, claim, own, free, taken, nodeCount))
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

/** By volume: 1 where a claim before took it, one byte for each node that reaches the volume. */
type Taken = Map<PersistentVolume, Uint8Array>

const CLOSED = 0
const OPEN = 1
/** Open, and the volume that is looked at is taken there. */
const BLOCKED = 2

function chooseVolume(
  reach: VolumeTopology,
  claim: PersistentVolumeClaim,
  own: readonly PersistentVolume[],
  free: readonly PersistentVolume[],
  taken: Taken,
  nodeCount: number,
): StaticBinding {
  const candidates = [...own, ...free]
  const chosen = new Int32Array(nodeCount).fill(-1)
  const open = new Uint8Array(nodeCount).fill(OPEN)
  let left = nodeCount
  for (const [index, volume] of candidates.entries()) {
    if (left === 0) break
    const isOwn = index < own.length
    const rows = reach.rowsOf(volume)
    const used = taken.get(volume) ?? new Uint8Array(rows.length)
    const leftBefore = left
    for (let row = 0; row < rows.length; row++) {
      const node = rows[row]
      if (open[node] === CLOSED) continue
      if (used[row] === 1) {
        if (isOwn) open[node] = BLOCKED
        continue
      }
      chosen[node] = index
      used[row] = 1
      open[node] = CLOSED
      left--
    }
    if (left < leftBefore) taken.set(volume, used)
    // A volume that is kept for the claim is the only one for it, also where no path leads to it.
    if (isOwn) left = closeUnblocked(open)
  }
  return { claim, candidates, chosen }
}

/** Closes all nodes but the blocked ones, which are open again; their number. */
function closeUnblocked(open: Uint8Array): number {
  let left = 0
  for (let node = 0; node < open.length; node++) {
    const isBlocked = open[node] === BLOCKED
    open[node] = isBlocked ? OPEN : CLOSED
    if (isBlocked) left++
  }
  return left
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

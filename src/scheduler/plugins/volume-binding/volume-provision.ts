import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { StorageCapacity, StorageClass } from '../../../snapshot/storage/storage-objects.ts'
import type { VolumeReader } from '../../../snapshot/storage/volume-reader.ts'
import type { VolumeTopology } from '../../../snapshot/storage/volume-topology.ts'
import { NOT_ENOUGH_STORAGE, NOTHING_TO_BIND } from './volume-conflict.ts'

const NO_PROVISIONER = 'kubernetes.io/no-provisioner'

/** Whether a volume for one claim can be made so that a node reaches it. */
export interface Provision {
  readonly claim: PersistentVolumeClaim
  /** The class makes volumes, and allows the node's topology; one byte a node. */
  readonly isAllowed: Uint8Array
  /** Capacities with room for the claim, in order; null: nobody tracks them. */
  readonly capacities: readonly StorageCapacity[] | null
  /** By node: an index of `capacities`, -1 for none in reach. */
  readonly capacityOf: Int32Array
  /** Of all that are published for the class; null: none, or nobody tracks them. */
  readonly largestCapacityBytes: number | null
}

/** checkVolumeProvisions and hasEnoughCapacity for one claim, on all nodes. */
export function planProvision(
  volumes: VolumeReader,
  reach: VolumeTopology,
  claim: PersistentVolumeClaim,
  nodeCount: number,
): Provision {
  const capacityOf = new Int32Array(nodeCount).fill(-1)
  const storageClass = volumes.storageClass(claim.className)
  const provisioner = storageClass?.provisioner ?? ''
  if (storageClass === undefined || provisioner === '' || provisioner === NO_PROVISIONER) {
    const isAllowed = new Uint8Array(nodeCount)
    return { claim, isAllowed, capacities: null, capacityOf, largestCapacityBytes: null }
  }
  const isAllowed = reach.ofClass(storageClass)
  const published = publishedCapacities(volumes, storageClass, claim)
  const capacities =
    published?.filter((one) => (roomBytes(one) ?? -1) >= claim.requestBytes) ?? null
  for (const [index, capacity] of (capacities ?? []).entries()) {
    const match = reach.ofCapacity(capacity)
    for (let node = 0; node < nodeCount; node++) {
      if (match[node] === 1 && capacityOf[node] < 0) capacityOf[node] = index
    }
  }
  const rooms = published?.map((one) => roomBytes(one) ?? 0) ?? []
  const largestCapacityBytes = rooms.length === 0 ? null : rooms.reduce((a, b) => Math.max(a, b))
  return { claim, isAllowed, capacities, capacityOf, largestCapacityBytes }
}

function publishedCapacities(
  volumes: VolumeReader,
  { name, provisioner }: StorageClass,
  { requestNano }: PersistentVolumeClaim,
): readonly StorageCapacity[] | null {
  if (requestNano === null || volumes.driver(provisioner)?.tracksCapacity !== true) return null
  return volumes.capacitiesOfClass(name)
}

/** The conflict that keeps the volume from being made for the node; 0 for none. */
export function provisionConflict(
  { isAllowed, capacities, capacityOf }: Provision,
  node: number,
): number {
  if (isAllowed[node] === 0) return NOTHING_TO_BIND
  return capacities !== null && capacityOf[node] < 0 ? NOT_ENOUGH_STORAGE : 0
}

/** The largest volume that fits, as far as known. */
function roomBytes({ volumeMaxBytes, capacityBytes }: StorageCapacity): number | null {
  return volumeMaxBytes ?? capacityBytes
}

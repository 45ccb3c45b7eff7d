import type { Fields } from '../json/fields.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { type PersistentVolume, readPersistentVolume } from './persistent-volume.ts'
import { type PersistentVolumeClaim, readPersistentVolumeClaim } from './persistent-volume-claim.ts'
import {
  type CsiDriver,
  type CsiNode,
  readCsiDriver,
  readCsiNode,
  readStorageCapacity,
  readStorageClass,
  readVolumeAttachment,
  type StorageCapacity,
  type StorageClass,
  type VolumeAttachment,
} from './storage-objects.ts'
import { VolumeTopology } from './volume-topology.ts'

const NO_VOLUMES: readonly PersistentVolume[] = []
const NO_ATTACHMENTS: readonly VolumeAttachment[] = []

/** Storage objects of the snapshot. Volumes and claims change as pods of the request take them. */
export class VolumeObjects {
  private readonly volumes = new Map<string, PersistentVolume>()
  private readonly volumesByClass = new Map<string, PersistentVolume[]>()
  private readonly claims = new Map<string, PersistentVolumeClaim>()
  private readonly classes = new Map<string, StorageClass>()
  private readonly csiNodes = new Map<string, CsiNode>()
  private readonly drivers = new Map<string, CsiDriver>()
  private readonly capacitiesByClass = new Map<string, StorageCapacity[]>()
  private readonly attachmentsByNode = new Map<string, VolumeAttachment[]>()
  private knownTopology: VolumeTopology | null = null

  /** The same objects, free to change without these. */
  fork(): VolumeObjects {
    const copy = new VolumeObjects()
    for (const volume of this.volumes.values()) copy.addVolume({ ...volume })
    for (const [key, claim] of this.claims) copy.claims.set(key, { ...claim })
    for (const [name, one] of this.classes) copy.classes.set(name, one)
    for (const [name, one] of this.csiNodes) copy.csiNodes.set(name, one)
    for (const [name, one] of this.drivers) copy.drivers.set(name, one)
    for (const [name, all] of this.capacitiesByClass) copy.capacitiesByClass.set(name, all)
    for (const [name, all] of this.attachmentsByNode) copy.attachmentsByNode.set(name, all)
    copy.knownTopology = this.knownTopology
    return copy
  }

  /** Kinds that are not about storage are ignored. */
  add(kind: SnapshotResource, object: Fields): void {
    const name = object.object('metadata')?.string('name') ?? ''
    switch (kind) {
      case 'persistentVolumes':
        return this.addVolume(readPersistentVolume(object))
      case 'persistentVolumeClaims': {
        const claim = readPersistentVolumeClaim(object)
        return void this.claims.set(`${claim.namespace}/${claim.name}`, claim)
      }
      case 'storageClasses':
        return void this.classes.set(name, readStorageClass(object))
      case 'csiNodes':
        return void this.csiNodes.set(name, readCsiNode(object))
      case 'csiDrivers':
        return void this.drivers.set(name, readCsiDriver(object))
      case 'csiStorageCapacities': {
        const capacity = readStorageCapacity(object)
        return append(this.capacitiesByClass, capacity.className, capacity)
      }
      case 'volumeAttachments': {
        const attachment = readVolumeAttachment(object)
        return append(this.attachmentsByNode, attachment.nodeName, attachment)
      }
    }
  }

  private addVolume(volume: PersistentVolume): void {
    if (this.volumes.has(volume.name)) return
    this.volumes.set(volume.name, volume)
    append(this.volumesByClass, volume.className, volume)
  }

  volume(name: string): PersistentVolume | undefined {
    return this.volumes.get(name)
  }

  /** In the order given: upstream's is random, so among equals any may be chosen there. */
  volumesOfClass(className: string): readonly PersistentVolume[] {
    return this.volumesByClass.get(className) ?? NO_VOLUMES
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.claims.get(`${namespace}/${name}`)
  }

  storageClass(name: string): StorageClass | undefined {
    return this.classes.get(name)
  }

  csiNode(nodeName: string): CsiNode | undefined {
    return this.csiNodes.get(nodeName)
  }

  driver(name: string): CsiDriver | undefined {
    return this.drivers.get(name)
  }

  capacitiesOfClass(className: string): readonly StorageCapacity[] {
    return this.capacitiesByClass.get(className) ?? []
  }

  attachmentsTo(nodeName: string): readonly VolumeAttachment[] {
    return this.attachmentsByNode.get(nodeName) ?? NO_ATTACHMENTS
  }

  /** Of the request's nodes, which are the same throughout. */
  topology(nodes: Nodes): VolumeTopology {
    this.knownTopology ??= new VolumeTopology(nodes)
    return this.knownTopology
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

import type { Fields } from '../json/fields.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { namespacedName, type ObjectEdit, type ObjectName } from '../workloads/read-workload.ts'
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
  private readonly volumes: Map<string, PersistentVolume>
  private readonly claims: Map<string, PersistentVolumeClaim>
  private readonly classes: Map<string, StorageClass>
  private readonly csiNodes: Map<string, CsiNode>
  private readonly drivers: Map<string, CsiDriver>
  private readonly capacities: Map<string, StorageCapacity>
  private readonly attachments: Map<string, VolumeAttachment>
  private volumesByClass: ReadonlyMap<string, PersistentVolume[]> | null = null
  private capacitiesByClass: ReadonlyMap<string, StorageCapacity[]> | null = null
  private attachmentsByNode: ReadonlyMap<string, VolumeAttachment[]> | null = null
  private knownTopology: VolumeTopology | null = null

  constructor(like: VolumeObjects | null = null) {
    this.volumes = new Map(like?.volumes)
    this.claims = new Map(like?.claims)
    this.classes = new Map(like?.classes)
    this.csiNodes = new Map(like?.csiNodes)
    this.drivers = new Map(like?.drivers)
    this.capacities = new Map(like?.capacities)
    this.attachments = new Map(like?.attachments)
    this.capacitiesByClass = like?.capacitiesByClass ?? null
    this.attachmentsByNode = like?.attachmentsByNode ?? null
    this.knownTopology = like?.knownTopology ?? null
  }

  /** The same objects, free to change without these. */
  fork(): VolumeObjects {
    const copy = new VolumeObjects(this)
    for (const [name, volume] of copy.volumes) copy.volumes.set(name, { ...volume })
    for (const [key, claim] of copy.claims) copy.claims.set(key, { ...claim })
    return copy
  }

  /** The objects once some are as given, or gone; these here stay as they are. */
  edited(kind: SnapshotResource, edits: readonly ObjectEdit[]): VolumeObjects {
    const copy = new VolumeObjects(this)
    for (const { object, ...name } of edits) {
      if (object === null) copy.remove(kind, name)
      else copy.add(kind, object, 'replacing')
    }
    copy.capacitiesByClass = null
    copy.attachmentsByNode = null
    copy.knownTopology = null
    return copy
  }

  private remove(kind: SnapshotResource, { namespace, name }: ObjectName): void {
    switch (kind) {
      case 'persistentVolumes':
        return void this.volumes.delete(name)
      case 'persistentVolumeClaims':
        return void this.claims.delete(`${namespace}/${name}`)
      case 'storageClasses':
        return void this.classes.delete(name)
      case 'csiNodes':
        return void this.csiNodes.delete(name)
      case 'csiDrivers':
        return void this.drivers.delete(name)
      case 'csiStorageCapacities':
        return void this.capacities.delete(`${namespace}/${name}`)
      case 'volumeAttachments':
        return void this.attachments.delete(name)
    }
  }

  /** Kinds that are not about storage are ignored. Of volumes of one name the first counts. */
  add(kind: SnapshotResource, object: Fields, repeated: 'ignored' | 'replacing' = 'ignored'): void {
    const { namespace, name } = namespacedName(object)
    switch (kind) {
      case 'persistentVolumes':
        if (repeated === 'ignored' && this.volumes.has(name)) return
        return void this.volumes.set(name, readPersistentVolume(object))
      case 'persistentVolumeClaims':
        return void this.claims.set(`${namespace}/${name}`, readPersistentVolumeClaim(object))
      case 'storageClasses':
        return void this.classes.set(name, readStorageClass(object))
      case 'csiNodes':
        return void this.csiNodes.set(name, readCsiNode(object))
      case 'csiDrivers':
        return void this.drivers.set(name, readCsiDriver(object))
      case 'csiStorageCapacities':
        return void this.capacities.set(`${namespace}/${name}`, readStorageCapacity(object))
      case 'volumeAttachments':
        return void this.attachments.set(name, readVolumeAttachment(object))
    }
  }

  volume(name: string): PersistentVolume | undefined {
    return this.volumes.get(name)
  }

  /** In the order given: upstream's is random, so among equals any may be chosen there. */
  volumesOfClass(className: string): readonly PersistentVolume[] {
    this.volumesByClass ??= grouped(this.volumes, (volume) => volume.className)
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
    this.capacitiesByClass ??= grouped(this.capacities, (capacity) => capacity.className)
    return this.capacitiesByClass.get(className) ?? []
  }

  attachmentsTo(nodeName: string): readonly VolumeAttachment[] {
    this.attachmentsByNode ??= grouped(this.attachments, (attachment) => attachment.nodeName)
    return this.attachmentsByNode.get(nodeName) ?? NO_ATTACHMENTS
  }

  topology(nodes: Nodes): VolumeTopology {
    if (this.knownTopology?.nodes !== nodes) this.knownTopology = new VolumeTopology(nodes)
    return this.knownTopology
  }
}

function grouped<Item>(
  items: ReadonlyMap<string, Item>,
  groupOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items.values()) {
    const group = groupOf(item)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [item])
    else members.push(item)
  }
  return groups
}

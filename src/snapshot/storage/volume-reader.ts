import type { Nodes } from '../nodes/nodes.ts'
import type { Reader } from '../reads.ts'
import type { PersistentVolume } from './persistent-volume.ts'
import type { PersistentVolumeClaim } from './persistent-volume-claim.ts'
import type {
  CsiDriver,
  CsiNode,
  StorageCapacity,
  StorageClass,
  VolumeAttachment,
} from './storage-objects.ts'
import type { VolumeObjects } from './volume-objects.ts'
import type { BoundReach, VolumeTopology } from './volume-topology.ts'

/** Where the objects are; edits put others there. */
interface VolumeSource {
  readonly parts: { readonly volumes: VolumeObjects }
}

/** Storage objects as one rule reads them: every kind that it looks into is noted. */
export class VolumeReader {
  private readonly source: VolumeSource
  private readonly reader: Reader | null

  constructor(source: VolumeSource, reader: Reader | null) {
    this.source = source
    this.reader = reader
  }

  private get objects(): VolumeObjects {
    return this.source.parts.volumes
  }

  volume(name: string): PersistentVolume | undefined {
    this.reader?.reads('persistentVolumes')
    return this.objects.volume(name)
  }

  /** In the order given: upstream's is random, so among equals any may be chosen there. */
  volumesOfClass(className: string): readonly PersistentVolume[] {
    this.reader?.reads('persistentVolumes')
    return this.objects.volumesOfClass(className)
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    this.reader?.reads('persistentVolumeClaims')
    return this.objects.claim(namespace, name)
  }

  storageClass(name: string): StorageClass | undefined {
    this.reader?.reads('storageClasses')
    return this.objects.storageClass(name)
  }

  csiNode(nodeName: string): CsiNode | undefined {
    this.reader?.reads('csiNodes')
    return this.objects.csiNode(nodeName)
  }

  driver(name: string): CsiDriver | undefined {
    this.reader?.reads('csiDrivers')
    return this.objects.driver(name)
  }

  capacitiesOfClass(className: string): readonly StorageCapacity[] {
    this.reader?.reads('csiStorageCapacities')
    return this.objects.capacitiesOfClass(className)
  }

  attachmentsTo(nodeName: string): readonly VolumeAttachment[] {
    this.reader?.reads('volumeAttachments')
    return this.objects.attachmentsTo(nodeName)
  }

  /** Which nodes reach what that was found. */
  topology(nodes: Nodes): VolumeTopology {
    return this.objects.topology(nodes)
  }

  /** Where a volume in use can be used; nodes that leave it to a CSI driver say so in their CSINode. */
  reachOfBound(nodes: Nodes, volume: PersistentVolume): BoundReach {
    const migratesTo = (node: string, plugin: string) =>
      this.csiNode(node)?.migratedPlugins.has(plugin) ?? false
    return this.topology(nodes).ofBound(volume, migratesTo)
  }
}

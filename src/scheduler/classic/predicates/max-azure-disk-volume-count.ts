import type { PluginFactory } from '../context.ts'
import { maxVolumeCount } from './max-volume-count.ts'

/** At most 16 of Azure's disks a node. */
export const maxAzureDiskVolumeCount: PluginFactory = maxVolumeCount({
  driver: 'kubernetes.io/azure-disk',
  idOf: (source) => (source.kind === 'azureDisk' ? source.diskName : null),
  limit: 16,
  limitKey: 'attachable-volumes-azure-disk',
})

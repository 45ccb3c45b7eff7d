import type { PluginFactory } from '../context.ts'
import { maxVolumeCount } from './max-volume-count.ts'

/** At most 16 of Google's disks a node. */
export const maxGcePdVolumeCount: PluginFactory = maxVolumeCount({
  driver: 'kubernetes.io/gce-pd',
  idOf: (source) => (source.kind === 'gcePersistentDisk' ? source.pdName : null),
  limit: 16,
  limitKey: 'attachable-volumes-gce-pd',
})

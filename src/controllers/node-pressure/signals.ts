/** The kubelet's eviction signals. */
export type SignalName =
  | 'memory.available'
  | 'allocatableMemory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'containerfs.available'
  | 'containerfs.inodesFree'
  | 'pid.available'

export type StarvedResource = 'memory' | 'ephemeral-storage' | 'inodes' | 'pids'

/** Where images, writable layers and everything else of containers live. */
export type FileSystems =
  /** All on nodefs. */
  | 'shared'
  /** Images and writable layers on imagefs. */
  | 'imagefs'
  /** Images on imagefs, writable layers with the rest on nodefs. */
  | 'split'

/** What of a pod counts on a file system. */
export type FsPart = 'root' | 'logs' | 'volumes'

export interface Signal {
  readonly name: SignalName
  readonly resource: StarvedResource
  readonly condition: 'MemoryPressure' | 'DiskPressure' | 'PIDPressure'
}

/**
 * In the order in which they are relieved. Upstream puts memory first and leaves the others as its
 * maps happen to give them; here it is this order.
 */
export const SIGNALS: readonly Signal[] = [
  { name: 'memory.available', resource: 'memory', condition: 'MemoryPressure' },
  { name: 'allocatableMemory.available', resource: 'memory', condition: 'MemoryPressure' },
  { name: 'nodefs.available', resource: 'ephemeral-storage', condition: 'DiskPressure' },
  { name: 'nodefs.inodesFree', resource: 'inodes', condition: 'DiskPressure' },
  { name: 'imagefs.available', resource: 'ephemeral-storage', condition: 'DiskPressure' },
  { name: 'imagefs.inodesFree', resource: 'inodes', condition: 'DiskPressure' },
  { name: 'containerfs.available', resource: 'ephemeral-storage', condition: 'DiskPressure' },
  { name: 'containerfs.inodesFree', resource: 'inodes', condition: 'DiskPressure' },
  { name: 'pid.available', resource: 'pids', condition: 'PIDPressure' },
]

/** buildSignalToRankFunc: what of a pod is counted when a file system runs short. */
export function partsOn(signal: SignalName, fileSystems: FileSystems): readonly FsPart[] {
  if (fileSystems === 'shared') return ['root', 'logs', 'volumes']
  const isImages = signal.startsWith('imagefs')
  if (fileSystems === 'split') return isImages ? [] : ['logs', 'volumes', 'root']
  return isImages || signal.startsWith('containerfs') ? ['root'] : ['logs', 'volumes']
}

/** buildSignalToNodeReclaimFuncs: what the kubelet deletes before it looks at pods. */
export function reclaimedFirst(signal: SignalName, fileSystems: FileSystems): readonly string[] {
  if (!signal.includes('fs.')) return []
  const [containers, images] = ['unused containers', 'unused images']
  if (fileSystems === 'shared') return [containers, images]
  const isImages = signal.startsWith('imagefs')
  if (fileSystems === 'split') return isImages ? [images] : [containers]
  return signal.startsWith('nodefs') ? [] : [containers, images]
}

import type { Fields } from '../../snapshot/json/fields.ts'
import type { SignalName } from './signals.ts'

/** What a file system or its part has in use. */
export interface FsUsage {
  readonly bytes: number
  readonly inodes: number
}

export interface ContainerUsage {
  readonly name: string
  readonly rootfs: FsUsage
  readonly logs: FsUsage
  /** Both are told, so that a message can name them. */
  readonly hasDisk: boolean
  readonly memoryBytes: number | null
}

export interface PodUsage {
  readonly memoryBytes: number
  /** Whether the summary has the pod's memory at all. */
  readonly hasMemory: boolean
  readonly processes: number
  readonly ephemeralStorageBytes: number
  readonly containers: readonly ContainerUsage[]
  readonly volumes: ReadonlyMap<string, FsUsage>
}

export interface Observation {
  readonly available: number
  readonly capacity: number
}

/** A kubelet's stats/summary, as far as evictions read it. */
export interface Summary {
  readonly observations: ReadonlyMap<SignalName, Observation>
  /** By uid and by namespace/name. */
  readonly pods: ReadonlyMap<string, PodUsage>
}

export function readSummary(summary: Fields): Summary {
  const node = summary.objectOrEmpty('node')
  const pods = new Map<string, PodUsage>()
  for (const pod of summary.objects('pods')) {
    const usage = readPod(pod)
    const reference = pod.objectOrEmpty('podRef')
    const uid = reference.string('uid') ?? ''
    pods.set(`${reference.string('namespace') ?? ''}/${reference.string('name') ?? ''}`, usage)
    if (uid !== '') pods.set(uid, usage)
  }
  return { observations: readObservations(node), pods }
}

function readObservations(node: Fields): Map<SignalName, Observation> {
  const observed = new Map<SignalName, Observation>()
  observeMemory(observed, 'memory.available', node.object('memory'))
  const allPods = node.objects('systemContainers').find((one) => one.string('name') === 'pods')
  observeMemory(observed, 'allocatableMemory.available', allPods?.object('memory'))
  const runtime = node.object('runtime')
  observeFs(observed, 'nodefs', node.object('fs'))
  observeFs(observed, 'imagefs', runtime?.object('imageFs'))
  observeFs(observed, 'containerfs', runtime?.object('containerFs'))
  const limits = node.object('rlimit')
  const [most, running] = [limits?.integer('maxpid'), limits?.integer('curproc')]
  if (most !== undefined && running !== undefined) {
    observed.set('pid.available', { available: most - running, capacity: most })
  }
  return observed
}

function observeMemory(
  observed: Map<SignalName, Observation>,
  signal: SignalName,
  memory: Fields | undefined,
): void {
  const available = memory?.integer('availableBytes')
  const used = memory?.integer('workingSetBytes')
  if (available === undefined || used === undefined) return
  observed.set(signal, { available, capacity: available + used })
}

function observeFs(
  observed: Map<SignalName, Observation>,
  name: 'nodefs' | 'imagefs' | 'containerfs',
  fs: Fields | undefined,
): void {
  const [available, capacity] = [fs?.integer('availableBytes'), fs?.integer('capacityBytes')]
  if (available !== undefined && capacity !== undefined) {
    observed.set(`${name}.available`, { available, capacity })
  }
  const [free, inodes] = [fs?.integer('inodesFree'), fs?.integer('inodes')]
  if (free !== undefined && inodes !== undefined) {
    observed.set(`${name}.inodesFree`, { available: free, capacity: inodes })
  }
}

function readPod(pod: Fields): PodUsage {
  const memory = pod.object('memory')
  const volumes = pod
    .objects('volume')
    .map((volume) => [volume.string('name') ?? '', readFs(volume)] as const)
  return {
    memoryBytes: memory?.integer('workingSetBytes') ?? 0,
    hasMemory: memory !== undefined,
    processes: pod.object('process_stats')?.integer('process_count') ?? 0,
    ephemeralStorageBytes: pod.object('ephemeral-storage')?.integer('usedBytes') ?? 0,
    containers: pod.objects('containers').map(readContainer),
    // Of two volumes of one name the first counts.
    volumes: new Map(volumes.toReversed()),
  }
}

function readContainer(container: Fields): ContainerUsage {
  const [rootfs, logs] = [container.object('rootfs'), container.object('logs')]
  return {
    name: container.string('name') ?? '',
    rootfs: readFs(rootfs),
    logs: readFs(logs),
    hasDisk: rootfs?.has('usedBytes') === true && logs?.has('usedBytes') === true,
    memoryBytes: container.object('memory')?.integer('workingSetBytes') ?? null,
  }
}

function readFs(fs: Fields | undefined): FsUsage {
  return { bytes: fs?.integer('usedBytes') ?? 0, inodes: fs?.integer('inodesUsed') ?? 0 }
}

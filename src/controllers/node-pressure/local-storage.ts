import type { PressuredPod } from './pressured-pod.ts'
import type { FileSystems } from './signals.ts'
import type { PodUsage } from './summary.ts'
import { writeQuantity } from './write-quantity.ts'

const EPHEMERAL_STORAGE = 'ephemeral-storage'

/**
 * localStorageEviction: why a pod goes for what it keeps on the node, whether or not that runs short;
 * null if it may stay. Volumes count first, then the pod's sum, then each container.
 */
export function localStorageMessage(
  pod: PressuredPod,
  usage: PodUsage,
  fileSystems: FileSystems,
): string | null {
  return (
    volumeMessage(pod, usage) ?? podMessage(pod, usage) ?? containerMessage(pod, usage, fileSystems)
  )
}

function volumeMessage({ volumes }: PressuredPod, usage: PodUsage): string | null {
  for (const { name, sizeLimit } of volumes) {
    const used = usage.volumes.get(name)
    if (sizeLimit === null || sizeLimit.nano <= 0n || used === undefined) continue
    if (!isAbove(used.bytes, sizeLimit.nano)) continue
    return `Usage of EmptyDir volume ${quote(name)} exceeds the limit ${quote(sizeLimit.text)}. `
  }
  return null
}

function podMessage(pod: PressuredPod, usage: PodUsage): string | null {
  const limit = pod.ephemeralStorageLimitBytes
  if (limit === null || usage.ephemeralStorageBytes <= limit) return null
  const text = writeQuantity(limit, pod.ephemeralStorageLimitFormat)
  return `Pod ephemeral local storage usage exceeds the total limit of containers ${text}. `
}

function containerMessage(
  { containers }: PressuredPod,
  usage: PodUsage,
  fileSystems: FileSystems,
): string | null {
  // With an image file system of their own, writable layers are not the node's.
  const isOwnFs = fileSystems !== 'shared'
  for (const { name, logs, rootfs } of usage.containers) {
    const counted = containers.findLast((one) => one.name === name && countsAlone(one))
    const limit = counted?.limits.get(EPHEMERAL_STORAGE)
    if (limit === undefined || limit.nano === 0n) continue
    const used = isOwnFs ? logs.bytes : logs.bytes + rootfs.bytes
    if (!isAbove(used, limit.nano)) continue
    return `Container ${name} exceeded its local ephemeral storage limit ${quote(limit.text)}. `
  }
  return null
}

/** Plain init containers are gone when their pod runs. */
function countsAlone({ isInit, isRestartable }: PressuredPod['containers'][number]): boolean {
  return !isInit || isRestartable
}

function isAbove(bytes: number, nano: bigint): boolean {
  return BigInt(bytes) * 1_000_000_000n > nano
}

/** Go's %q of a name or a quantity, which have no odd characters. */
function quote(text: string): string {
  return JSON.stringify(text)
}

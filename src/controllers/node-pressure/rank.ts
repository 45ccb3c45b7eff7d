import type { PressuredPod } from './pressured-pod.ts'
import type { FsPart, StarvedResource } from './signals.ts'
import type { FsUsage, PodUsage } from './summary.ts'

/** A pod with what decides when it goes. */
export interface RankedPod {
  readonly pod: PressuredPod
  /** null: the summary does not know the pod, which then goes first. */
  readonly usage: number | null
  readonly request: number
  readonly exceedsRequest: boolean
  /** What is used above what is asked; of processes, all of them. */
  readonly above: number
}

export interface RankInput {
  readonly pods: readonly PressuredPod[]
  readonly usageOf: (pod: PressuredPod) => PodUsage | null
  readonly resource: StarvedResource
  readonly parts: readonly FsPart[]
}

/**
 * rankMemoryPressure, rankDiskPressureFunc, rankPIDPressure: whoever uses more than asked (not for
 * processes), then the lower priority, then the more above what is asked. Equal pods keep their order.
 */
export function rankPods(input: RankInput): RankedPod[] {
  const ranked = input.pods.map((pod) => measure(pod, input))
  const isByRequest = input.resource !== 'pids'
  return ranked.sort((a, b) => {
    if (isByRequest && a.usage !== null && b.usage !== null) {
      const exceeds = Number(b.exceedsRequest) - Number(a.exceedsRequest)
      if (exceeds !== 0) return exceeds
    }
    // A pod without statistics goes first, for processes only within its priority.
    const unknown = Number(b.usage === null) - Number(a.usage === null)
    if (isByRequest && unknown !== 0) return unknown
    const priority = a.pod.pod.priority - b.pod.pod.priority
    if (priority !== 0) return priority
    if (unknown !== 0) return unknown
    return b.above - a.above
  })
}

function measure(pod: PressuredPod, { usageOf, resource, parts }: RankInput): RankedPod {
  const used = usageOf(pod)
  const usage = used === null ? null : usedOf(pod, used, resource, parts)
  const request = requestOf(pod, resource)
  return {
    pod,
    usage,
    request,
    exceedsRequest: usage !== null && usage > request,
    above: usage === null ? 0 : usage - subtractedOf(pod, resource),
  }
}

function usedOf(
  pod: PressuredPod,
  used: PodUsage,
  resource: StarvedResource,
  parts: readonly FsPart[],
): number {
  switch (resource) {
    case 'memory':
      return used.memoryBytes
    case 'pids':
      return used.processes
    case 'ephemeral-storage':
      return diskUsage(pod, used, parts, ({ bytes }) => bytes)
    case 'inodes':
      return diskUsage(pod, used, parts, ({ inodes }) => inodes)
  }
}

function diskUsage(
  pod: PressuredPod,
  { containers, volumes }: PodUsage,
  parts: readonly FsPart[],
  amount: (usage: FsUsage) => number,
): number {
  let sum = 0
  for (const { rootfs, logs } of containers) {
    if (parts.includes('root')) sum += amount(rootfs)
    if (parts.includes('logs')) sum += amount(logs)
  }
  if (!parts.includes('volumes')) return sum
  for (const { name, isLocal } of pod.volumes) {
    const usage = volumes.get(name)
    if (isLocal && usage !== undefined) sum += amount(usage)
  }
  return sum
}

/** Nobody can ask for inodes or processes. */
function requestOf(pod: PressuredPod, resource: StarvedResource): number {
  if (resource === 'memory') return pod.memoryRequestBytes
  return resource === 'ephemeral-storage' ? pod.ephemeralStorageRequestBytes : 0
}

/** Upstream's slip: from inodes too it takes the bytes of ephemeral storage that are asked. */
function subtractedOf(pod: PressuredPod, resource: StarvedResource): number {
  if (resource === 'memory') return pod.memoryRequestBytes
  return resource === 'pids' ? 0 : pod.ephemeralStorageRequestBytes
}

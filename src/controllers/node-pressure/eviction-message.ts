import type { PressuredPod } from './pressured-pod.ts'
import type { StarvedResource } from './signals.ts'
import type { PodUsage } from './summary.ts'
import { writeQuantity } from './write-quantity.ts'

/** The threshold that is told: the first met of the starved resource. */
export interface MetThreshold {
  readonly quantity: string
  readonly available: string
}

/** evictionMessage: status.message and event of an evicted pod. */
export function evictionMessage(
  pod: PressuredPod,
  usage: PodUsage | null,
  resource: StarvedResource,
  met: MetThreshold | null,
): string {
  let message = `The node was low on resource: ${resource}. `
  if (met !== null) {
    message += `Threshold quantity: ${met.quantity}, available: ${met.available}. `
  }
  if (usage === null) return message
  const consumption = `has larger consumption of ${resource}. `
  const asked = pod.podMemoryRequest
  if (resource === 'memory' && asked !== null && usage.hasMemory) {
    const used = writeQuantity(usage.memoryBytes, 'BinarySI')
    message += `Pod ${pod.pod.name} was using ${used}, request is ${asked.text}, ${consumption}`
  }
  for (const container of usage.containers) {
    const spec = pod.containers.find(({ name }) => name === container.name)
    const used = usedBy(container, resource)
    const request = spec?.requests.get(resource) ?? { nano: 0n, text: '0' }
    if (spec === undefined || used === null || BigInt(used) * NANO <= request.nano) continue
    const text = writeQuantity(used, 'BinarySI')
    message += `Container ${container.name} was using ${text}, request is ${request.text}, `
    message += consumption
  }
  return message
}

const NANO = 1_000_000_000n

/** null: not told of this resource, or not known. */
function usedBy(
  { rootfs, logs, hasDisk, memoryBytes }: PodUsage['containers'][number],
  resource: StarvedResource,
): number | null {
  if (resource === 'memory') return memoryBytes
  return resource === 'ephemeral-storage' && hasDisk ? rootfs.bytes + logs.bytes : null
}

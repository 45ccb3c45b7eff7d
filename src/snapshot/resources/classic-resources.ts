import type { PodResources } from './pod-resources.ts'
import { milliUnits, wholeUnits } from './quantity.ts'
import type { ResourceAmounts } from './resource-amounts.ts'
import type { ResourceList } from './resource-list.ts'
import { CPU, EPHEMERAL_STORAGE, isScalarResource, MEMORY } from './resource-names.ts'

/**
 * How the releases 1.10 to 1.12 count: every container is rounded up by itself; pod-level requests,
 * overhead and restartable init containers do not exist yet.
 */

/** What a container without a request counts for in scores. An explicit 0 stays 0. */
const DEFAULT_CPU_MILLI = 100
const DEFAULT_MEMORY_BYTES = 200 * 1024 * 1024

/** Predicates' GetResourceRequest: the containers' sum, or any init container that asks for more. */
export function classicRequest(pod: PodResources): ResourceAmounts {
  return peakOf(pod, amountsOf)
}

/**
 * What a running pod takes up: its containers only. Init containers may run again, but count only
 * with `initContainers`, as later releases do.
 */
export function classicUsage(pod: PodResources, initContainers: boolean): ResourceAmounts {
  return initContainers ? peakOf(pod, amountsOf) : sumOf(pod, amountsOf)
}

/** The same for scores: missing cpu and memory requests count at their defaults. */
export function classicScoredUsage(pod: PodResources, initContainers: boolean): ResourceAmounts {
  return initContainers ? peakOf(pod, scoredAmountsOf) : sumOf(pod, scoredAmountsOf)
}

interface Amounts extends ResourceAmounts {
  cpuMilli: number
  memoryBytes: number
  ephemeralStorageBytes: number
  readonly scalars: Map<string, number>
}

type Reading = (requests: ResourceList) => Amounts

function amountsOf(requests: ResourceList): Amounts {
  const scalars = new Map<string, number>()
  for (const [name, nano] of requests) {
    if (isScalarResource(name)) scalars.set(name, wholeUnits(nano))
  }
  return {
    cpuMilli: milliUnits(requests.get(CPU) ?? 0n),
    memoryBytes: wholeUnits(requests.get(MEMORY) ?? 0n),
    ephemeralStorageBytes: wholeUnits(requests.get(EPHEMERAL_STORAGE) ?? 0n),
    scalars,
  }
}

function scoredAmountsOf(requests: ResourceList): Amounts {
  const amounts = amountsOf(requests)
  if (!requests.has(CPU)) amounts.cpuMilli = DEFAULT_CPU_MILLI
  if (!requests.has(MEMORY)) amounts.memoryBytes = DEFAULT_MEMORY_BYTES
  return amounts
}

function sumOf({ containers }: PodResources, read: Reading): Amounts {
  const sum: Amounts = amountsOf(new Map())
  for (const { requests } of containers) {
    const one = read(requests)
    sum.cpuMilli += one.cpuMilli
    sum.memoryBytes += one.memoryBytes
    sum.ephemeralStorageBytes += one.ephemeralStorageBytes
    // A scalar asked for with 0 is there all the same.
    for (const [name, amount] of one.scalars) {
      sum.scalars.set(name, (sum.scalars.get(name) ?? 0) + amount)
    }
  }
  return sum
}

function peakOf(pod: PodResources, read: Reading): Amounts {
  const peak = sumOf(pod, read)
  for (const { requests } of pod.initContainers) {
    const one = read(requests)
    peak.cpuMilli = Math.max(peak.cpuMilli, one.cpuMilli)
    peak.memoryBytes = Math.max(peak.memoryBytes, one.memoryBytes)
    peak.ephemeralStorageBytes = Math.max(peak.ephemeralStorageBytes, one.ephemeralStorageBytes)
    for (const [name, amount] of one.scalars) {
      if (amount > (peak.scalars.get(name) ?? 0)) peak.scalars.set(name, amount)
    }
  }
  return peak
}

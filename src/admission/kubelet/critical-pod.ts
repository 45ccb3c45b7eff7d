import type { Pod } from '../../snapshot/pods/pod.ts'
import { amountOf, amounts } from '../../snapshot/resources/resource-amounts.ts'
import type { BoundNode } from './bound-node.ts'
import type { KubeletFailure } from './kubelet-verdict.ts'
import { qosOfRunning } from './running-qos.ts'

const CRITICAL_PRIORITY_MIN = 2_000_000_000
const CLASSES = ['BestEffort', 'Burstable', 'Guaranteed'] as const

/** What has to be freed, by resource. */
export type Requirements = ReadonlyMap<string, number>

export function isCritical({ signature }: Pod): boolean {
  return signature.priority >= CRITICAL_PRIORITY_MIN
}

/**
 * getPodsToPreempt: the fewest and cheapest pods by class, from the lowest; or what would still be
 * missing if all of them went.
 */
export function podsToPreempt(
  { running, pod, qosClasses }: BoundNode,
  failures: readonly KubeletFailure[],
): readonly Pod[] | Requirements {
  const requirements: Requirements = new Map(
    failures.flatMap((one) =>
      one.resource === null ? [] : [[one.resource, one.requested - (one.capacity - one.used)]],
    ),
  )
  const lesser = running.filter((one) => isPreemptable(pod, one))
  const missing = less(requirements, lesser)
  if (missing.size > 0) return missing
  const [bestEffort = [], burstable = [], guaranteed = []] = CLASSES.map((name) =>
    lesser.filter((one) => qosOfRunning(one, qosClasses) === name),
  )
  const third = choose(guaranteed, less(requirements, [...bestEffort, ...burstable]))
  const second = choose(burstable, less(requirements, [...bestEffort, ...third]))
  const first = choose(bestEffort, less(requirements, [...second, ...third]))
  return [...first, ...second, ...third]
}

function isPreemptable(critical: Pod, other: Pod): boolean {
  return !isCritical(other) || critical.signature.priority > other.signature.priority
}

/** What is still to be freed when these are gone. */
function less(requirements: Requirements, pods: readonly Pod[]): Requirements {
  const left = new Map<string, number>()
  for (const [resource, quantity] of requirements) {
    const freed = pods.reduce((sum, pod) => sum + requestOf(pod, resource), 0)
    if (quantity > freed) left.set(resource, quantity - freed)
  }
  return left
}

/** GetResourceRequest: overhead counts only beside a request. */
function requestOf({ signature }: Pod, resource: string): number {
  if (resource === 'pods') return 1
  const total = amountOf(signature.request, resource)
  return total === amountOf(amounts(signature.resources.overhead), resource) ? 0 : total
}

/** getPodsToPreemptByDistance. */
function choose(pods: readonly Pod[], requirements: Requirements): Pod[] {
  const candidates = [...pods]
  const chosen: Pod[] = []
  let left = requirements
  while (left.size > 0) {
    let [best, bestDistance] = [0, left.size + 1]
    for (const [index, pod] of candidates.entries()) {
      const distance = distanceTo(left, pod)
      const isTie = distance === bestDistance && asksLess(pod, candidates[best])
      if (distance < bestDistance || isTie) [best, bestDistance] = [index, distance]
    }
    const pod = candidates[best]
    if (pod === undefined) return chosen
    left = less(left, [pod])
    chosen.push(pod)
    candidates[best] = candidates.at(-1) ?? pod
    candidates.pop()
  }
  return chosen
}

/** How far a pod is from freeing all of it, each resource weighing the same. */
function distanceTo(requirements: Requirements, pod: Pod): number {
  let distance = 0
  for (const [resource, quantity] of requirements) {
    const remaining = quantity - requestOf(pod, resource)
    if (remaining > 0) distance += (remaining / quantity) ** 2
  }
  return distance
}

/** smallerResourceRequest: of equal ones, too, it is the first that is asked about. */
function asksLess(pod: Pod, other: Pod | undefined): boolean {
  if (other === undefined) return true
  for (const resource of ['memory', 'cpu']) {
    const [own, its] = [requestOf(pod, resource), requestOf(other, resource)]
    if (own !== its) return own < its
  }
  return true
}

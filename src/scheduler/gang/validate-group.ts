import type { Pod } from '../../snapshot/pods/pod.ts'
import type { PodGroup } from '../../snapshot/workloads/pod-group.ts'

const SAME = 'all pods in a single pod group should have the same'

/** What members must have in common, with those that run already (validatePodGroup); null: they do. */
export function whyNotOneGroup(
  group: PodGroup,
  members: readonly Pod[],
  running: readonly Pod[],
): string | null {
  const [first] = members
  const policy = policyOf(first)
  const { schedulerName } = first.signature
  for (const pod of [...members, ...running]) {
    const { signature } = pod
    if (signature.schedulerName !== schedulerName) {
      const names = `${JSON.stringify(signature.schedulerName)} and ${JSON.stringify(schedulerName)}`
      return `${SAME} .spec.schedulerName set, got: ${names}`
    }
    if (signature.priority !== group.priority) {
      const priorities = `${signature.priority} and ${group.priority}`
      return `${SAME} priority as the pod group's priority, got ${priorities}`
    }
    if (policyOf(pod) !== policy) {
      return `${SAME} preemption policy, got ${policyOf(pod)} and ${policy}`
    }
  }
  return null
}

/** The one thing that members must have in common where pods are popped (frameworkForPodGroup). */
export function whyNotOneScheduler(members: readonly Pod[]): string | null {
  const { schedulerName } = members[0].signature
  for (const { signature } of members) {
    if (schedulerName === signature.schedulerName) continue
    const names = `${JSON.stringify(signature.schedulerName)} and ${JSON.stringify(schedulerName)}`
    return `${SAME} .spec.schedulerName set, got: ${names}`
  }
  return null
}

function policyOf({ signature }: Pod): string {
  return signature.preemptionPolicy || 'PreemptLowerPriority'
}

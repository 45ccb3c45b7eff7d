import type { PriorityClass, PriorityClassInput } from '../../../schemas/store/priority-class.ts'

/** One thing that Kubernetes would refuse, and where in the object. */
export interface RuleViolation {
  readonly pointer: string
  readonly message: string
}

/** k8s.io/kubernetes pkg/apis/scheduling: values above are the system's. */
const USER_VALUE_MAX = 1_000_000_000
const SYSTEM_PREFIX = 'system-'

/** They exist in every cluster and are never stored; the descriptions are the API server's. */
export const SYSTEM_CLASSES: readonly PriorityClass[] = [
  systemClass(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  systemClass(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
]

function systemClass(name: string, value: number, description: string): PriorityClass {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, resourceVersion: '0', generation: 1 },
    value,
    globalDefault: false,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  }
}

export function isSystemName(name: string): boolean {
  return name.startsWith(SYSTEM_PREFIX)
}

export function findSystemClass(name: string): PriorityClass | null {
  return SYSTEM_CLASSES.find(({ metadata }) => metadata.name === name) ?? null
}

/**
 * ValidatePriorityClass of Kubernetes: the prefix is reserved but for the two known classes with
 * their own value, and other classes end at a thousand million.
 */
export function violations(name: string, input: PriorityClassInput): RuleViolation[] {
  const found: RuleViolation[] = []
  const given = input.metadata?.name
  if (given !== undefined && given !== name) {
    found.push({ pointer: '/metadata/name', message: `the path says "${name}"` })
  }
  if (isSystemName(name)) found.push(...systemViolations(name, input))
  else if (input.value > USER_VALUE_MAX) {
    const message = `maximum allowed value of a user defined priority is ${USER_VALUE_MAX}`
    found.push({ pointer: '/value', message })
  }
  return found
}

function systemViolations(name: string, input: PriorityClassInput): RuleViolation[] {
  const pointer = '/metadata/name'
  const reserved = `names with the prefix "${SYSTEM_PREFIX}" are reserved for the system`
  const known = findSystemClass(name)
  if (known === null) return [{ pointer, message: `${reserved}, which has no "${name}"` }]
  if (input.value !== known.value) {
    return [{ pointer: '/value', message: `value of ${name} must be ${known.value}` }]
  }
  if (input.globalDefault === true) {
    return [{ pointer: '/globalDefault', message: `globalDefault of ${name} must be false` }]
  }
  return []
}

/** ValidatePriorityClassUpdate of Kubernetes: value and preemption policy stay what they are. */
export function updateViolations(
  present: PriorityClass,
  input: PriorityClassInput,
): RuleViolation[] {
  const found: RuleViolation[] = []
  if (input.value !== present.value) {
    found.push({ pointer: '/value', message: 'may not be changed in an update' })
  }
  if (policyOf(input) !== present.preemptionPolicy) {
    found.push({ pointer: '/preemptionPolicy', message: 'field is immutable' })
  }
  return found
}

export function policyOf({ preemptionPolicy }: PriorityClassInput) {
  return preemptionPolicy ?? 'PreemptLowerPriority'
}

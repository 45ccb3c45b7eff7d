import { type Arrival, refuse } from '../arrival.ts'
import type { AdmissionCluster, PriorityClass } from '../cluster/admission-cluster.ts'
import { knownNames } from '../cluster/known-names.ts'
import type { Refusal } from '../refusal.ts'

const BY = 'Priority'
/** scheduling.SystemPriorityClasses, which every API server makes for itself. */
const SYSTEM_CLASSES: readonly PriorityClass[] = [
  systemClass('system-cluster-critical', 2_000_000_000),
  systemClass('system-node-critical', 2_000_001_000),
]
/** What a pod gets where no class is the default one. */
const NO_CLASS: PriorityClass = systemClass('', 0)

function systemClass(name: string, value: number): PriorityClass {
  return { name, value, isGlobalDefault: false, preemptionPolicy: 'PreemptLowerPriority' }
}

/** Plugin.admitPod: the number behind the name, which nobody may write himself. */
export function resolvePriority(arrival: Arrival): Refusal | null {
  const { cluster, pod, reasons } = arrival
  const { spec } = pod
  const name = spec.priorityClassName
  const found = name === '' ? defaultClass(cluster) : classNamed(cluster, name)
  if (found === undefined) {
    const system = SYSTEM_CLASSES.map((one) => one.name)
    const known = knownNames(new Set([...cluster.priorityClasses.keys(), ...system]))
    const cause = `no PriorityClass with name ${name} was found`
    return refuse(arrival, BY, cause, [{ kind: 'absent', of: 'PriorityClass', name, known }])
  }
  if (found.name !== name) {
    spec.priorityClassName = found.name
    const reason = `the pod names no class, so the global default ${found.name} counts`
    reasons.tell('/spec/priorityClassName', reason)
  }
  const conflict = conflictOf(arrival, found)
  if (conflict !== null) return conflict
  const of = found.name === '' ? 'no PriorityClass counts' : `from PriorityClass ${found.name}`
  spec.priority = found.value
  spec.preemptionPolicy = found.preemptionPolicy
  reasons.tell('/spec/priority', of)
  reasons.tell('/spec/preemptionPolicy', of)
  return null
}

function conflictOf(
  arrival: Arrival,
  { name, value, preemptionPolicy }: PriorityClass,
): Refusal | null {
  const { priority, preemptionPolicy: policy } = arrival.pod.spec
  const inSpec = 'must not be provided in pod spec; priority admission controller computed'
  const from = 'from the given PriorityClass name'
  if (priority !== undefined && priority !== value) {
    const cause = `the integer value of priority (${priority}) ${inSpec} ${value} ${from}`
    const [given, computed] = [String(priority), String(value)]
    const fact = {
      kind: 'priority',
      field: 'priority',
      given,
      computed,
      priorityClass: name,
    } as const
    return refuse(arrival, BY, cause, [fact])
  }
  if (policy === undefined || policy === preemptionPolicy) return null
  const cause = `the string value of PreemptionPolicy (${policy}) ${inSpec} ${preemptionPolicy} ${from}`
  const given = { given: policy, computed: preemptionPolicy }
  const fact = {
    kind: 'priority',
    field: 'preemptionPolicy',
    ...given,
    priorityClass: name,
  } as const
  return refuse(arrival, BY, cause, [fact])
}

function classNamed(cluster: AdmissionCluster, name: string): PriorityClass | undefined {
  return cluster.priorityClasses.get(name) ?? SYSTEM_CLASSES.find((one) => one.name === name)
}

/** The least of several, which only a race can make. */
function defaultClass(cluster: AdmissionCluster): PriorityClass {
  const defaults = [...cluster.priorityClasses.values()].filter((one) => one.isGlobalDefault)
  return defaults.reduce(
    (least, one) => (one.value < least.value ? one : least),
    defaults[0] ?? NO_CLASS,
  )
}

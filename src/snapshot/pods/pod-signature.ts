import type { Toleration } from '../nodes/taint.ts'
import type { PodResources } from '../resources/pod-resources.ts'
import type { ResourceAmounts } from '../resources/resource-amounts.ts'
import type { LabelSelector, Labels } from '../selectors/label-selector.ts'
import type { NodeSelector, PreferredTerm } from '../selectors/node-selector.ts'
import type { PodVolume } from '../storage/pod-volume.ts'

/** One inter-pod (anti-)affinity term, with the namespaces it names made explicit. */
export interface PodAffinityTerm {
  readonly topologyKey: string
  readonly selector: LabelSelector
  /** The owner's own namespace when the term names none and has no namespace selector. */
  readonly namespaces: readonly string[]
  readonly namespaceSelector: LabelSelector
}

export interface WeightedPodAffinityTerm {
  readonly weight: number
  readonly term: PodAffinityTerm
}

export interface PodAffinity {
  readonly required: readonly PodAffinityTerm[]
  readonly preferred: readonly WeightedPodAffinityTerm[]
}

export interface SpreadConstraint {
  readonly topologyKey: string
  readonly maxSkew: number
  readonly minDomains: number
  /** DoNotSchedule or ScheduleAnyway; null for anything else, which upstream passes over. */
  readonly hard: boolean | null
  /** The selector with matchLabelKeys already added. */
  readonly selector: LabelSelector
  readonly honorsAffinity: boolean
  readonly honorsTaints: boolean
}

export interface HostPort {
  readonly ip: string
  readonly protocol: string
  readonly port: number
}

export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
}

export interface PodImages {
  readonly initContainers: readonly string[]
  readonly containers: readonly string[]
  readonly volumes: readonly string[]
}

/** The snapshot's own classes count before those that are kept of the cluster. */
export type PriorityClassSource = 'snapshot' | 'cluster' | 'system'

/** A PriorityClass that gave its value to pods, and who told of it. */
export interface ResolvedPriority {
  readonly name: string
  readonly value: number
  readonly source: PriorityClassSource
}

/**
 * Everything that scheduling reads of a pod apart from its name, times and node. Pods that are alike
 * in it share one signature, so whatever follows from what a pod *is* gets computed once per signature.
 */
export interface PodSignature {
  readonly id: number
  readonly namespace: string
  readonly labels: Labels
  /** Namespace and labels as one number: what selectors match against. */
  readonly identityId: number
  /** All else as one number: pods of one template differ only in namespace and labels. */
  readonly templateId: number
  /**
   * As `templateId`, but for how much cpu, memory and ephemeral storage the pod asks for, and for which
   * claims it has.
   */
  readonly shapeId: number
  /** What it asks for as one number. */
  readonly requestsId: number
  /** Its inter-pod affinity and anti-affinity terms as one number, -1 without any. */
  readonly termsId: number
  readonly schedulerName: string
  readonly schedulingGates: readonly string[]
  /** Being deleted (metadata.deletionTimestamp). */
  readonly terminating: boolean
  /** Condition DisruptionTarget by the scheduler's own preemption. */
  readonly preempted: boolean
  readonly priorityClassName: string
  /** Resolved when the snapshot is complete, since PriorityClasses may come last. */
  priority: number
  preemptionPolicy: string
  /** As the pod itself has it, empty without. */
  readonly ownPreemptionPolicy: string
  /** Which PriorityClass gave the priority, null when the pod carries it itself. */
  priorityFrom: ResolvedPriority | null
  readonly hasOwnPriority: boolean
  /** The class that would give it was not seen; the priority counts for nothing. */
  isPriorityUnseen: boolean
  readonly nodeSelector: Labels
  readonly requiredNodeAffinity: NodeSelector | null
  readonly preferredNodeAffinity: readonly PreferredTerm[]
  readonly hasPreferredNodeAffinity: boolean
  readonly tolerations: readonly Toleration[]
  readonly podAffinity: PodAffinity
  readonly podAntiAffinity: PodAffinity
  readonly spreadConstraints: readonly SpreadConstraint[]
  readonly hostPorts: readonly HostPort[]
  readonly images: PodImages
  readonly volumes: readonly PodVolume[]
  /** Names of the ResourceClaims that the pod uses, as given or as its status resolved them. */
  readonly resourceClaims: readonly PodResourceClaim[]
  readonly controller: OwnerReference | null
  readonly resources: PodResources
  /** What the pod asks for before it is placed. */
  readonly request: ResourceAmounts
  /** What NodeResourcesFit scores the request by. */
  readonly nonZeroRequest: ResourceAmounts
  /** What the pod takes up on its node. */
  readonly taken: ResourceAmounts
  /** cpu and memory taken, with defaults for missing requests. */
  readonly nonZeroRequested: ResourceAmounts
  readonly terminationGraceSeconds: number
  readonly hostNetwork: boolean
  readonly hostUsers: boolean
  /** A container rule restarts all containers (NodeDeclaredFeatures). */
  readonly restartsAllContainers: boolean
  /** Some volume is mounted with options of its own (NodeDeclaredFeatures). */
  readonly hasBindMountOptions: boolean
  /** Of no container a cpu or memory request or limit is positive (init containers not counted). */
  readonly bestEffort: boolean
}

export interface PodResourceClaim {
  readonly name: string
  /** The claim's object name; null while not made, empty when the pod turned out to need none. */
  readonly claimName: string | null
  /** The template that it is made of; null: the pod names the claim itself. */
  readonly templateName: string | null
}

/** False: the template's controller found that the pod needs no claim here. */
export function isForClaim({ claimName, templateName }: PodResourceClaim): boolean {
  return claimName !== '' || templateName === null
}

export function hasPodAffinityTerms({
  podAffinity,
  podAntiAffinity,
}: Pick<PodSignature, 'podAffinity' | 'podAntiAffinity'>): boolean {
  return [podAffinity, podAntiAffinity].some(
    ({ required, preferred }) => required.length + preferred.length > 0,
  )
}

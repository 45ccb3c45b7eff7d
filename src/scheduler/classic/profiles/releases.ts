import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { CycleRules } from '../../framework/cycle-rules.ts'
import {
  DISK_PRESSURE,
  LABELS_PRESENCE,
  MEMORY_PRESSURE,
  NETWORK_UNAVAILABLE,
  NO_VOLUME_ZONE,
  NODE_SELECTOR,
  NOT_READY,
  OUT_OF_DISK,
  PID_PRESSURE,
  POD_AFFINITY_RULES,
  TAINTS,
  UNSCHEDULABLE,
  VOLUME_BINDING,
  VOLUME_NODE_AFFINITY,
} from '../reasons.ts'

export type ClassicReleaseName = 'classic-1.10' | 'classic-1.11' | 'classic-1.12'

/** What distinguishes one classic release from another, as data; feature gates at their defaults. */
export interface ClassicRelease {
  readonly name: ClassicReleaseName
  readonly version: string
  readonly rules: CycleRules
  /** The gate PodPriority. */
  readonly preempts: boolean
  /** A policy may score by requestedToCapacityRatioArguments. */
  readonly hasCapacityRatio: boolean
  readonly limitsSearch: boolean
  /** Reasons that no preemption removes (nodesWherePreemptionMightHelp). */
  readonly finalReasons: ReadonlySet<string>
  /** Which names on kubernetes.io count as resources: only the alpha one for GPUs, or all. */
  readonly nativeScalars: 'gpu' | 'all'
  /** 1.10 sees no matchFields, and a malformed term ends the search for a matching one. */
  readonly nodeSelectorTerms: 'expressions' | 'whole'
  /** Which pods satisfy affinity: one a term; one for all, on one node; those of all terms, one a topology. */
  readonly affinity: 'per-term' | 'one-pod' | 'per-topology'
  /** What a pod must match to be kept apart: any term, or all on one node. */
  readonly antiAffinity: 'any-term' | 'all-terms'
  /** In a preemption a pod put back counts for all anti-affinity terms once it matches one. */
  readonly widensReturningPods: boolean
  /** The topology in which a running pod keeps others off: its last term's, or the matching term's. */
  readonly existingAntiAffinity: 'last-term' | 'matching-term'
  /** Names compared as they are; with the tag latest added; sizes shared out by spread. */
  readonly imageLocality: 'exact' | 'tagged' | 'spread'
  /** ServiceAntiAffinity counts pods that are being deleted. */
  readonly countsTerminating: boolean
  readonly unboundClaims: string
  /** A claim is bound when the volume controller says so, not when it names a volume. */
  readonly needsBindCompleted: boolean
  readonly provisionsVolumes: boolean
  /** A StorageClass without volumeBindingMode is an error, not Immediate. */
  readonly needsBindingMode: boolean
  /** The gate AttachVolumeLimit: a node's attachable-volumes-* count, and so does its instance type. */
  readonly limitsByNode: boolean
}

const FINAL_REASONS = [
  NODE_SELECTOR,
  TAINTS,
  LABELS_PRESENCE,
  NOT_READY,
  NETWORK_UNAVAILABLE,
  UNSCHEDULABLE,
  NO_VOLUME_ZONE,
  VOLUME_NODE_AFFINITY,
  VOLUME_BINDING,
]

const RULES: CycleRules = {
  precheck: missingClaim,
  errors: 'aggregated',
  respectsNominations: true,
  nominatesGated: false,
  triesNominatedNode: false,
  selection: 'turn-by-name',
  drawsTies: false,
  resumesAfterSurplus: true,
  victims: {
    eligibility: 'after-any-terminating',
    startTimes: 'ignored',
    budgets: 'charge-none',
    isRelisted: false,
  },
  saysPreemption: 'never',
  extenders: {
    scoreScale: 1,
    failures: 'append',
    knowsUnresolvable: false,
    scoresNodesAsReturned: false,
    ignorableLast: false,
    drawsScored: false,
  },
}

/** podPassesBasicChecks: the claims that a pod names must be there to stay. */
function missingClaim({ volumes }: Cluster, { signature: pod }: Pod): string | null {
  for (const volume of pod.volumes) {
    if (volume.kind !== 'claim') continue
    const claim = volumes.claim(pod.namespace, volume.claimName)
    if (claim === undefined) return `persistentvolumeclaim "${volume.claimName}" not found`
    if (claim.deleting) return `persistentvolumeclaim "${claim.name}" is being deleted`
  }
  return null
}

const RELEASE_1_10: ClassicRelease = {
  name: 'classic-1.10',
  version: 'v1.10.13',
  rules: { ...RULES, respectsNominations: false },
  preempts: false,
  hasCapacityRatio: false,
  limitsSearch: false,
  finalReasons: new Set(FINAL_REASONS),
  nativeScalars: 'gpu',
  nodeSelectorTerms: 'expressions',
  affinity: 'per-term',
  antiAffinity: 'any-term',
  widensReturningPods: false,
  existingAntiAffinity: 'last-term',
  imageLocality: 'exact',
  countsTerminating: true,
  unboundClaims: 'pod has unbound PersistentVolumeClaims',
  needsBindCompleted: false,
  provisionsVolumes: false,
  needsBindingMode: false,
  limitsByNode: false,
}

const RELEASE_1_11: ClassicRelease = {
  ...RELEASE_1_10,
  name: 'classic-1.11',
  version: 'v1.11.10',
  rules: RULES,
  preempts: true,
  hasCapacityRatio: true,
  nativeScalars: 'all',
  nodeSelectorTerms: 'whole',
  affinity: 'one-pod',
  antiAffinity: 'all-terms',
  imageLocality: 'tagged',
  countsTerminating: false,
  unboundClaims: 'pod has unbound immediate PersistentVolumeClaims',
  needsBindingMode: true,
}

const RELEASE_1_12: ClassicRelease = {
  ...RELEASE_1_11,
  name: 'classic-1.12',
  version: 'v1.12.10',
  rules: { ...RULES, selection: 'turn-by-order' },
  limitsSearch: true,
  finalReasons: new Set([
    ...FINAL_REASONS,
    POD_AFFINITY_RULES,
    DISK_PRESSURE,
    PID_PRESSURE,
    MEMORY_PRESSURE,
    OUT_OF_DISK,
  ]),
  affinity: 'per-topology',
  antiAffinity: 'any-term',
  widensReturningPods: true,
  existingAntiAffinity: 'matching-term',
  imageLocality: 'spread',
  needsBindCompleted: true,
  provisionsVolumes: true,
  limitsByNode: true,
}

export const CLASSIC_RELEASES: readonly ClassicRelease[] = [
  RELEASE_1_10,
  RELEASE_1_11,
  RELEASE_1_12,
]

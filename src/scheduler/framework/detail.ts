import type { Taint } from '../../snapshot/nodes/taint.ts'
import type { PodReference } from '../../snapshot/pods/pod-reference.ts'
import type { HostPort, PodAffinityTerm } from '../../snapshot/pods/pod-signature.ts'
import type { NodeRequirement } from '../../snapshot/selectors/node-requirement.ts'
import type { NodeSelectorTerm } from '../../snapshot/selectors/node-selector.ts'
import type { ExclusiveDisk } from '../../snapshot/storage/pod-volume.ts'
import type {
  DeviceConstraintDetail,
  DevicePoolDetail,
  DeviceRequestDetail,
} from './device-detail.ts'

/**
 * The facts behind one reason why a node is rejected. Every release tells a fact in the same kind;
 * schemas/decisions/detail.ts documents the fields.
 */
export type Detail =
  | ResourceDetail
  | TaintDetail
  | UnschedulableDetail
  | NodeConditionDetail
  | NodeSelectorDetail
  | NodeAffinityTermDetail
  | AddedAffinityDetail
  | LabelPresenceDetail
  | ServiceAffinityDetail
  | MissingFeatureDetail
  | HostPortDetail
  | PodAffinityDetail
  | PodAntiAffinityDetail
  | ExistingAntiAffinityDetail
  | TopologySpreadDetail
  | TopologyLabelDetail
  | DiskDetail
  | ExclusiveClaimDetail
  | VolumeLimitDetail
  | CsiDriverDetail
  | VolumeZoneDetail
  | BoundVolumeDetail
  | MissingVolumeDetail
  | UnboundClaimDetail
  | ResourceClaimDetail
  | StaleResourceClaimDetail
  | CircuitDetail
  | Told<DeviceRequestDetail>
  | Told<DeviceConstraintDetail>
  | Told<DevicePoolDetail>

export type DetailKind = Detail['kind']

export type DetailOf<Kind extends DetailKind> = Extract<Detail, { readonly kind: Kind }>

/** Facts that are found out elsewhere, with the place for a reason. */
type Told<Facts> = Facts & { readonly reason?: string }

interface DetailBase<Kind extends string> {
  readonly kind: Kind
  /** Which of the node's reasons it is behind; plugins that never give two at once leave it out. */
  readonly reason?: string
}

/** Amounts as in a manifest, in base units: cores or milli, bytes, pieces. */
export interface ResourceDetail extends DetailBase<'resource'> {
  readonly resource: string
  readonly requested: string
  readonly free: string
  readonly allocatable: string
}

export interface TaintDetail extends DetailBase<'taint'> {
  readonly taint: Taint
}

export interface UnschedulableDetail extends DetailBase<'unschedulable'> {
  /** Null: nothing makes up for it. */
  readonly toleratedBy: Taint | null
}

export interface NodeConditionDetail extends DetailBase<'nodeCondition'> {
  readonly condition: string
  readonly status: string
  /** The only status that is accepted; null: any other. */
  readonly wanted: string | null
}

export interface NodeSelectorDetail extends DetailBase<'nodeSelector'> {
  readonly nodeSelector: { readonly key: string; readonly value: string }
  readonly nodeHas: string | null
}

/** Conditions on a node, as in a manifest. */
export interface NodeTerm {
  readonly matchExpressions: readonly NodeRequirement[]
  readonly matchFields: readonly NodeRequirement[]
}

export interface NodeAffinityTermDetail extends DetailBase<'nodeAffinityTerm'> {
  readonly term: NodeTerm
  /** Why the term can match no node at all. */
  readonly malformed: string | null
  readonly nodeHas: readonly { readonly key: string; readonly value: string | null }[]
}

export interface AddedAffinityDetail extends DetailBase<'addedAffinity'> {
  readonly addedAffinity: readonly NodeTerm[]
}

export interface LabelPresenceDetail extends DetailBase<'labelPresence'> {
  readonly label: string
  readonly wanted: 'present' | 'absent'
}

export interface ServiceAffinityDetail extends DetailBase<'serviceAffinity'> {
  readonly label: string
  readonly value: string
  readonly nodeHas: string | null
}

export interface MissingFeatureDetail extends DetailBase<'missingFeature'> {
  readonly missingFeature: string
}

export interface HostPortDetail extends DetailBase<'hostPort'> {
  readonly conflictsWith: { readonly pod: PodReference; readonly port: HostPort }
}

/** A topology domain, null where the node is in none. */
interface InDomain {
  readonly topologyKey: string
  readonly domain: string | null
}

export interface PodAffinityDetail extends DetailBase<'podAffinity'>, InDomain {
  readonly term: PodAffinityTerm
  readonly matchingPods: number
}

/** `conflictsWith`: some of the pods, enough to see who is in the way. */
export interface PodAntiAffinityDetail extends DetailBase<'podAntiAffinity'>, InDomain {
  readonly term: PodAffinityTerm
  readonly conflictsWith: readonly PodReference[]
}

export interface ExistingAntiAffinityDetail extends DetailBase<'existingAntiAffinity'>, InDomain {
  readonly conflictsWith: readonly PodReference[]
}

export interface TopologySpreadDetail extends DetailBase<'topologySpread'> {
  readonly topologyKey: string
  readonly domain: string
  readonly count: number
  readonly minimum: number
  readonly skew: number
  readonly maxSkew: number
}

/** The node is in no domain of the topology. */
export interface TopologyLabelDetail extends DetailBase<'topologyLabel'> {
  readonly topologyKey: string
}

export interface DiskDetail extends DetailBase<'disk'> {
  readonly conflictsWith: { readonly pod: PodReference; readonly volume: ExclusiveDisk }
}

/** Claims are namespace/name, here and below. */
export interface ExclusiveClaimDetail extends DetailBase<'exclusiveClaim'> {
  readonly claim: string
  readonly conflictsWith: { readonly pod: PodReference }
}

export interface VolumeLimitDetail extends DetailBase<'volumeLimit'> {
  /** The CSI driver, or the plugin of Kubernetes itself that the volumes belong to. */
  readonly driver: string
  /** Volumes that the pod would add. */
  readonly requested: number
  readonly used: number
  readonly limit: number
}

export interface CsiDriverDetail extends DetailBase<'csiDriver'> {
  readonly driver: string
  readonly installed: boolean
}

export interface VolumeZoneDetail extends DetailBase<'volumeZone'> {
  readonly volume: string
  readonly label: string
  readonly values: readonly string[]
  readonly nodeHas: string | null
}

export interface BoundVolumeDetail extends DetailBase<'boundVolume'> {
  readonly claim: string
  readonly volume: string
  /** The volume's own; any one of the terms would do. */
  readonly nodeAffinity: readonly NodeTerm[] | null
}

export interface MissingVolumeDetail extends DetailBase<'missingVolume'> {
  readonly claim: string
  readonly volume: string
}

export interface UnboundClaimDetail extends DetailBase<'unboundClaim'> {
  readonly claim: string
  readonly storageClass: string
  readonly requestedBytes: number | null
  /** The node that was chosen for it when another pod was placed. */
  readonly selectedNode: string | null
  readonly largestCapacityBytes: number | null
}

export interface ResourceClaimDetail extends DetailBase<'resourceClaim'> {
  readonly resourceClaim: string
  /** Where its devices are, when the node is elsewhere. */
  readonly nodeSelector: readonly NodeTerm[] | null
  readonly bindingFailed: boolean
  readonly missingFeature: string | null
}

/** A claim of an earlier attempt that is in the way of a new one. */
export interface StaleResourceClaimDetail extends DetailBase<'staleResourceClaim'> {
  readonly resourceClaim: string
}

/** Of the plugin CircuitBreaker. */
export interface CircuitDetail extends DetailBase<'circuit'> {
  readonly state: 'open' | 'halfOpen'
  /** Distinct owners whose pods failed there. */
  readonly owners: number
  readonly failures: number
  /** When an open circuit is half-open. */
  readonly coolsAt: string | null
}

/** A term as manifests write it. */
export function describeNodeTerm({ expressions, fields }: NodeSelectorTerm): NodeTerm {
  return { matchExpressions: expressions, matchFields: fields }
}

import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { Detail } from '../../framework/detail.ts'
import {
  type Plugin,
  type PreFilterResult,
  type Preparation,
  type PreScoreResult,
  rejecting,
  SKIP,
  SKIP_SCORE,
  scoring,
} from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { claimsNamespace, podClaims } from '../../framework/pod-claims.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import type { ShapePoint } from '../node-resources/scoring-strategy.ts'
import { describeBoundVolume, describeUnboundClaim } from './claim-detail.ts'
import { StorageCapacityScorer } from './storage-capacity-score.ts'
import { readVolumeBindingArgs } from './volume-binding-args.ts'
import { CONFLICT_KINDS, reasonsOf, VOLUME_MISSING } from './volume-conflict.ts'
import { type ClaimConflict, VolumePlan } from './volume-plan.ts'

const NAME = 'VolumeBinding'
const REASON_IMMEDIATE = 'pod has unbound immediate PersistentVolumeClaims'

/** Where releases differ. */
export interface VolumeBindingRules {
  /** Why a node does not do for a bound volume. */
  readonly affinityReason: string
  /** Claims and volumes may name a VolumeAttributesClass; else such a claim is an error. */
  readonly attributesClasses: boolean
  /** Whether nodes are scored by the storage that claims would take up (StorageCapacityScoring). */
  readonly storageCapacityScoring: boolean
  /** The feature gate without which no shape is taken; null: it is on. */
  readonly shapeGate: string | null
}

/** Keeps pods where their volumes are, or can be bound or made, and takes these when a pod is placed. */
function volumeBinding(rules: VolumeBindingRules, shape: Shape): Plugin {
  // One pod's plan serves filter, score and reserve; nothing changes in between.
  const plans = new WeakMap<Pod, VolumePlan>()
  return {
    name: NAME,
    readsOfIdentity: claimsNamespace,
    followsRequests: true,
    prepareFilter: (preparation) => prepareFilter(preparation, rules, plans),
    prepareScore: (preparation) => prepareScore(preparation, rules, shape, plans),
    reserve: (cluster, pod, node) => reserve({ cluster, pod, node }, rules, plans),
  }
}

/** Score by utilization; null: the release's own. */
type Shape = readonly ShapePoint[] | null

type Plans = WeakMap<Pod, VolumePlan>

function prepareFilter(
  { cluster, pod, statuses }: Preparation,
  rules: VolumeBindingRules,
  plans: Plans,
): PreFilterResult {
  const claims = podClaims(cluster.volumes, pod)
  switch (claims.kind) {
    case 'none':
      return SKIP
    case 'refused':
      return rejecting('UnschedulableAndUnresolvable', claims.reason)
    case 'failed':
      return rejecting('Error', claims.message)
    case 'unbound':
      return rejecting('UnschedulableAndUnresolvable', REASON_IMMEDIATE)
    case 'usable': {
      const plan = new VolumePlan(cluster, claims, rules.attributesClasses)
      plans.set(pod, plan)
      const filter = filterBy(plan, rules, statuses)
      return { kind: 'filter', filter, perPod: claims.delayed.length > 0 }
    }
  }
}

/** Kinds of nodes: sums of conflicts, and after them the errors. */
function filterBy(
  plan: VolumePlan,
  { affinityReason }: VolumeBindingRules,
  statuses: PluginStatuses,
): StaticFilter {
  const kinds = Int32Array.from(plan.conflicts, (conflicts, node) =>
    plan.errorOf[node] === 0 ? conflicts : CONFLICT_KINDS - 1 + plan.errorOf[node],
  )
  const verdicts = new Map<number, number>([[0, 0]])
  for (const kind of kinds) {
    if (verdicts.has(kind)) continue
    const error = plan.errors[kind - CONFLICT_KINDS]
    const id =
      error === undefined
        ? statuses.id('UnschedulableAndUnresolvable', ...reasonsOf(kind, affinityReason))
        : statuses.id('Error', `running "${NAME}" filter plugin: ${error}`)
    verdicts.set(kind, id)
  }
  const verdictOfKind = Int32Array.from(
    { length: CONFLICT_KINDS + plan.errors.length },
    (_, kind) => verdicts.get(kind) ?? 0,
  )
  return new StaticFilter(kinds, verdictOfKind, (node) =>
    plan.claimConflicts(node).map((conflict) => describe(conflict, affinityReason)),
  )
}

function describe(
  { claim, conflict, volume, largestCapacityBytes }: ClaimConflict,
  affinityReason: string,
): Detail {
  const [reason = ''] = reasonsOf(conflict, affinityReason)
  if (conflict === VOLUME_MISSING) {
    const name = `${claim.namespace}/${claim.name}`
    return { kind: 'missingVolume', reason, claim: name, volume: claim.volumeName }
  }
  if (volume !== null) return describeBoundVolume(claim, volume, reason)
  return describeUnboundClaim(claim, largestCapacityBytes, reason)
}

function prepareScore(
  { cluster, pod }: Preparation,
  rules: VolumeBindingRules,
  shape: Shape,
  plans: Plans,
): PreScoreResult {
  if (!rules.storageCapacityScoring) return SKIP_SCORE
  const claims = podClaims(cluster.volumes, pod)
  if (claims.kind !== 'usable' || claims.delayed.length === 0) {
    // Nothing is to be bound.
    return scoring(StaticScorer.indifferent(cluster.nodes.count))
  }
  const plan = plans.get(pod) ?? new VolumePlan(cluster, claims, rules.attributesClasses)
  return { kind: 'score', scorer: new StorageCapacityScorer(plan, shape), perPod: true }
}

/** AssumePodVolumes: chosen volumes are kept for their claims, the others' claims for the node. */
function reserve(
  { cluster, pod, node }: { cluster: Cluster; pod: Pod; node: number },
  { attributesClasses }: VolumeBindingRules,
  plans: Plans,
): void {
  const claims = podClaims(cluster.volumes, pod)
  if (claims.kind !== 'usable' || claims.delayed.length === 0) return
  const plan = plans.get(pod) ?? new VolumePlan(cluster, claims, attributesClasses)
  const provisions = plan.provisionsOn(node)
  for (const { claim, volume } of plan.volumesOn(node)) {
    const { namespace, name, uid } = claim
    volume.claimRef = { namespace, name, uid }
  }
  for (const { claim } of provisions) claim.selectedNode = cluster.nodes.names[node]
}

export function volumeBindingPlugin(rules: VolumeBindingRules): PluginRegistration {
  const { attributesClasses, storageCapacityScoring } = rules
  const notFound = 'not found'
  return {
    name: NAME,
    summary:
      "Admits nodes that the pod's bound volumes reach and where its other claims find a volume or capacity.",
    notes: [
      ...(attributesClasses ? ['Claims and volumes may name a VolumeAttributesClass'] : []),
      ...(storageCapacityScoring ? ['VolumeBinding scores free storage capacity'] : []),
    ],
    points: ['preFilter', 'filter', 'preScore', 'score', 'reserve', 'preBind'],
    missingState: {
      filter: notFound,
      findsInFilter: true,
      ...(storageCapacityScoring ? { scoreWithoutPreFilter: notFound } : {}),
    },
    implementation: withArgs(
      { defaults: null, read: (fields) => readVolumeBindingArgs(fields, rules.shapeGate) },
      (shape) => volumeBinding(rules, shape),
    ),
  }
}

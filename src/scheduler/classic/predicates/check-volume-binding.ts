import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { Detail } from '../../framework/detail.ts'
import { type PreFilterResult, type Preparation, SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import {
  describeBoundVolume,
  describeUnboundClaim,
} from '../../plugins/volume-binding/claim-detail.ts'
import {
  type BindingRules,
  chooseVolumes,
  type StaticBinding,
} from '../../plugins/volume-binding/static-binding.ts'
import { planProvision, provisionConflict } from '../../plugins/volume-binding/volume-provision.ts'
import type { PluginFactory } from '../context.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import { VOLUME_BINDING, VOLUME_NODE_AFFINITY } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'
import { claimsByState } from './volume-claims.ts'

/** Volume modes and phases are not looked at yet. */
const RULES: BindingRules = {
  fits: (volume, claim) => volume.capacityNano >= (claim.requestNano ?? 0n) && !volume.deleting,
  isFreeFor: (volume, claim) =>
    selectorMatches(claim.selector, volume.labels) &&
    claim.accessModes.every((mode) => volume.accessModes.includes(mode)),
}

/** Keeps pods where their volumes are, or can be bound or (1.12) made, and takes these with the pod. */
export const checkVolumeBinding: PluginFactory = (name, { release }) => {
  // One pod's plan serves filter and reserve; nothing changes in between.
  const plans = new WeakMap<Pod, VolumePlan>()
  return {
    name,
    prepareFilter: (preparation) => prepareFilter(preparation, release, plans),
    reserve: (cluster, pod, node) => plans.get(pod)?.take(cluster, node),
  }
}

const AFFINITY_CONFLICT = 1
const NOTHING_TO_BIND = 2
const VOLUME_MISSING = 4

function prepareFilter(
  { cluster, pod, statuses }: Preparation,
  release: ClassicRelease,
  plans: WeakMap<Pod, VolumePlan>,
): PreFilterResult {
  if (!pod.signature.volumes.some(({ kind }) => kind === 'claim')) return SKIP
  const claims = claimsByState(cluster, pod, release)
  if (claims.kind === 'failed') {
    const error = statuses.id('Error', claims.error)
    const none = new Uint8Array(cluster.nodes.count)
    const filter = new StaticFilter(none, [error], () => [])
    return { kind: 'filter', filter, perPod: true }
  }
  const plan = new VolumePlan(cluster, release, claims.bound, claims.delayed)
  plans.set(pod, plan)
  const verdicts = [
    0,
    rejectionId(statuses, release, VOLUME_NODE_AFFINITY),
    rejectionId(statuses, release, VOLUME_BINDING),
    rejectionId(statuses, release, VOLUME_NODE_AFFINITY, VOLUME_BINDING),
    ...plan.missing.map((one) =>
      statuses.id('Error', `could not find v1.PersistentVolume "${one}"`),
    ),
  ]
  const filter = new StaticFilter(plan.conflicts, verdicts, (node) => plan.details(node))
  return { kind: 'filter', filter, perPod: true }
}

/** Where a pod's claims can be served, and by what, on all nodes at once (FindPodVolumes). */
class VolumePlan {
  /** By node: the sum of its conflicts; from VOLUME_MISSING on, which of `missing` ends the look. */
  readonly conflicts: Uint8Array
  readonly missing: string[] = []
  private readonly bound: readonly BoundClaim[]
  private readonly bindings: readonly StaticBinding[]
  private readonly unserved: readonly UnservedClaim[]

  constructor(
    cluster: Cluster,
    release: ClassicRelease,
    bound: readonly PersistentVolumeClaim[],
    delayed: readonly PersistentVolumeClaim[],
  ) {
    const { nodes, volumes } = cluster
    this.conflicts = new Uint8Array(nodes.count)
    this.bound = bound.map((claim) => boundClaim(cluster, claim))
    for (const one of this.bound) this.judgeBound(one)
    this.bindings = chooseVolumes(volumes, volumes.topology(nodes), delayed, nodes.count, RULES)
    this.unserved = this.bindings.map((binding) => ({
      claim: binding.claim,
      on: unservedNodes(cluster, release, binding),
    }))
    for (const { on } of this.unserved) {
      for (let node = 0; node < nodes.count; node++) {
        if (on(node) && this.conflicts[node] < VOLUME_MISSING) {
          this.conflicts[node] |= NOTHING_TO_BIND
        }
      }
    }
  }

  /** On each node the first bound claim that fails decides for all of them. */
  private judgeBound({ claim, volume, reachable }: BoundClaim): void {
    if (volume === undefined) this.missing.push(claim.volumeName)
    for (let node = 0; node < this.conflicts.length; node++) {
      if (this.conflicts[node] !== 0 || reachable[node] === 1) continue
      this.conflicts[node] =
        volume === undefined ? VOLUME_MISSING - 1 + this.missing.length : AFFINITY_CONFLICT
    }
  }

  /** AssumePodVolumes: chosen volumes are kept for their claims, the others made for the node. */
  take({ nodes }: Cluster, node: number): void {
    for (const { claim, candidates, chosen } of this.bindings) {
      const volume = candidates[chosen[node]]
      const { namespace, name, uid } = claim
      if (volume === undefined) claim.selectedNode = nodes.names[node]
      else volume.claimRef = { namespace, name, uid }
    }
  }

  details(node: number): Detail[] {
    const conflicts = this.conflicts[node]
    if (conflicts >= VOLUME_MISSING) return []
    const hasAffinityConflict = (conflicts & AFFINITY_CONFLICT) !== 0
    const failed = hasAffinityConflict ? this.bound.find((one) => one.reachable[node] === 0) : null
    const unserved = this.unserved.filter(({ on }) => on(node))
    return [
      ...(failed?.volume === undefined
        ? []
        : [describeBoundVolume(failed.claim, failed.volume, VOLUME_NODE_AFFINITY)]),
      ...unserved.map(({ claim }) => describeUnboundClaim(claim, null, VOLUME_BINDING)),
    ]
  }
}

interface BoundClaim {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume | undefined
  /** One byte a node. */
  readonly reachable: Uint8Array
}

function boundClaim({ nodes, volumes }: Cluster, claim: PersistentVolumeClaim): BoundClaim {
  const volume = volumes.volume(claim.volumeName)
  const reachable = new Uint8Array(nodes.count)
  for (const node of volume === undefined ? [] : volumes.topology(nodes).rowsOf(volume)) {
    reachable[node] = 1
  }
  return { claim, volume, reachable }
}

interface UnservedClaim {
  readonly claim: PersistentVolumeClaim
  readonly on: (node: number) => boolean
}

/** Nodes where no volume is there for the claim and none can be made. */
function unservedNodes(
  { nodes, volumes }: Cluster,
  release: ClassicRelease,
  { claim, chosen }: StaticBinding,
): (node: number) => boolean {
  if (!release.provisionsVolumes) return (node) => chosen[node] < 0
  const provision = planProvision(volumes, volumes.topology(nodes), claim, nodes.count)
  // No driver tracks its capacity yet.
  const untracked = { ...provision, capacities: null }
  return (node) => chosen[node] < 0 && provisionConflict(untracked, node) !== 0
}

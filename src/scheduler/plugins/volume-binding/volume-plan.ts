import type { Cluster } from '../../../snapshot/cluster.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PersistentVolumeClaim } from '../../../snapshot/storage/persistent-volume-claim.ts'
import type { StorageCapacity } from '../../../snapshot/storage/storage-objects.ts'
import type { BoundReach } from '../../../snapshot/storage/volume-topology.ts'
import type { UsableClaims } from '../../framework/pod-claims.ts'
import { chooseVolumes, type StaticBinding } from './static-binding.ts'
import { AFFINITY_CONFLICT, NOTHING_TO_BIND, VOLUME_MISSING } from './volume-conflict.ts'
import { type Provision, planProvision, provisionConflict } from './volume-provision.ts'

export interface ChosenVolume {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume
}

export interface ChosenProvision {
  readonly claim: PersistentVolumeClaim
  /** The storage that has room for it, where its driver publishes capacity. */
  readonly capacity: StorageCapacity | null
}

/** One claim that a node cannot serve; `conflict` is one of volume-conflict.ts. */
export interface ClaimConflict {
  readonly claim: PersistentVolumeClaim
  readonly conflict: number
  readonly volume: PersistentVolume | null
  readonly largestCapacityBytes: number | null
}

interface BoundClaim {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume | null
  readonly reach: BoundReach | null
}

/** Where a pod's claims can be served, and by what, on all nodes at once (FindPodVolumes). */
export class VolumePlan {
  /** By node: the sum of its conflicts. */
  readonly conflicts: Uint8Array
  /** By node: an index of `errors` plus one, 0 for none. */
  readonly errorOf: Int32Array
  readonly errors: string[] = []
  private readonly nodeNames: readonly string[]
  private readonly bound: readonly BoundClaim[]
  /** Claims whose node was chosen when a pod before this one was placed. */
  private readonly selected: readonly Provision[]
  private readonly bindings: readonly StaticBinding[]
  /** The error, by its index plus one, of a claim that the release cannot look for volumes for. */
  private readonly unsupported: number = 0
  /** For each binding: what happens where no volume is there. */
  private readonly fallbacks: readonly Provision[]

  constructor(
    { nodes, volumes }: Cluster,
    { bound, delayed }: UsableClaims,
    attributesClasses: boolean,
  ) {
    const reach = volumes.topology(nodes)
    const plan = (claim: PersistentVolumeClaim) => planProvision(volumes, reach, claim, nodes.count)
    this.nodeNames = nodes.names
    this.conflicts = new Uint8Array(nodes.count)
    this.errorOf = new Int32Array(nodes.count)
    this.bound = bound.map((claim) => {
      const volume = volumes.volume(claim.volumeName) ?? null
      return { claim, volume, reach: volume === null ? null : volumes.reachOfBound(nodes, volume) }
    })
    this.selected = delayed.filter(({ selectedNode }) => selectedNode !== null).map(plan)
    const unselected = delayed.filter(({ selectedNode }) => selectedNode === null)
    this.bindings = chooseVolumes(volumes, reach, unselected, nodes.count)
    const unsupported = this.bindings.find(({ claim }) => claim.attributesClassName !== '')
    this.fallbacks = this.bindings.map(({ claim }) => plan(claim))
    for (const one of this.bound) this.judgeBound(one)
    if (!attributesClasses && unsupported !== undefined) {
      this.unsupported = this.errors.push(unsupportedClass(unsupported.claim))
    }
    if (delayed.length > 0) this.judgeDelayed()
  }

  /** On each node the first bound claim that fails decides for all of them. */
  private judgeBound({ reach }: BoundClaim): void {
    const { conflicts, errorOf } = this
    if (reach !== null && reach.error !== null) {
      this.errors.push(`could not translate pv: ${reach.error}`)
    }
    for (let node = 0; node < conflicts.length; node++) {
      if (conflicts[node] !== 0 || errorOf[node] !== 0) continue
      if (reach === null) conflicts[node] = VOLUME_MISSING
      else if (reach.failing?.[node] === 1) errorOf[node] = this.errors.length
      else if (reach.match[node] === 0) conflicts[node] = AFFINITY_CONFLICT
    }
  }

  private judgeDelayed(): void {
    for (let node = 0; node < this.conflicts.length; node++) {
      if (this.selectedElsewhere(node) !== undefined) this.conflicts[node] |= NOTHING_TO_BIND
      else if (this.unsupported > 0) this.errorOf[node] ||= this.unsupported
      else {
        const unserved = this.firstUnserved(node)
        if (unserved !== undefined) this.conflicts[node] |= provisionConflict(unserved, node)
      }
    }
  }

  private selectedElsewhere(node: number): Provision | undefined {
    const name = this.nodeNames[node]
    return this.selected.find(({ claim }) => claim.selectedNode !== name)
  }

  private firstUnserved(node: number): Provision | undefined {
    for (const provision of this.selected) {
      if (provisionConflict(provision, node) !== 0) return provision
    }
    for (const [index, { chosen }] of this.bindings.entries()) {
      const provision = this.fallbacks[index]
      if (chosen[node] < 0 && provisionConflict(provision, node) !== 0) return provision
    }
    return undefined
  }

  /** Volumes that the pod takes on a node without conflict. */
  volumesOn(node: number): ChosenVolume[] {
    return this.bindings.flatMap(({ claim, candidates, chosen }) =>
      chosen[node] < 0 ? [] : [{ claim, volume: candidates[chosen[node]] }],
    )
  }

  /** Volumes that are made for the pod on a node without conflict. */
  provisionsOn(node: number): ChosenProvision[] {
    const unmatched = this.fallbacks.filter((_, index) => this.bindings[index].chosen[node] < 0)
    return [...this.selected, ...unmatched].map(({ claim, capacities, capacityOf }) => ({
      claim,
      capacity: capacities?.[capacityOf[node]] ?? null,
    }))
  }

  /** The claims behind a node's conflicts. */
  claimConflicts(node: number): ClaimConflict[] {
    const found: ClaimConflict[] = []
    const failed = this.bound.find(({ reach }) => reach?.match[node] !== 1)
    if (failed !== undefined) {
      const conflict = failed.volume === null ? VOLUME_MISSING : AFFINITY_CONFLICT
      const { claim, volume } = failed
      found.push({ claim, volume, conflict, largestCapacityBytes: null })
    }
    const elsewhere = this.selectedElsewhere(node)
    if (elsewhere !== undefined) {
      const { claim, largestCapacityBytes } = elsewhere
      found.push({ claim, volume: null, conflict: NOTHING_TO_BIND, largestCapacityBytes })
      return found
    }
    const unserved = this.firstUnserved(node)
    if (unserved === undefined) return found
    const conflict = provisionConflict(unserved, node)
    const { claim, largestCapacityBytes } = unserved
    return [...found, { claim, volume: null, conflict, largestCapacityBytes }]
  }
}

function unsupportedClass({ namespace, name }: PersistentVolumeClaim): string {
  const claim = `claim ${namespace}/${name}`
  return `unsupported volumeAttributesClassName is set on ${claim} when the feature-gate VolumeAttributesClass is disabled`
}

import { podClaims } from '../../scheduler/framework/pod-claims.ts'
import type { Cluster } from '../../snapshot/cluster.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf, namespaceOf, textAt } from '../../snapshot/json/raw-object.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import { isVolumeOf } from '../../snapshot/storage/persistent-volume-claim.ts'
import { type ObjectWrites, versionNumber } from '../api-server/object-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import type { PreBinding } from './pre-binding.ts'

const SELECTED_NODE = 'volume.kubernetes.io/selected-node'
const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed'
const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller'

/** One claim that is bound once its pod has a node. */
interface ClaimToBind {
  /** namespace/name */
  readonly claim: string
  /** The volume that was chosen; null: one is made for the node. */
  readonly volume: string | null
}

/** What a placement that the cluster has already binds; empty for nothing. */
export function claimsToBind(cluster: Cluster, pod: Pod): ClaimToBind[] {
  const claims = podClaims(cluster.volumes, pod)
  if (claims.kind !== 'usable') return []
  return claims.delayed.map((claim) => {
    const { namespace, name, className, selectedNode } = claim
    const chosen =
      selectedNode === null
        ? cluster.volumes.volumesOfClass(className).find((volume) => isVolumeOf(volume, claim))
        : undefined
    return { claim: `${namespace}/${name}`, volume: chosen?.name ?? null }
  })
}

/**
 * The volumes of one pod: chosen ones are kept for their claims, of others the claims are told the
 * node; then the volume controller and the provisioner bind them (BindPodVolumes).
 */
export class VolumeBinding implements PreBinding {
  private readonly mirror: ClusterMirror
  private readonly writes: ObjectWrites
  private readonly claims: readonly ClaimToBind[]
  private readonly node: string
  private readonly limitMs: number
  /** As they were written, by kind and name. */
  private readonly written = new Map<string, JsonObject>()

  constructor(
    mirror: ClusterMirror,
    writes: ObjectWrites,
    { claims, node, limitMs }: { claims: readonly ClaimToBind[]; node: string; limitMs: number },
  ) {
    this.mirror = mirror
    this.writes = writes
    this.claims = claims
    this.node = node
    this.limitMs = limitMs
  }

  async write(): Promise<void> {
    for (const { claim, volume } of this.claims) {
      if (volume !== null) await this.keepVolume(claim, volume)
    }
    for (const { claim, volume } of this.claims) {
      if (volume === null) await this.selectNode(claim)
    }
  }

  async settle(signal: AbortSignal): Promise<string | null> {
    const names = this.claims.flatMap(({ claim, volume }) => [
      `persistentVolumeClaims ${claim}`,
      ...(volume === null ? [] : [`persistentVolumes ${volume}`]),
    ])
    names.push(`nodes ${this.node}`)
    const found = await this.mirror.waits.until(names, () => this.progress(), signal, this.limitMs)
    if (found === 'timed out') return 'binding volumes: the time for it is over'
    if (found === 'aborted') return 'binding volumes: given up'
    return found.problem
  }

  /** What was not written is as the API server has it again; what was written stays. */
  undo(): void {
    for (const { claim, volume } of this.claims) {
      this.mirror.restore('persistentVolumeClaims', claim)
      if (volume !== null) this.mirror.restore('persistentVolumes', volume)
    }
  }

  /** GetBindVolumeToClaim */
  private async keepVolume(claimKey: string, name: string): Promise<void> {
    const volume = this.seen('persistentVolumes', name)
    const claim = this.seen('persistentVolumeClaims', claimKey)
    const namespace = namespaceOf(claim)
    const uid = textAt(claim, 'metadata', 'uid')
    const { spec } = volume
    const before = isObject(spec) ? spec['claimRef'] : undefined
    if (isObject(before) && before['uid'] === uid) {
      this.written.set(`persistentVolumes ${name}`, volume)
      return
    }
    const resourceVersion = textAt(claim, 'metadata', 'resourceVersion')
    const kind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' }
    const claimRef = { ...kind, namespace, name: nameOf(claim), uid, resourceVersion }
    // A volume that somebody kept for the claim was not bound by a controller.
    const annotations = before === undefined ? { [BOUND_BY_CONTROLLER]: 'yes' } : {}
    const patch = { metadata: { annotations }, spec: { claimRef } }
    const path = `/api/v1/persistentvolumes/${name}`
    this.written.set(`persistentVolumes ${name}`, await this.writes.patch(path, volume, patch))
  }

  private async selectNode(key: string): Promise<void> {
    const claim = this.seen('persistentVolumeClaims', key)
    const namespace = namespaceOf(claim)
    const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${nameOf(claim)}`
    const isSelected = annotationOf(claim, SELECTED_NODE) === this.node
    const patch = { metadata: { annotations: { [SELECTED_NODE]: this.node } } }
    const written = isSelected ? claim : await this.writes.patch(path, claim, patch)
    this.written.set(`persistentVolumeClaims ${key}`, written)
  }

  private seen(kind: 'persistentVolumes' | 'persistentVolumeClaims', key: string): JsonObject {
    const object = this.mirror.object(kind, key)
    if (object === undefined) throw new Error(`${kind} ${key} is gone`)
    return object
  }

  /** How far the controllers have come (checkBindings); undefined: not yet. */
  private progress(): { readonly problem: string | null } | undefined {
    const { mirror, node } = this
    if (!mirror.cluster.nodes.rowOf.has(node)) return { problem: `node ${node} is gone` }
    let isBound = true
    for (const { claim, volume } of this.claims) {
      const object = mirror.object('persistentVolumeClaims', claim)
      if (object === undefined) return { problem: `claim ${claim} is gone` }
      const problem = volume === null ? this.lostNode(claim, object) : this.lostClaim(volume)
      if (typeof problem === 'string') return { problem }
      isBound &&= problem === null && isFullyBound(object)
    }
    return isBound ? this.reached() : undefined
  }

  /** Null: all is well; undefined: the API server has not told yet of what was written. */
  private lostClaim(name: string): string | null | undefined {
    const volume = this.mirror.object('persistentVolumes', name)
    if (volume === undefined) return `volume ${name} is gone`
    if (this.isOlder(`persistentVolumes ${name}`, volume)) return undefined
    const { spec } = volume
    const isKept = textAt(spec, 'claimRef', 'uid') !== ''
    return isKept ? null : `ClaimRef got reset for pv "${name}"`
  }

  /** Where no volume can be made, its provisioner takes the node away again. */
  private lostNode(key: string, claim: JsonObject): string | null | undefined {
    if (this.isOlder(`persistentVolumeClaims ${key}`, claim)) return undefined
    const isSelected = annotationOf(claim, SELECTED_NODE) === this.node
    return isSelected ? null : `provisioning failed for PVC "${key}"`
  }

  private isOlder(name: string, object: JsonObject): boolean {
    const written = this.written.get(name)
    return written !== undefined && versionNumber(object) < versionNumber(written)
  }

  /** Volumes that were made for the node can be reached from there. */
  private reached(): { readonly problem: string | null } | undefined {
    const { mirror, node } = this
    mirror.flush()
    const { nodes, volumes } = mirror.cluster
    const row = nodes.rowOf.get(node) ?? -1
    for (const { claim, volume } of this.claims) {
      if (volume !== null) continue
      const name = textAt(mirror.object('persistentVolumeClaims', claim), 'spec', 'volumeName')
      const made = volumes.volume(name)
      if (made === undefined) return undefined
      if (volumes.reachOfBound(nodes, made).match[row] !== 1) {
        return { problem: `pv "${name}" node affinity doesn't match node "${node}"` }
      }
    }
    return { problem: null }
  }
}

function isFullyBound(claim: JsonObject): boolean {
  return textAt(claim, 'spec', 'volumeName') !== '' && annotationOf(claim, BIND_COMPLETED) !== ''
}

function annotationOf({ metadata }: JsonObject, name: string): string {
  return textAt(metadata, 'annotations', name)
}

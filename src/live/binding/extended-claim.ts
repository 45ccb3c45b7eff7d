import { extendedClaimPrefix } from '../../scheduler/plugins/dynamic-resources/extended-claim.ts'
import { EXTENDED_RESOURCE_ANNOTATION } from '../../snapshot/devices/resource-claim.ts'
import type { JsonObject } from '../../snapshot/json/fields.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { versionNumber } from '../api-server/object-writes.ts'
import type { PodName } from '../api-server/pod-writes.ts'
import type { ClusterMirror } from '../mirror/mirror.ts'
import type { Writes } from '../writes.ts'
import { type ClaimToMake, deleteClaim, pathOfClaims } from './device-claims.ts'

const KIND = 'resourceClaims'

/**
 * The claim for a pod's extended resources that devices serve (extendeddynamicresources.go). Until it
 * is made and has its devices, the cluster has one of a name that no claim can have in its place.
 */
export class ExtendedClaim {
  private readonly mirror: ClusterMirror
  private readonly writes: Writes
  private readonly pod: PodName
  private readonly toMake: ClaimToMake
  private made: JsonObject | null = null

  constructor(mirror: ClusterMirror, writes: Writes, pod: PodName, toMake: ClaimToMake) {
    this.mirror = mirror
    this.writes = writes
    this.pod = pod
    this.toMake = toMake
  }

  async make(): Promise<JsonObject> {
    const { namespace, name, uid } = this.pod
    const owner = { apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }
    this.made = await this.writes.objects.create(pathOfClaims(namespace), {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: {
        namespace,
        generateName: extendedClaimPrefix(name),
        ownerReferences: [owner],
        annotations: { [EXTENDED_RESOURCE_ANNOTATION]: 'true' },
      },
      spec: { devices: { requests: this.toMake.requests } },
    })
    return this.made
  }

  /** It has its devices: it stands for itself in the cluster, and the pod is told of it. */
  async given(claim: JsonObject, key: string): Promise<void> {
    const told = this.mirror.object(KIND, key)
    const isNews = told === undefined || versionNumber(told) < versionNumber(claim)
    if (isNews) this.mirror.put(KIND, claim)
    this.dropStandIn()
    const { requestMappings } = this.toMake
    const status = { requestMappings, resourceClaimName: nameOf(claim) }
    await this.writes.pods.tellExtendedClaim(this.pod, status)
  }

  /** The pod is not bound. */
  async undo(): Promise<void> {
    this.dropStandIn()
    if (this.made === null) return
    // What could not be deleted is stale at the pod's next attempt, which deletes it.
    await deleteClaim(this.writes.objects, this.made).catch(() => {})
  }

  private dropStandIn(): void {
    const { namespace, name } = this.pod
    this.mirror.drop(KIND, { namespace, name: extendedClaimPrefix(name) })
  }
}

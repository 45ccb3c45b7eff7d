import type { Pod } from '../cluster.ts'
import type { Fields } from '../json/fields.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { type ResourceClaim, readResourceClaim } from './resource-claim.ts'

/** Every device class is also a resource of this prefix and its name. */
export const CLASS_RESOURCE_PREFIX = 'deviceclass.resource.kubernetes.io/'

/** Objects of dynamic resource allocation; the devices themselves (ResourceSlices) are not read. */
export class DeviceObjects {
  private readonly claims = new Map<string, ResourceClaim>()
  private readonly madeForPods: ResourceClaim[] = []
  private readonly classes = new Set<string>()
  private readonly classByResource = new Map<string, string>()

  add(kind: SnapshotResource, object: Fields): void {
    if (kind === 'resourceClaims') this.addClaim(readResourceClaim(object))
    else if (kind === 'deviceClasses') this.addClass(object)
  }

  private addClaim(claim: ResourceClaim): void {
    this.claims.set(`${claim.namespace}/${claim.name}`, claim)
    if (claim.isForExtendedResources) this.madeForPods.push(claim)
  }

  private addClass(object: Fields): void {
    const name = object.object('metadata')?.string('name') ?? ''
    const resource = object.object('spec')?.string('extendedResourceName')
    this.classes.add(name)
    this.classByResource.set(`${CLASS_RESOURCE_PREFIX}${name}`, name)
    if (resource !== undefined) this.classByResource.set(resource, name)
  }

  claim(namespace: string, name: string): ResourceClaim | undefined {
    return this.claims.get(`${namespace}/${name}`)
  }

  /** The claim that an earlier attempt made for the pod's extended resources. */
  extendedResourceClaimOf(pod: Pod): ResourceClaim | undefined {
    return this.madeForPods.find((claim) => claim.controllerUid === pod.uid)
  }

  hasClass(name: string): boolean {
    return this.classes.has(name)
  }

  /** A device class that serves the resource where nodes do not offer it themselves. */
  classOfResource(name: string): string | undefined {
    return this.classByResource.get(name)
  }
}

import type { Pod } from '../cluster.ts'
import type { Reader } from '../reads.ts'
import { isExtendedResource } from '../resources/resource-names.ts'
import { CLASS_RESOURCE_PREFIX, type DeviceObjects } from './device-objects.ts'
import type { ResourceClaim } from './resource-claim.ts'

/** Objects of dynamic resource allocation as one rule reads them: every kind that it looks into is noted. */
export class DeviceReader {
  private readonly objects: DeviceObjects
  private readonly reader: Reader | null

  constructor(objects: DeviceObjects, reader: Reader | null) {
    this.objects = objects
    this.reader = reader
  }

  claim(namespace: string, name: string): ResourceClaim | undefined {
    this.reader?.reads('resourceClaims')
    return this.objects.claim(namespace, name)
  }

  /** The claim that an earlier attempt made for the pod's extended resources. */
  extendedResourceClaimOf(pod: Pod): ResourceClaim | undefined {
    this.reader?.reads('resourceClaims')
    return this.objects.extendedResourceClaimOf(pod)
  }

  hasClass(name: string): boolean {
    this.reader?.reads('deviceClasses')
    return this.objects.hasClass(name)
  }

  /** A device class that serves the resource where nodes do not offer it themselves. */
  classOfResource(name: string): string | undefined {
    // Device classes can serve no other resource, so none is looked for.
    if (!isExtendedResource(name) && !name.startsWith(CLASS_RESOURCE_PREFIX)) return undefined
    this.reader?.reads('deviceClasses')
    return this.objects.classOfResource(name)
  }
}

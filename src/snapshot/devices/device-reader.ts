import type { Pod } from '../pods/pod.ts'
import type { Reader } from '../reads.ts'
import { isExtendedResource } from '../resources/resource-names.ts'
import type { DeviceClass } from './device-class.ts'
import type { AskedOfDevices, DeviceObjects } from './device-objects.ts'
import { CLASS_RESOURCE_PREFIX } from './extended-resources.ts'
import type { ResourceClaim } from './resource-claim.ts'

/** Where the objects are; edits put others there. */
interface DeviceSource {
  readonly parts: { readonly devices: DeviceObjects }
}

/** Objects of dynamic resource allocation as one rule reads them: every kind that it looks into is noted. */
export class DeviceReader {
  private readonly source: DeviceSource
  private readonly reader: Reader | null

  constructor(source: DeviceSource, reader: Reader | null) {
    this.source = source
    this.reader = reader
  }

  private get objects(): DeviceObjects {
    return this.source.parts.devices
  }

  claim(namespace: string, name: string): ResourceClaim | undefined {
    this.reader?.reads('resourceClaims')
    return this.objects.claim(namespace, name)
  }

  /** The claim that was made of a template for the pod; undefined: none was. */
  madeClaim(pod: Pod, name: string): ResourceClaim | undefined {
    if (!this.objects.defaulting) return undefined
    this.reader?.reads('resourceClaimTemplates')
    return this.objects.templates.claimOf(pod, name)
  }

  /** The claim that an earlier attempt made for the pod's extended resources. */
  extendedResourceClaimOf(pod: Pod): ResourceClaim | undefined {
    this.reader?.reads('resourceClaims')
    return this.objects.extendedResourceClaimOf(pod)
  }

  deviceClass(name: string): DeviceClass | undefined {
    this.reader?.reads('deviceClasses')
    return this.objects.deviceClass(name)
  }

  /** A device class that serves the resource where nodes do not offer it themselves. */
  classOfResource(name: string): DeviceClass | undefined {
    // Device classes can serve no other resource, so none is looked for.
    if (!mayBeServed(name)) return undefined
    this.reader?.reads('deviceClasses')
    return this.objects.classOfResource(name)
  }

  /** All of it, for who gives devices to claims; rules that taint devices count only in some releases. */
  everything(withTaintRules: boolean): DeviceObjects {
    this.reader?.reads('resourceSlices')
    this.reader?.reads('resourceClaims')
    if (withTaintRules) this.reader?.reads('deviceTaintRules')
    return this.objects
  }

  get asked(): AskedOfDevices {
    return this.objects.asked
  }

  ask(asked: Partial<AskedOfDevices>): void {
    this.objects.asked = { ...this.objects.asked, ...asked }
  }

  /** Claims change as pods are placed. */
  get changing(): Pick<DeviceObjects, 'allocate'> {
    return this.objects
  }
}

/** schedutil.IsDRAExtendedResourceName. */
export function mayBeServed(resource: string): boolean {
  return isExtendedResource(resource) || resource.startsWith(CLASS_RESOURCE_PREFIX)
}

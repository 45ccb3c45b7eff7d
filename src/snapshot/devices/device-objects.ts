import type { Pod } from '../cluster.ts'
import type { Defaulted } from '../defaulting.ts'
import type { Fields } from '../json/fields.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import type { Allocation } from './allocation.ts'
import { withClaimDefaults } from './claim-defaults.ts'
import { ClaimTemplates } from './claim-templates.ts'
import { type DeviceClass, readDeviceClass } from './device-class.ts'
import { type DeviceTaintRule, readDeviceTaintRule } from './device-taint-rule.ts'
import { ExtendedResources } from './extended-resources.ts'
import { type ResourceClaim, readResourceClaim } from './resource-claim.ts'
import { type ResourceSlice, ResourceSliceReader } from './resource-slice.ts'

/** What the request says that upstream reads from a clock or draws. */
export interface AskedOfDevices {
  readonly nowMs: number | null
  /** Hexadecimal digits, at least 20; ids of shares begin with them. */
  readonly seed: string
}

/** Objects of dynamic resource allocation. Claims get their devices as pods are placed. */
export class DeviceObjects {
  asked: AskedOfDevices = { nowMs: null, seed: '0'.repeat(20) }
  /** Hand-written claims are completed, and those of templates are made (options.defaulting). */
  readonly defaulting: boolean
  readonly templates: ClaimTemplates
  readonly slices: ResourceSlice[] = []
  readonly taintRules: DeviceTaintRule[] = []
  /** Claims that have devices, those that got them in this request last. */
  readonly allocated: ResourceClaim[] = []
  private readonly claims = new Map<string, ResourceClaim>()
  private readonly madeForPods: ResourceClaim[] = []
  private readonly classes = new Map<string, DeviceClass>()
  private readonly reader = new ResourceSliceReader()
  private resources: ExtendedResources | null = null
  private sharesGiven = 0

  constructor(defaulting: boolean, templates: ClaimTemplates = new ClaimTemplates()) {
    this.defaulting = defaulting
    this.templates = templates
  }

  /** The same objects, free to change without these. */
  fork(): DeviceObjects {
    const copy = new DeviceObjects(this.defaulting, this.templates)
    copy.asked = this.asked
    copy.slices.push(...this.slices)
    copy.taintRules.push(...this.taintRules)
    for (const [name, deviceClass] of this.classes) copy.classes.set(name, deviceClass)
    for (const [key, claim] of this.claims) {
      const forked = { ...claim, reservedFor: [...claim.reservedFor] }
      copy.claims.set(key, forked)
      if (claim.isForExtendedResources) copy.madeForPods.push(forked)
    }
    for (const { namespace, name } of this.allocated) {
      const forked = copy.claim(namespace, name)
      if (forked !== undefined) copy.allocated.push(forked)
    }
    copy.resources = this.resources
    copy.sharesGiven = this.sharesGiven
    return copy
  }

  add(kind: SnapshotResource, object: Fields): void {
    if (kind === 'resourceClaims') this.addClaim(this.readClaim(object))
    else if (kind === 'resourceSlices') this.slices.push(this.reader.read(object))
    else if (kind === 'deviceTaintRules') this.taintRules.push(readDeviceTaintRule(object))
    else if (kind === 'deviceClasses') this.addClass(readDeviceClass(object))
    else if (kind === 'resourceClaimTemplates') this.templates.add(object)
  }

  private readClaim(object: Fields): ResourceClaim {
    const claim = readResourceClaim(object)
    return this.defaulting ? { ...claim, devices: withClaimDefaults(claim.devices) } : claim
  }

  private addClass(deviceClass: DeviceClass): void {
    this.classes.set(deviceClass.name, deviceClass)
    this.resources = null
  }

  addClaim(claim: ResourceClaim): void {
    this.claims.set(claimKey(claim.namespace, claim.name), claim)
    if (claim.isForExtendedResources) this.madeForPods.push(claim)
    if (claim.allocation !== null) this.allocated.push(claim)
  }

  /** Makes the claims that a pod wants from templates, as their controller would. */
  makeClaims(pod: Pod): Defaulted[] {
    return this.defaulting ? this.templates.makeFor(pod, (claim) => this.addClaim(claim)) : []
  }

  claim(namespace: string, name: string): ResourceClaim | undefined {
    return this.claims.get(claimKey(namespace, name))
  }

  /** The claim has these devices from here on. */
  allocate(claim: ResourceClaim, allocation: Allocation): void {
    claim.allocation = allocation
    this.allocated.push(claim)
    this.sharesGiven += allocation.devices.filter(({ shareId }) => shareId !== null).length
  }

  /** The claim that an earlier attempt made for the pod's extended resources. */
  extendedResourceClaimOf({ name, uid }: Pod): ResourceClaim | undefined {
    return this.madeForPods.find(
      ({ controller }) => controller?.uid === uid && controller.name === name,
    )
  }

  /** Draws ids for shares, the same ones until some of them are given. */
  shareIds(): () => string {
    let next = this.sharesGiven
    return () => {
      const digits = `${this.asked.seed.slice(0, 20)}${(next++).toString(16).padStart(12, '0')}`
      return [8, 12, 16, 20, 32]
        .map((end, part) => digits.slice([0, 8, 12, 16, 20][part], end))
        .join('-')
    }
  }

  deviceClass(name: string): DeviceClass | undefined {
    return this.classes.get(name)
  }

  /** A device class that serves the resource where nodes do not offer it themselves. */
  classOfResource(resource: string): DeviceClass | undefined {
    this.resources ??= new ExtendedResources([...this.classes.values()])
    return this.resources.classOf(resource)
  }
}

function claimKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

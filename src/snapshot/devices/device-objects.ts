import type { Defaulted } from '../defaulting.ts'
import { editedList, editMap, hasName } from '../edits/edited.ts'
import type { Fields } from '../json/fields.ts'
import type { Pod } from '../pods/pod.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import type { ObjectEdit, ObjectName } from '../workloads/read-workload.ts'
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
  slices: ResourceSlice[] = []
  taintRules: DeviceTaintRule[] = []
  /** Claims that have devices, those that got them in this request last. */
  allocated: ResourceClaim[] = []
  private readonly claims = new Map<string, ResourceClaim>()
  private madeForPods: ResourceClaim[] = []
  private readonly classes = new Map<string, DeviceClass>()
  private readonly reader: ResourceSliceReader
  private resources: ExtendedResources | null = null
  private sharesGiven = 0

  constructor(
    defaulting: boolean,
    templates: ClaimTemplates = new ClaimTemplates(),
    reader: ResourceSliceReader = new ResourceSliceReader(),
  ) {
    this.defaulting = defaulting
    this.templates = templates
    this.reader = reader
  }

  /** The same objects, free to change without these. */
  fork(): DeviceObjects {
    const forks = new Map<ResourceClaim, ResourceClaim>()
    const forkOf = (claim: ResourceClaim): ResourceClaim => {
      const { reservedFor, conditionsOf } = claim
      const known = forks.get(claim)
      const fork = known ?? {
        ...claim,
        reservedFor: [...reservedFor],
        conditionsOf: new Map(conditionsOf),
      }
      forks.set(claim, fork)
      return fork
    }
    const copy = this.copied(this.templates.fork(forkOf))
    for (const [key, claim] of this.claims) copy.claims.set(key, forkOf(claim))
    copy.madeForPods = this.madeForPods.map(forkOf)
    copy.allocated = this.allocated.map(forkOf)
    copy.sharesGiven = this.sharesGiven
    return copy
  }

  /** The objects once some are as given, or gone; these here stay as they are. */
  edited(kind: SnapshotResource, edits: readonly ObjectEdit[]): DeviceObjects {
    const isTemplate = kind === 'resourceClaimTemplates'
    const copy = this.copied(isTemplate ? this.templates.edited(edits) : this.templates)
    for (const [name, claim] of this.claims) copy.claims.set(name, claim)
    copy.madeForPods = this.madeForPods
    copy.allocated = this.allocated
    copy.sharesGiven = this.sharesGiven
    if (kind === 'resourceSlices') {
      copy.slices = editedList(this.slices, edits, hasName, (object) => this.reader.read(object))
    } else if (kind === 'deviceTaintRules') {
      copy.taintRules = editedList(this.taintRules, edits, hasName, readDeviceTaintRule)
    } else if (kind === 'deviceClasses') {
      editMap(copy.classes, edits, ({ name }) => name, readDeviceClass)
      copy.resources = null
    } else if (kind === 'resourceClaims') copy.editClaims(edits)
    return copy
  }

  private editClaims(edits: readonly ObjectEdit[]): void {
    const before = new Set(this.claims.values())
    const keyOf = ({ namespace, name }: ObjectName) => claimKey(namespace, name)
    editMap(this.claims, edits, keyOf, (object) => this.readClaim(object))
    const claims = [...this.claims.values()]
    // Those that were made as pods were placed are not among the objects, unless they are edited by name.
    const edited = new Set(edits.map(keyOf))
    const made = this.allocated.filter((claim) => !before.has(claim) && !edited.has(keyOf(claim)))
    this.madeForPods = claims.filter(({ isForExtendedResources }) => isForExtendedResources)
    this.allocated = [...claims.filter(({ allocation }) => allocation !== null), ...made]
  }

  private copied(templates: ClaimTemplates): DeviceObjects {
    const copy = new DeviceObjects(this.defaulting, templates, this.reader)
    copy.asked = this.asked
    copy.slices = [...this.slices]
    copy.taintRules = [...this.taintRules]
    for (const [name, deviceClass] of this.classes) copy.classes.set(name, deviceClass)
    copy.resources = this.resources
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

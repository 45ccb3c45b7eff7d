import type { DeviceClass } from './device-class.ts'

/** Every device class is also a resource of this prefix and its name. */
export const CLASS_RESOURCE_PREFIX = 'deviceclass.resource.kubernetes.io/'

/** Which device class serves an extended resource (upstream's ExtendedResourceCache). */
export class ExtendedResources {
  private readonly classes = new Map<string, DeviceClass>()

  /** The classes are taken by name, as the API server lists them. */
  constructor(classes: readonly DeviceClass[]) {
    for (const one of classes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) this.add(one)
  }

  classOf(resource: string): DeviceClass | undefined {
    return this.classes.get(resource)
  }

  /** A class that loses its resource to one that is there already does not get its own name either. */
  private add(one: DeviceClass): void {
    const { extendedResourceName: resource, createdMs, name } = one
    const rival = resource === null ? undefined : this.classes.get(resource)
    if (rival !== undefined) {
      if (createdMs < rival.createdMs) return
      if (createdMs === rival.createdMs && name >= rival.name) return
    }
    if (resource !== null) this.classes.set(resource, one)
    this.classes.set(`${CLASS_RESOURCE_PREFIX}${name}`, one)
  }
}

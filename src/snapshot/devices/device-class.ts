import type { Fields, JsonObject } from '../json/fields.ts'

export interface DeviceClass {
  readonly name: string
  readonly selectors: readonly DeviceSelector[]
  /** Configurations for the driver, as written. */
  readonly config: readonly JsonObject[]
  /** The extended resource that it serves, null for none. */
  readonly extendedResourceName: string | null
  /** metadata.creationTimestamp in ms since the epoch, 0 without. */
  readonly createdMs: number
}

/** A CEL expression; null: a kind of selector that no release knows. */
export type DeviceSelector = string | null

export function readDeviceClass(deviceClass: Fields): DeviceClass {
  const metadata = deviceClass.object('metadata')
  const spec = deviceClass.objectOrEmpty('spec')
  return {
    name: metadata?.string('name') ?? '',
    selectors: readDeviceSelectors(spec),
    config: spec.objects('config').map(({ value }) => value),
    extendedResourceName: spec.string('extendedResourceName') ?? null,
    createdMs: metadata?.timeMs('creationTimestamp') ?? 0,
  }
}

export function readDeviceSelectors(owner: Fields): DeviceSelector[] {
  return owner.objects('selectors').map((selector) => {
    const cel = selector.object('cel')
    return cel === undefined ? null : (cel.string('expression') ?? '')
  })
}

/*
 * The facts behind "cannot allocate all claims". Claims are namespace/name, requests as results name
 * them (`gpu`, `gpu/small`), devices driver/pool/device.
 */

/** What a request wants, and what becomes of the devices that the node can reach. */
export interface DeviceRequestDetail {
  readonly kind: 'deviceRequest'
  readonly claim: string
  readonly request: string
  readonly deviceClass: string
  /** Null: all devices. */
  readonly wanted: number | null
  /** Devices that nothing speaks against, each by itself. */
  readonly suitable: number
  /** The others, by the first thing that speaks against them. */
  readonly failed: readonly DeviceFailure[]
  /** The device that comes closest, and what it lacks. */
  readonly nearest: { readonly device: string; readonly failed: DeviceFailure } | null
}

/** What speaks against some devices; the facts are those of one of them. */
export type DeviceFailure =
  | SelectorFailureFact
  | {
      readonly by: 'inUse'
      readonly devices: number
      readonly claim: string
      /** Pods that may use that claim. */
      readonly pods: readonly string[]
    }
  | {
      readonly by: 'capacity'
      readonly devices: number
      readonly capacity: string
      readonly wanted: string
      /** Null: the device has no such capacity. */
      readonly free: string | null
    }
  | {
      readonly by: 'counter'
      readonly devices: number
      readonly counterSet: string
      readonly counter: string
      readonly wanted: string
      readonly free: string
    }
  | {
      readonly by: 'taint'
      readonly devices: number
      readonly taint: { readonly key: string; readonly value: string; readonly effect: string }
    }
  /** It cannot be reached from the node, or the release does not know how to use it. */
  | { readonly by: 'node' | 'feature'; readonly devices: number }
  /** It lacks the attribute that a constraint compares. */
  | { readonly by: 'attribute'; readonly devices: number; readonly attribute: string }

export interface SelectorFailureFact {
  readonly by: 'classSelector' | 'requestSelector'
  readonly devices: number
  readonly expression: string
  /** What the expression reads, and what the device has there; null: nothing. */
  readonly values: readonly { readonly name: string; readonly value: string | null }[]
}

/** A constraint that not enough suitable devices meet together. */
export interface DeviceConstraintDetail {
  readonly kind: 'deviceConstraint'
  readonly claim: string
  readonly constraint: 'matchAttribute' | 'distinctAttribute'
  readonly attribute: string
  /** Devices that the constraint's requests want. */
  readonly wanted: number
  /** The most that could be had together, as far as the constraint alone is asked. */
  readonly together: number
}

/** A pool of devices that offers nothing. */
export interface DevicePoolDetail {
  readonly kind: 'devicePool'
  readonly driver: string
  readonly pool: string
  readonly state: 'incomplete' | 'invalid'
  /** What is wrong with an invalid one. */
  readonly problem: string | null
}

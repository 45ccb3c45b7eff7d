import type { Cidr, IpAddress } from './ip-address.ts'
import type { NamedFormat } from './named-format.ts'
import type { Quantity } from './quantity.ts'
import type { Semver } from './semver.ts'
import type { Duration, Timestamp } from './time.ts'
import type { Url } from './url.ts'

/** A value at run time: an int is a bigint, a double a number. */
export type CelValue =
  | boolean
  | bigint
  | number
  | string
  | null
  | Uint
  | Bytes
  | CelList
  | CelMap
  | Optional
  | TypeValue
  | Duration
  | Timestamp
  | Quantity
  | Semver
  | IpAddress
  | Cidr
  | Url
  | NamedFormat

/** A map; the order of its keys is that of their writing (Go's is random, so nothing may rest on it). */
export interface CelMap {
  readonly isCelMap: true
  readonly size: number
  find(key: CelValue): CelValue | undefined
  /** Whether the key is really there; find may answer with a default. */
  has(key: CelValue): boolean
  entries(): Iterable<readonly [CelValue, CelValue]>
}

/** What an expression comes to: a value, or why there is none. */
export type Outcome = CelValue | CelError

/** An error is a value that operators hand on; the logical ones may absorb it. */
export class CelError {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const NO_SUCH_OVERLOAD: CelError = new CelError('no such overload')

export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export class Bytes {
  readonly octets: Uint8Array

  constructor(octets: Uint8Array) {
    this.octets = octets
  }
}

export class CelList {
  readonly items: CelValue[]
  /** The accumulator of a loop: what is added to it goes into it. */
  readonly isGrowing: boolean

  constructor(items: CelValue[], isGrowing = false) {
    this.items = items
    this.isGrowing = isGrowing
  }
}

export class Optional {
  /** Undefined: optional.none(). */
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}

export const NONE: Optional = new Optional(undefined)

/** A type as a value: `int`, `type(x)`. */
export class TypeValue {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

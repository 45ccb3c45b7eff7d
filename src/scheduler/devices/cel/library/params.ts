import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  opaqueType,
  optionalType,
  STRING,
  TIMESTAMP,
  typeParam,
  UINT,
} from '../types/cel-type.ts'
import { isMap } from '../values/cel-map.ts'
import { Bytes, CelList, type CelMap, type CelValue, Optional, Uint } from '../values/cel-value.ts'
import { Cidr, IpAddress } from '../values/ip-address.ts'
import { NamedFormat } from '../values/named-format.ts'
import { Quantity } from '../values/quantity.ts'
import { Semver } from '../values/semver.ts'
import { Duration, Timestamp } from '../values/time.ts'
import { Url } from '../values/url.ts'

/** A parameter of a function: its type for the checker, and the values it takes at run time. */
export interface Param<T extends CelValue = CelValue> {
  readonly type: CelType
  accepts(value: CelValue): value is T
}

function param<T extends CelValue>(
  type: CelType,
  accepts: (value: CelValue) => value is T,
): Param<T> {
  return { type, accepts }
}

export const aBool: Param<boolean> = param(BOOL, (value) => typeof value === 'boolean')
export const anInt: Param<bigint> = param(INT, (value) => typeof value === 'bigint')
export const aUint: Param<Uint> = param(UINT, (value) => value instanceof Uint)
export const aDouble: Param<number> = param(DOUBLE, (value) => typeof value === 'number')
export const aString: Param<string> = param(STRING, (value) => typeof value === 'string')
export const someBytes: Param<Bytes> = param(BYTES, (value) => value instanceof Bytes)
export const aDuration: Param<Duration> = param(DURATION, (value) => value instanceof Duration)
export const aTimestamp: Param<Timestamp> = param(TIMESTAMP, (value) => value instanceof Timestamp)
export const aQuantity: Param<Quantity> = param(
  objectType('kubernetes.Quantity'),
  (value) => value instanceof Quantity,
)
export const aSemver: Param<Semver> = param(
  objectType('kubernetes.Semver'),
  (value) => value instanceof Semver,
)
export const aUrl: Param<Url> = param(objectType('kubernetes.URL'), (value) => value instanceof Url)
export const aFormat: Param<NamedFormat> = param(
  objectType('kubernetes.NamedFormat'),
  (value) => value instanceof NamedFormat,
)
export const anIp: Param<IpAddress> = param(
  opaqueType('net.IP', []),
  (value) => value instanceof IpAddress,
)
export const aCidr: Param<Cidr> = param(
  opaqueType('net.CIDR', []),
  (value) => value instanceof Cidr,
)

/** A value of any type; of two parameters with one name the types must go together. */
export function any(name: string): Param {
  return param(typeParam(name), (_value): _value is CelValue => true)
}

export const aDyn: Param = param(DYN, (_value): _value is CelValue => true)

/** At run time only the first element is looked at, as in cel-go. */
export function listOf(element: Param): Param<CelList> {
  return param(
    listType(element.type),
    (value): value is CelList =>
      value instanceof CelList && (value.items.length === 0 || element.accepts(value.items[0])),
  )
}

export function mapOf(key: Param, value: Param): Param<CelMap> {
  return param(mapType(key.type, value.type), (map): map is CelMap => {
    if (!isMap(map)) return false
    for (const [firstKey, firstValue] of map.entries()) {
      return key.accepts(firstKey) && value.accepts(firstValue)
    }
    return true
  })
}

export function optional(value: Param): Param<Optional> {
  return param(optionalType(value.type), (one): one is Optional => one instanceof Optional)
}

/** A type of which no value can be made here. */
export function never(name: string): Param<never> {
  return param(objectType(name), (_value): _value is never => false)
}

import {
  Bytes,
  CelError,
  CelList,
  type CelValue,
  Optional,
  type Outcome,
  TypeValue,
  Uint,
} from './cel-value.ts'
import { Cidr, IpAddress } from './ip-address.ts'
import { NamedFormat } from './named-format.ts'
import { Quantity } from './quantity.ts'
import { Semver } from './semver.ts'
import { Duration, Timestamp } from './time.ts'
import { Url } from './url.ts'

/** The name of a value's type at run time, where lists and maps have no parameters. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
    default:
      return value === null ? 'null_type' : objectTypeName(value)
  }
}

function objectTypeName(value: NonNullable<CelValue>): string {
  if (value instanceof Quantity) return 'kubernetes.Quantity'
  if (value instanceof CelList) return 'list'
  if (value instanceof Optional) return 'optional_type'
  if (value instanceof Semver) return 'kubernetes.Semver'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Bytes) return 'bytes'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof TypeValue) return 'type'
  if (value instanceof IpAddress) return 'net.IP'
  if (value instanceof Cidr) return 'net.CIDR'
  if (value instanceof Url) return 'kubernetes.URL'
  return value instanceof NamedFormat ? 'kubernetes.NamedFormat' : 'map'
}

export function isError(value: Outcome): value is CelError {
  return value instanceof CelError
}

import { isMap } from './cel-map.ts'
import {
  Bytes,
  CelList,
  type CelValue,
  NO_SUCH_OVERLOAD,
  Optional,
  type Outcome,
  TypeValue,
} from './cel-value.ts'
import { compareValues, isNumber } from './compare.ts'
import { Cidr, IpAddress } from './ip-address.ts'
import { NamedFormat } from './named-format.ts'
import { Quantity } from './quantity.ts'
import { Semver } from './semver.ts'
import { Duration, Timestamp } from './time.ts'
import { Url } from './url.ts'

/** Counts the comparing of nested values; false when there has been too much of it. */
export type Effort = (steps: number) => boolean

/** a == b: values of different types are unequal, except where Kubernetes' own types are on the left. */
export function equalValues(a: CelValue, b: CelValue, effort: Effort): Outcome {
  if (a === null || b === null) return a === b
  if (isNumber(a)) return isNumber(b) && compareValues(a, b) === 0
  if (typeof a !== 'object') return a === b
  if (a instanceof CelList) return equalLists(a, b, effort)
  if (isMap(a)) return equalMaps(a, b, effort)
  if (a instanceof Optional) return equalOptionals(a, b, effort)
  return equalObjects(a, b)
}

function equalObjects(a: object, b: CelValue): Outcome {
  if (a instanceof Quantity) {
    return b instanceof Quantity && !b.isPointer ? a.compare(b) === 0 : NO_SUCH_OVERLOAD
  }
  if (a instanceof Semver) return b instanceof Semver ? a.compare(b) === 0 : NO_SUCH_OVERLOAD
  if (a instanceof NamedFormat) {
    return b instanceof NamedFormat ? a.name === b.name : NO_SUCH_OVERLOAD
  }
  if (a instanceof IpAddress || a instanceof Cidr || a instanceof Url) return equalAddresses(a, b)
  return equalScalars(a, b)
}

function equalAddresses(a: IpAddress | Cidr | Url, b: CelValue): Outcome {
  if (a instanceof IpAddress) return b instanceof IpAddress ? a.equals(b) : NO_SUCH_OVERLOAD
  if (a instanceof Cidr) return b instanceof Cidr ? a.equals(b) : NO_SUCH_OVERLOAD
  return b instanceof Url ? a.equals(b) : NO_SUCH_OVERLOAD
}

function equalScalars(a: object, b: CelValue): boolean {
  if (a instanceof Bytes) return b instanceof Bytes && compareValues(a, b) === 0
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos
  return a instanceof TypeValue && b instanceof TypeValue && a.name === b.name
}

/** An element whose comparing fails counts as equal: an accident of upstream. */
function equalLists(a: CelList, b: CelValue, effort: Effort): boolean {
  if (!(b instanceof CelList) || a.items.length !== b.items.length) return false
  if (!effort(a.items.length)) return false
  return a.items.every((item, i) => equalValues(item, b.items[i], effort) !== false)
}

function equalMaps(a: CelValue, b: CelValue, effort: Effort): boolean {
  if (!isMap(a) || !isMap(b) || a.size !== b.size) return false
  if (!effort(a.size)) return false
  for (const [key, value] of a.entries()) {
    const other = b.find(key)
    if (other === undefined || equalValues(value, other, effort) === false) return false
  }
  return true
}

function equalOptionals(a: Optional, b: CelValue, effort: Effort): Outcome {
  if (!(b instanceof Optional)) return false
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return equalValues(a.value, b.value, effort)
}

import { parseQuantity } from '../../../snapshot/quantity/parse-quantity.ts'
import type { Quantity } from '../../../snapshot/quantity/quantity.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { labelKey } from '../metadata/names.ts'

const HUGE_PAGES = 'hugepages-'
const REQUESTS_HUGE_PAGES = 'requests.hugepages-'
const REQUESTS = 'requests.'

const STANDARD: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
])
const INTEGER: ReadonlySet<string> = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])
const STANDARD_OF_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage'])

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES)
}

/** IsNativeResource: no domain at all, or one of Kubernetes' own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/')
}

/** IsExtendedResourceName. */
export function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(REQUESTS)) return false
  return labelKey(`${REQUESTS}${name}`).length === 0
}

export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name)
}

/** Resources that a pod itself may ask for (component-helpers IsSupportedPodLevelResource). */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name)
}

/** validateResourceName. */
function validateResourceName(errors: FieldErrors, name: string, path: string): boolean {
  const complaints = labelKey(name)
  errors.invalidEach(path, new Json(name), complaints)
  if (complaints.length > 0) return false
  const isStandard = STANDARD.has(name) || isHugePages(name) || name.startsWith(REQUESTS_HUGE_PAGES)
  if (name.includes('/') || isStandard) return true
  errors.invalid(path, new Json(name), 'must be a standard resource type or fully qualified')
  return false
}

/** ValidateContainerResourceName: a bad name may be told twice. */
export function validateContainerResourceName(
  errors: FieldErrors,
  name: string,
  path: string,
): void {
  validateResourceName(errors, name, path)
  if (!name.includes('/')) {
    if (STANDARD_OF_CONTAINERS.has(name) || isHugePages(name)) return
    errors.invalid(path, new Json(name), 'must be a standard resource for containers')
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.invalid(path, new Json(name), "doesn't follow extended resource name standard")
  }
}

/** validatePodResourceName. */
export function validatePodResourceName(errors: FieldErrors, name: string, path: string): void {
  if (!validateResourceName(errors, name, path) || isPodLevelResource(name)) return
  errors.notSupported(path, new Json(name), ['cpu', HUGE_PAGES, 'memory'])
}

/** ValidateResourceQuantityValue. */
export function validateResourceQuantity(
  errors: FieldErrors,
  name: string,
  quantity: Quantity,
  path: string,
): void {
  if (quantity.sign < 0) {
    errors.invalid(path, quantity.toString(), 'must be greater than or equal to 0')
  }
  if ((INTEGER.has(name) || isExtendedResource(name)) && !quantity.isWhole) {
    errors.invalid(path, quantity, 'must be an integer')
  }
}

/** IsHugePageResourceValueDivisible. */
export function isWholeHugePages(name: string, quantity: Quantity): boolean {
  const size = parseQuantity(name.slice(HUGE_PAGES.length))
  if (!size.ok || size.quantity.sign <= 0 || !size.quantity.isWhole) return false
  const pages = size.quantity.value
  return pages !== 0n && quantity.value % pages === 0n
}

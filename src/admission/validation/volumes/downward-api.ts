import type { Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { labelKey } from '../metadata/names.ts'

export const VOLUME_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
export const ENVIRONMENT_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
/** What can be selected of a pod at all, by anything. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...VOLUME_FIELDS,
  ...ENVIRONMENT_FIELDS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
])
const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]

/** validateObjectFieldSelector. */
export function validateFieldRef(
  errors: FieldErrors,
  { apiVersion, fieldPath }: Struct<'ObjectFieldSelector'>,
  supported: readonly string[],
  path: string,
): void {
  if (apiVersion === '') return errors.required(`${path}.apiVersion`)
  if (fieldPath === '') return errors.required(`${path}.fieldPath`)
  const complaint = conversionComplaint(apiVersion, fieldPath)
  if (complaint !== null) {
    const detail = `error converting fieldPath: ${complaint}`
    return errors.invalid(`${path}.fieldPath`, fieldPath, detail)
  }
  const subscripted = splitSubscript(fieldPath)
  if (subscripted !== null) {
    const { field, subscript } = subscripted
    const key = field === 'metadata.annotations' ? subscript.toLowerCase() : subscript
    return errors.invalidEach(path, key, labelKey(key))
  }
  // Old clients send spec.host.
  const converted = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath
  if (!supported.includes(converted)) {
    errors.notSupported(`${path}.fieldPath`, converted, supported)
  }
}

/** ConvertDownwardAPIFieldLabel. */
function conversionComplaint(apiVersion: string, fieldPath: string): string | null {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`
  const subscripted = splitSubscript(fieldPath)
  if (subscripted !== null) {
    const { field } = subscripted
    if (field === 'metadata.annotations' || field === 'metadata.labels') return null
    return `field label does not support subscript: ${fieldPath}`
  }
  if (KNOWN_FIELDS.has(fieldPath) || fieldPath === 'spec.host') return null
  return `field label not supported: ${fieldPath}`
}

/** SplitMaybeSubscriptedPath: metadata.labels['app'] */
function splitSubscript(fieldPath: string): { field: string; subscript: string } | null {
  const at = fieldPath.indexOf("['")
  if (!fieldPath.endsWith("']") || at <= 0 || at + 2 > fieldPath.length - 2) return null
  return { field: fieldPath.slice(0, at), subscript: fieldPath.slice(at + 2, -2) }
}

/** validateContainerResourceFieldSelector. */
export function validateResourceFieldRef(
  errors: FieldErrors,
  selector: Struct<'ResourceFieldSelector'>,
  { isVolume, path }: { isVolume: boolean; path: string },
): void {
  const { containerName, resource } = selector
  if (isVolume && containerName === '') errors.required(`${path}.containerName`)
  else if (resource === '') errors.required(`${path}.resource`)
  else if (!RESOURCES.includes(resource) && !isHugePagesField(resource)) {
    errors.notSupported(`${path}.resource`, resource, RESOURCES)
  }
  validateDivisor(errors, selector, `${path}.divisor`)
}

function isHugePagesField(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-')
}

const CPU_DIVISORS = ['1m', '1']
const BYTE_DIVISORS = '1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei'.split(' ')
const BYTES_RULE = `only divisor's values ${BYTE_DIVISORS.join(', ')} are supported with the`

/** validateContainerResourceDivisor: the value that errors print is the resource's name. */
function validateDivisor(
  errors: FieldErrors,
  { resource, divisor }: Struct<'ResourceFieldSelector'>,
  field: string,
): void {
  if (divisor.isZero) return
  const text = divisor.toString()
  if (resource === 'limits.cpu' || resource === 'requests.cpu') {
    if (CPU_DIVISORS.includes(text)) return
    const rule = "only divisor's values 1m and 1 are supported with the cpu resource"
    return errors.invalid(field, resource, rule)
  }
  const kind = byteResource(resource)
  if (kind === null || BYTE_DIVISORS.includes(text)) return
  errors.invalid(field, resource, `${BYTES_RULE} ${kind} resource`)
}

function byteResource(resource: string): string | null {
  if (isHugePagesField(resource)) return 'hugepages'
  switch (resource) {
    case 'limits.memory':
    case 'requests.memory':
      return 'memory'
    case 'limits.ephemeral-storage':
    case 'requests.ephemeral-storage':
      return 'local ephemeral storage'
    default:
      return null
  }
}

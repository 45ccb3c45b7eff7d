import type { GoValue } from '../../go/json-text.ts'
import { byteLength } from '../../go/utf8.ts'
import type { ObjectMeta, Struct } from '../../types/types.ts'
import { writeStruct } from '../../types/write.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { validateLabels } from '../placement/label-selector.ts'
import { type Complaints, dnsLabel, dnsSubdomain, dnsSubdomainPrefix, labelKey } from './names.ts'

const ANNOTATIONS_BYTES_MAX = 256 * 1024

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  'kubernetes',
  'orphan',
  'foregroundDeletion',
])

type OwnerReference = Struct<'OwnerReference'>

/** ValidateObjectMeta, for a name that is a DNS subdomain. */
export function validateObjectMeta(errors: FieldErrors, meta: ObjectMeta, path: string): void {
  const { generateName, name, namespace } = meta
  if (generateName !== '') {
    errors.invalidEach(`${path}.generateName`, generateName, dnsSubdomainPrefix(generateName))
  }
  if (name === '') errors.required(`${path}.name`, 'name or generateName is required')
  else errors.invalidEach(`${path}.name`, name, dnsSubdomain(name))
  if (namespace === '') errors.required(`${path}.namespace`)
  else errors.invalidEach(`${path}.namespace`, namespace, dnsLabel(namespace))
  validateLabels(errors, meta.labels, `${path}.labels`)
  validateAnnotations(errors, meta.annotations, `${path}.annotations`)
  validateOwnerReferences(errors, meta.ownerReferences ?? [], `${path}.ownerReferences`)
  validateFinalizers(errors, meta.finalizers ?? [], `${path}.finalizers`)
}

/** ValidateAnnotations: keys in any case, and not too much in all. */
export function validateAnnotations(
  errors: FieldErrors,
  annotations: ReadonlyMap<string, string> | undefined,
  path: string,
): void {
  validateKeysAndSize(errors, annotations, path, labelKey)
}

/** ValidateUserAnnotations, of pod certificates: each key has a domain. */
export function validateUserAnnotations(
  errors: FieldErrors,
  annotations: ReadonlyMap<string, string>,
  path: string,
): void {
  let bytes = 0
  for (const [key, value] of annotations) {
    bytes += byteLength(key) + byteLength(value)
    const lower = key.toLowerCase()
    const complaints = labelKey(lower)
    if (lower === '') errors.required(path)
    else if (complaints.length > 0) errors.invalidEach(path, lower, complaints)
    else if (!lower.includes('/')) {
      errors.invalid(path, lower, 'must be a domain-prefixed key (such as "acme.io/foo")')
    }
  }
  if (bytes > ANNOTATIONS_BYTES_MAX) errors.tooLong(path, ANNOTATIONS_BYTES_MAX)
}

function validateKeysAndSize(
  errors: FieldErrors,
  annotations: ReadonlyMap<string, string> | undefined,
  path: string,
  check: (key: string) => Complaints,
): void {
  let bytes = 0
  for (const [key, value] of annotations ?? []) {
    errors.invalidEach(path, key, check(key.toLowerCase()))
    bytes += byteLength(key) + byteLength(value)
  }
  if (bytes > ANNOTATIONS_BYTES_MAX) errors.tooLong(path, ANNOTATIONS_BYTES_MAX)
}

function validateOwnerReferences(
  errors: FieldErrors,
  references: readonly OwnerReference[],
  path: string,
): void {
  let controller = ''
  for (const [index, reference] of references.entries()) {
    validateOwnerReference(errors, reference, `${path}[${index}]`)
    if (reference.controller !== true) continue
    const named = `${reference.kind}/${reference.name}`
    if (controller === '') controller = named
    else if (!errors.isBeyond) {
      const found = `Found "true" in references for ${controller} and ${named}`
      const detail = `Only one reference can have Controller set to true. ${found}`
      errors.invalid(path, new Json(references.map(writeReference)), detail)
    }
  }
}

function writeReference(reference: OwnerReference): GoValue {
  return writeStruct('OwnerReference', reference)
}

function validateOwnerReference(errors: FieldErrors, owner: OwnerReference, path: string): void {
  const { apiVersion, kind, name, uid } = owner
  const version = parseGroupVersion(apiVersion)
  if (apiVersion === '') errors.required(`${path}.apiVersion`, 'must not be empty')
  else if (version === null || version.version === '') {
    errors.invalid(`${path}.apiVersion`, apiVersion, 'must be <group>/<version> or <version>')
  }
  if (kind === '') errors.required(`${path}.kind`, 'must not be empty')
  if (name === '') errors.required(`${path}.name`, 'must not be empty')
  if (uid === '') errors.required(`${path}.uid`, 'must not be empty')
  if (apiVersion === 'v1' && kind === 'Event') {
    const detail = '/v1, Kind=Event is disallowed from being an owner'
    errors.invalid(path, new Json(writeReference(owner)), detail)
  }
}

/** schema.ParseGroupVersion; null where it is an error. */
function parseGroupVersion(text: string): { group: string; version: string } | null {
  if (text === '' || text === '/') return { group: '', version: '' }
  const parts = text.split('/')
  if (parts.length > 2) return null
  const [first = '', second] = parts
  return second === undefined ? { group: '', version: first } : { group: first, version: second }
}

/** ValidateFinalizers, and then those of Kubernetes' own that have no domain. */
function validateFinalizers(
  errors: FieldErrors,
  finalizers: readonly string[],
  path: string,
): void {
  let hasOrphan = false
  let hasForeground = false
  for (const finalizer of finalizers) {
    errors.invalidEach(path, finalizer, labelKey(finalizer))
    if (finalizer === 'orphan') hasOrphan = true
    if (finalizer === 'foregroundDeletion') hasForeground = true
  }
  if (hasOrphan && hasForeground) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set'
    errors.invalid(path, new Json([...finalizers]), detail)
  }
  for (const [index, finalizer] of finalizers.entries()) {
    if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) continue
    const detail = 'name is neither a standard finalizer name nor is it fully qualified'
    errors.invalid(`${path}[${index}]`, finalizer, detail)
  }
}

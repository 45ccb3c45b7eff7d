import { fieldsOf, type ObjectMeta, type Struct } from '../../types/types.ts'
import { isZero } from '../../types/zero.ts'
import { validateResourceQuantity } from '../containers/resource-names.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { dnsLabel, dnsSubdomain } from '../metadata/names.ts'
import { validateAnnotations } from '../metadata/object-meta.ts'
import { validateLabelSelector, validateLabels } from '../placement/label-selector.ts'

type ClaimSpec = Struct<'PersistentVolumeClaimSpec'>

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const VOLUME_MODES = ['Block', 'Filesystem']

/** validateEphemeralVolumeSource: the template of the claim that will be made. */
export function validateEphemeral(
  errors: FieldErrors,
  { volumeClaimTemplate: template }: Struct<'EphemeralVolumeSource'>,
  path: string,
): void {
  const field = `${path}.volumeClaimTemplate`
  if (template === undefined) return errors.required(field)
  validateTemplateMeta(errors, template.metadata, `${field}.metadata`)
  validateClaimSpec(errors, template.spec, `${field}.spec`)
}

/** How Go names the fields of ObjectMeta where that is not the JSON name with a capital. */
const GO_NAMES: ReadonlyMap<string, string> = new Map([['uid', 'uID']])

/** ValidateTemplateObjectMeta: labels and annotations, and nothing else. */
function validateTemplateMeta(errors: FieldErrors, meta: ObjectMeta, path: string): void {
  validateAnnotations(errors, meta.annotations, `${path}.annotations`)
  validateLabels(errors, meta.labels, `${path}.labels`)
  for (const [field, type] of fieldsOf('ObjectMeta')) {
    if (field === 'annotations' || field === 'labels') continue
    if (isZero(type, meta[field as keyof ObjectMeta])) continue // a field of the table
    errors.forbidden(`${path}.${GO_NAMES.get(field) ?? field}`, 'cannot be set')
  }
}

/** ValidatePersistentVolumeClaimSpec. */
function validateClaimSpec(errors: FieldErrors, spec: ClaimSpec, path: string): void {
  validateAccessModes(errors, spec, path)
  validateStorage(errors, spec, `${path}.resources[storage]`)
  const { storageClassName, volumeMode, volumeAttributesClassName } = spec
  validateClassName(errors, storageClassName, `${path}.storageClassName`)
  if (volumeMode !== undefined && !VOLUME_MODES.includes(volumeMode)) {
    errors.notSupported(`${path}.volumeMode`, new Json(volumeMode), VOLUME_MODES)
  }
  validateDataSources(errors, spec, path)
  validateClassName(errors, volumeAttributesClassName, `${path}.volumeAttributesClassName`)
}

function validateClassName(errors: FieldErrors, name: string | undefined, path: string): void {
  if (name !== undefined && name !== '') errors.invalidEach(path, name, dnsSubdomain(name))
}

/** Upstream looks at the selector between their number and the modes themselves. */
function validateAccessModes(errors: FieldErrors, spec: ClaimSpec, path: string): void {
  const { accessModes = [], selector } = spec
  const field = `${path}.accessModes`
  if (accessModes.length === 0) errors.required(field, 'at least 1 access mode is required')
  validateLabelSelector(errors, selector, `${path}.selector`)
  for (const mode of accessModes) {
    if (!ACCESS_MODES.includes(mode)) errors.notSupported(field, new Json(mode), ACCESS_MODES)
  }
  const known = accessModes.filter((mode) => ACCESS_MODES.includes(mode))
  const single = known.filter((mode) => mode === 'ReadWriteOncePod')
  if (single.length > 0 && single.length < known.length) {
    errors.forbidden(field, 'may not use ReadWriteOncePod with other access modes')
  }
}

function validateStorage(errors: FieldErrors, { resources }: ClaimSpec, field: string): void {
  const storage = resources.requests?.get('storage')
  if (storage === undefined) errors.required(field)
  else if (storage.sign <= 0) {
    errors.invalid(field, storage.toString(), 'must be greater than zero')
  } else validateResourceQuantity(errors, 'storage', storage, field)
}

function validateDataSources(
  errors: FieldErrors,
  { dataSource, dataSourceRef }: ClaimSpec,
  path: string,
): void {
  if (dataSource !== undefined) validateDataSource(errors, dataSource, `${path}.dataSource`)
  if (dataSourceRef === undefined) return
  validateDataSource(errors, dataSourceRef, `${path}.dataSourceRef`)
  const { namespace } = dataSourceRef
  if (namespace !== undefined && namespace !== '') {
    errors.invalidEach(`${path}.dataSourceRef.namespace`, namespace, dnsLabel(namespace))
  }
  if (dataSource === undefined) return
  // The value that upstream prints is a path, which has no JSON form but {}.
  if (namespace !== undefined && namespace !== '') {
    const detail = 'may not be specified when dataSourceRef.namespace is specified'
    errors.invalid(path, new Json({}), detail)
  } else if (!isSameSource(dataSource, dataSourceRef)) {
    errors.invalid(path, new Json({}), 'must match dataSourceRef')
  }
}

function isSameSource(
  a: Struct<'TypedLocalObjectReference'>,
  b: Struct<'TypedObjectReference'>,
): boolean {
  return a.apiGroup === b.apiGroup && a.kind === b.kind && a.name === b.name
}

function validateDataSource(
  errors: FieldErrors,
  { apiGroup = '', kind, name }: Struct<'TypedLocalObjectReference'>,
  path: string,
): void {
  if (name === '') errors.required(`${path}.name`)
  if (kind === '') errors.required(`${path}.kind`)
  if (apiGroup !== '') errors.invalidEach(`${path}.apiGroup`, apiGroup, dnsSubdomain(apiGroup))
  else if (kind !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
    errors.invalid(path, kind, detail)
  }
}

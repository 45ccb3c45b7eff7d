import type { Container, Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import {
  configKey,
  dnsLabel,
  dnsSubdomain,
  dnsSubdomainPrefix,
  environmentName,
} from '../metadata/names.ts'
import {
  ENVIRONMENT_FIELDS,
  validateFieldRef,
  validateResourceFieldRef,
} from '../volumes/downward-api.ts'
import { validateNoBacksteps } from '../volumes/paths.ts'

/** ValidateEnv. */
export function validateEnvironment(
  errors: FieldErrors,
  variables: Container['env'],
  path: string,
): void {
  for (const [index, variable] of (variables ?? []).entries()) {
    const field = `${path}[${index}]`
    if (variable.name === '') errors.required(`${field}.name`)
    else errors.invalidEach(`${field}.name`, variable.name, environmentName(variable.name))
    validateValueFrom(errors, variable, `${field}.valueFrom`)
  }
}

function validateValueFrom(
  errors: FieldErrors,
  { value, valueFrom }: Struct<'EnvVar'>,
  path: string,
): void {
  if (valueFrom === undefined) return
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom
  if (fieldRef !== undefined) {
    validateFieldRef(errors, fieldRef, ENVIRONMENT_FIELDS, `${path}.fieldRef`)
  }
  if (resourceFieldRef !== undefined) {
    const field = `${path}.resourceFieldRef`
    validateResourceFieldRef(errors, resourceFieldRef, { isVolume: false, path: field })
  }
  if (configMapKeyRef !== undefined) {
    validateKeyRef(errors, configMapKeyRef, `${path}.configMapKeyRef`)
  }
  if (secretKeyRef !== undefined) validateKeyRef(errors, secretKeyRef, `${path}.secretKeyRef`)
  if (fileKeyRef !== undefined) validateFileKeyRef(errors, fileKeyRef, `${path}.fileKeyRef`)
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef]
  const count = sources.filter((source) => source !== undefined).length
  if (count === 0) {
    const rule =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
    errors.invalid(path, '', rule)
  } else if (value !== '') {
    errors.invalid(path, '', 'may not be specified when `value` is not empty')
  } else if (count > 1) {
    errors.invalid(path, '', 'may not have more than one field specified at a time')
  }
}

/** validateConfigMapKeySelector and validateSecretKeySelector. */
function validateKeyRef(
  errors: FieldErrors,
  { name, key }: Struct<'SecretKeySelector'>,
  path: string,
): void {
  errors.invalidEach(`${path}.name`, name, dnsSubdomain(name))
  if (key === '') errors.required(`${path}.key`)
  else errors.invalidEach(`${path}.key`, key, configKey(key))
}

function validateFileKeyRef(
  errors: FieldErrors,
  { key, volumeName, path: file }: Struct<'FileKeySelector'>,
  path: string,
): void {
  if (key === '') errors.required(`${path}.key`)
  else errors.invalidEach(`${path}.key`, key, environmentName(key))
  if (volumeName === '') errors.required(`${path}.volumeName`)
  else errors.invalidEach(`${path}.volumeName`, volumeName, dnsLabel(volumeName))
  if (file === '') errors.required(`${path}.path`)
  else validateNoBacksteps(errors, file, `${path}.path`)
}

/** ValidateEnvFrom: errors about the sources name the list, not the item. */
export function validateEnvironmentSources(
  errors: FieldErrors,
  sources: Container['envFrom'],
  path: string,
): void {
  for (const [index, { prefix, configMapRef, secretRef }] of (sources ?? []).entries()) {
    const field = `${path}[${index}]`
    if (prefix !== '') errors.invalidEach(`${field}.prefix`, prefix, environmentName(prefix))
    if (configMapRef !== undefined) {
      validateSourceName(errors, configMapRef.name, `${field}.configMapRef.name`)
    }
    if (secretRef !== undefined) {
      validateSourceName(errors, secretRef.name, `${field}.secretRef.name`)
    }
    if (configMapRef === undefined && secretRef === undefined) {
      errors.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.invalid(path, '', 'may not have more than one field specified at a time')
    }
  }
}

/** Checked as if it were a prefix of a name. */
function validateSourceName(errors: FieldErrors, name: string, field: string): void {
  if (name === '') errors.required(field)
  else errors.invalidEach(field, name, dnsSubdomainPrefix(name))
}

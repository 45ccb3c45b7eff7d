import type { Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { userOrGroupId } from '../metadata/names.ts'
import { VOLUME_FIELDS, validateFieldRef, validateResourceFieldRef } from './downward-api.ts'
import { validateNonReservedPath } from './paths.ts'

const FILE_MODE_MAX = 0o777

export function validateFileMode(
  errors: FieldErrors,
  mode: number | undefined,
  path: string,
): void {
  if (mode === undefined || (mode >= 0 && mode <= FILE_MODE_MAX)) return
  errors.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')
}

export function validateUser(errors: FieldErrors, user: bigint | undefined, path: string): void {
  if (user !== undefined) errors.invalidEach(path, user, userOrGroupId(user))
}

export function validateSecretVolume(
  errors: FieldErrors,
  { secretName, defaultMode, defaultUser, items }: Struct<'SecretVolumeSource'>,
  path: string,
): void {
  if (secretName === '') errors.required(`${path}.secretName`)
  validateFileMode(errors, defaultMode, `${path}.defaultMode`)
  validateUser(errors, defaultUser, `${path}.defaultUser`)
  validateItems(errors, items, `${path}.items`)
}

export function validateConfigMapVolume(
  errors: FieldErrors,
  { name, defaultMode, defaultUser, items }: Struct<'ConfigMapVolumeSource'>,
  path: string,
): void {
  if (name === '') errors.required(`${path}.name`)
  validateFileMode(errors, defaultMode, `${path}.defaultMode`)
  validateUser(errors, defaultUser, `${path}.defaultUser`)
  validateItems(errors, items, `${path}.items`)
}

function validateItems(
  errors: FieldErrors,
  items: readonly Struct<'KeyToPath'>[] | undefined,
  path: string,
): void {
  for (const [index, item] of (items ?? []).entries()) {
    validateKeyToPath(errors, item, `${path}[${index}]`)
  }
}

export function validateKeyToPath(
  errors: FieldErrors,
  { key, path: file, mode, user }: Struct<'KeyToPath'>,
  path: string,
): void {
  if (key === '') errors.required(`${path}.key`)
  if (file === '') errors.required(`${path}.path`)
  validateNonReservedPath(errors, file, `${path}.path`)
  validateFileMode(errors, mode, `${path}.mode`)
  validateUser(errors, user, `${path}.user`)
}

/** Errors of the items name the volume alone, as upstream. */
export function validateDownwardApiVolume(
  errors: FieldErrors,
  { defaultMode, defaultUser, items }: Struct<'DownwardAPIVolumeSource'>,
  path: string,
): void {
  validateFileMode(errors, defaultMode, `${path}.defaultMode`)
  validateUser(errors, defaultUser, `${path}.defaultUser`)
  for (const item of items ?? []) validateDownwardApiFile(errors, item, path)
}

export function validateDownwardApiFile(
  errors: FieldErrors,
  { path: file, fieldRef, resourceFieldRef, mode, user }: Struct<'DownwardAPIVolumeFile'>,
  path: string,
): void {
  if (file === '') errors.required(`${path}.path`)
  validateNonReservedPath(errors, file, `${path}.path`)
  if (fieldRef !== undefined) {
    validateFieldRef(errors, fieldRef, VOLUME_FIELDS, `${path}.fieldRef`)
    if (resourceFieldRef !== undefined) {
      const detail = 'fieldRef and resourceFieldRef can not be specified simultaneously'
      errors.invalid(path, 'resource', detail)
    }
  } else if (resourceFieldRef !== undefined) {
    const field = `${path}.resourceFieldRef`
    validateResourceFieldRef(errors, resourceFieldRef, { isVolume: true, path: field })
  } else errors.required(path, 'one of fieldRef and resourceFieldRef is required')
  validateFileMode(errors, mode, `${path}.mode`)
  validateUser(errors, user, `${path}.user`)
}

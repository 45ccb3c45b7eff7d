import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { validateDescendingPath, validateNoBacksteps } from './paths.ts'

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

export function validateHostPath(
  errors: FieldErrors,
  { path: hostPath, type }: Struct<'HostPathVolumeSource'>,
  path: string,
): void {
  if (hostPath === '') {
    errors.required(`${path}.path`)
    return
  }
  validateNoBacksteps(errors, hostPath, `${path}.path`)
  if (type !== undefined && !HOST_PATH_TYPES.includes(type)) {
    errors.notSupported(`${path}.type`, new Json(type), HOST_PATH_TYPES)
  }
}

export function validateGitRepo(
  errors: FieldErrors,
  { repository, directory }: Struct<'GitRepoVolumeSource'>,
  path: string,
): void {
  if (repository === '') errors.required(`${path}.repository`)
  validateDescendingPath(errors, directory, `${path}.directory`)
}

/** Options of Kubernetes' own domains are reserved. */
export function validateFlexVolume(
  errors: FieldErrors,
  { driver, options }: Struct<'FlexVolumeSource'>,
  path: string,
): void {
  if (driver === '') errors.required(`${path}.driver`)
  for (const key of options?.keys() ?? []) {
    const domain = `.${(key.split('/')[0] ?? '').toLowerCase()}`
    if (domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io')) {
      const detail = 'kubernetes.io and k8s.io namespaces are reserved'
      errors.invalid(`${path}.options[${key}]`, key, detail)
    }
  }
}

import type { Container, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { hasBacksteps, validateDescendingPath } from './paths.ts'
import type { ValidVolumes } from './volumes.ts'

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None']
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible']

type VolumeMount = Struct<'VolumeMount'>

/** ValidateVolumeMounts; bind mount options are dropped before, their gate being off. */
export function validateVolumeMounts(
  errors: FieldErrors,
  container: Container,
  volumes: ValidVolumes,
  path: string,
): void {
  const devices = byName(container.volumeDevices, ({ devicePath }) => devicePath)
  const devicePaths = new Set(devices.values())
  const mountPaths = new Set<string>()
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    const { name, mountPath } = mount
    const field = `${path}[${index}]`
    if (name === '') errors.required(`${field}.name`)
    if (!volumes.has(name)) errors.notFound(`${field}.name`, name)
    if (mountPath === '') errors.required(`${field}.mountPath`)
    if (mountPaths.has(mountPath)) errors.invalid(`${field}.mountPath`, mountPath, 'must be unique')
    mountPaths.add(mountPath)
    if (devices.has(name)) {
      errors.invalid(`${field}.name`, name, 'must not already exist in volumeDevices')
    }
    if (devicePaths.has(mountPath)) {
      const detail = 'must not already exist as a path in volumeDevices'
      errors.invalid(`${field}.mountPath`, mountPath, detail)
    }
    validateSubPaths(errors, mount, { path, field })
    validatePropagation(errors, mount, container, `${path}.mountPropagation`)
    validateRecursiveReadOnly(errors, mount, `${path}.recursiveReadOnly`)
  }
}

/** The last of a name counts. */
function byName<Item extends { readonly name: string }>(
  items: readonly Item[] | undefined,
  pathOf: (item: Item) => string,
): ReadonlyMap<string, string> {
  return new Map((items ?? []).map((item) => [item.name, pathOf(item)]))
}

/** Errors about the paths themselves name the list, not the mount. */
function validateSubPaths(
  errors: FieldErrors,
  { subPath, subPathExpr }: VolumeMount,
  { path, field }: { path: string; field: string },
): void {
  if (subPath !== '') validateDescendingPath(errors, subPath, `${path}.subPath`)
  if (subPathExpr === '') return
  if (subPath !== '') {
    const detail = 'subPathExpr and subPath are mutually exclusive'
    errors.invalid(`${field}.subPathExpr`, subPathExpr, detail)
  }
  validateDescendingPath(errors, subPathExpr, `${path}.subPathExpr`)
}

function validatePropagation(
  errors: FieldErrors,
  { mountPropagation }: VolumeMount,
  { securityContext }: Container,
  field: string,
): void {
  if (mountPropagation === undefined) return
  if (!PROPAGATIONS.includes(mountPropagation)) {
    errors.notSupported(field, new Json(mountPropagation), PROPAGATIONS)
  }
  if (mountPropagation === 'Bidirectional' && securityContext?.privileged !== true) {
    const detail = 'Bidirectional mount propagation is available only to privileged containers'
    errors.forbidden(field, detail)
  }
}

function validateRecursiveReadOnly(
  errors: FieldErrors,
  { recursiveReadOnly, readOnly, mountPropagation }: VolumeMount,
  field: string,
): void {
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return
  if (!RECURSIVE_READ_ONLY.includes(recursiveReadOnly)) {
    errors.notSupported(field, new Json(recursiveReadOnly), RECURSIVE_READ_ONLY)
    return
  }
  if (!readOnly) errors.forbidden(field, 'may only be specified when readOnly is true')
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    const detail = 'may only be specified when mountPropagation is None or not specified'
    errors.forbidden(field, detail)
  }
}

/** ValidateVolumeDevices. */
export function validateVolumeDevices(
  errors: FieldErrors,
  container: Container,
  volumes: ValidVolumes,
  path: string,
): void {
  const mounts = byName(container.volumeMounts, ({ mountPath }) => mountPath)
  const mountPaths = new Set(mounts.values())
  const names = new Set<string>()
  const paths = new Set<string>()
  for (const [index, { name, devicePath }] of (container.volumeDevices ?? []).entries()) {
    const field = `${path}[${index}]`
    validateDeviceName(errors, name, { names, volumes, field: `${field}.name` })
    validateDevicePath(errors, devicePath, paths, `${field}.devicePath`)
    if (mounts.has(name)) {
      errors.invalid(`${field}.name`, name, 'must not already exist in volumeMounts')
    }
    if (mountPaths.has(devicePath)) {
      const detail = 'must not already exist as a path in volumeMounts'
      errors.invalid(`${field}.devicePath`, devicePath, detail)
    }
    if (name !== '') names.add(name)
  }
}

interface DeviceNames {
  readonly names: ReadonlySet<string>
  readonly volumes: ValidVolumes
  readonly field: string
}

function validateDeviceName(
  errors: FieldErrors,
  name: string,
  { names, volumes, field }: DeviceNames,
): void {
  const volume = volumes.get(name)
  if (name === '') errors.required(field)
  if (names.has(name)) errors.invalid(field, name, 'must be unique')
  if (volume === undefined) errors.notFound(field, name)
  else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
    const detail =
      'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
    errors.invalid(field, name, detail)
  }
}

function validateDevicePath(
  errors: FieldErrors,
  path: string,
  paths: Set<string>,
  field: string,
): void {
  if (path === '') errors.required(field)
  if (paths.has(path)) errors.invalid(field, path, 'must be unique')
  if (hasBacksteps(path)) errors.invalid(field, path, "can not contain backsteps ('..')")
  else paths.add(path)
}

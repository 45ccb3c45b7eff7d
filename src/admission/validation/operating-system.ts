import type { PodSpec, Struct } from '../types/types.ts'
import { fieldOf, placedContainers } from '../types/visit-containers.ts'
import { type FieldErrors, Json } from './field-errors.ts'

const SYSTEMS = ['linux', 'windows']
const NOT_FOR_WINDOWS = 'cannot be set for a windows pod'
const NOT_FOR_LINUX = 'windows options cannot be set for a linux pod'

/** validateOS, and then what the system named does not know. */
export function validateOperatingSystem(errors: FieldErrors, spec: PodSpec): void {
  if (spec.os === undefined) return
  const { name } = spec.os
  if (name === '') errors.required('spec.os.name')
  else if (!SYSTEMS.includes(name)) errors.notSupported('spec.os', new Json(name), SYSTEMS)
  else if (name === 'linux') validateLinux(errors, spec)
  else validateWindows(errors, spec)
}

function validateLinux(errors: FieldErrors, spec: PodSpec): void {
  if (spec.securityContext?.windowsOptions !== undefined) {
    errors.forbidden('spec.securityContext.windowsOptions', NOT_FOR_LINUX)
  }
  for (const placed of placedContainers(spec)) {
    if (placed.container.securityContext?.windowsOptions === undefined) continue
    errors.forbidden(`${fieldOf(placed)}.securityContext.windowsOptions`, NOT_FOR_LINUX)
  }
}

/** In the order in which upstream asks. */
const POD_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
] as const satisfies readonly (keyof Struct<'PodSecurityContext'>)[]
const CONTAINER_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof Struct<'SecurityContext'>)[]

function validateWindows(errors: FieldErrors, spec: PodSpec): void {
  for (const field of POD_FIELDS) {
    const value = spec.securityContext?.[field]
    if (value === undefined || (field === 'sysctls' && isEmpty(value))) continue
    errors.forbidden(`spec.securityContext.${field}`, NOT_FOR_WINDOWS)
  }
  if (spec.hostUsers !== undefined) errors.forbidden('spec.hostUsers', NOT_FOR_WINDOWS)
  if (spec.hostPID) errors.forbidden('spec.hostPID', NOT_FOR_WINDOWS)
  if (spec.hostIPC) errors.forbidden('spec.hostIPC', NOT_FOR_WINDOWS)
  if (spec.shareProcessNamespace !== undefined) {
    errors.forbidden('spec.shareProcessNamespace', NOT_FOR_WINDOWS)
  }
  for (const placed of placedContainers(spec)) {
    for (const field of CONTAINER_FIELDS) {
      if (placed.container.securityContext?.[field] === undefined) continue
      errors.forbidden(`${fieldOf(placed)}.securityContext.${field}`, NOT_FOR_WINDOWS)
    }
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** validateWindowsHostProcessPod: all containers or none, and then on the host's network. */
export function validateHostProcess(errors: FieldErrors, spec: PodSpec): void {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  let [all, host] = [0, 0]
  for (const placed of placedContainers(spec)) {
    const own = placed.container.securityContext?.windowsOptions?.hostProcess
    all++
    if (own ?? ofPod ?? false) host++
    if (ofPod === undefined || own === undefined || ofPod === own) continue
    const field = `${fieldOf(placed)}.securityContext.windowsOptions.hostProcess`
    const rule = `pod hostProcess value must be identical if both are specified, was ${ofPod}`
    errors.invalid(field, own, rule)
  }
  if (host === 0) return
  if (host !== all) {
    const rule =
      'If pod contains any hostProcess containers then all containers must be HostProcess containers'
    errors.invalid('spec', '', rule)
  }
  if (!spec.hostNetwork) {
    const rule = 'hostNetwork must be true if pod contains any hostProcess containers'
    errors.invalid('spec.hostNetwork', false, rule)
  }
}

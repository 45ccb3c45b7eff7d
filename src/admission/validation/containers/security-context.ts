import { byteLength } from '../../go/utf8.ts'
import type { PodSpec, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { internalJson } from '../metadata/internal-json.ts'
import { userOrGroupId } from '../metadata/names.ts'
import { validateSysctls } from '../sysctls.ts'
import { validateDescendingPath } from '../volumes/paths.ts'
import { validateWindowsOptions } from './windows-options.ts'

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined']
const LOCALHOST_ONLY = (kind: string) => `can only be set when ${kind} type is Localhost`
/** PATH_MAX without its end. */
const PROFILE_BYTES_MAX = 4095

/**
 * ValidateSecurityContext; privileged containers are allowed, as kubeadm and others set the flag.
 */
export function validateSecurityContext(
  errors: FieldErrors,
  context: Struct<'SecurityContext'> | undefined,
  hasHostUsers: boolean,
  path: string,
): void {
  if (context === undefined) return
  validateId(errors, context.runAsUser, `${path}.runAsUser`)
  validateId(errors, context.runAsGroup, `${path}.runAsGroup`)
  validateProcMount(errors, context.procMount, hasHostUsers, `${path}.procMount`)
  validateSeccompProfile(errors, context.seccompProfile, `${path}.seccompProfile`)
  if (context.allowPrivilegeEscalation === false) validateEscalation(errors, context, path)
  validateWindowsOptions(errors, context.windowsOptions, `${path}.windowsOptions`)
  validateAppArmorProfile(errors, context.appArmorProfile, `${path}.appArmorProfile`)
}

function validateId(errors: FieldErrors, id: bigint | undefined, field: string): void {
  if (id !== undefined) errors.invalidEach(field, id, userOrGroupId(id))
}

function validateProcMount(
  errors: FieldErrors,
  procMount: string | undefined,
  hasHostUsers: boolean,
  field: string,
): void {
  if (procMount === undefined) return
  if (procMount !== 'Default' && procMount !== 'Unmasked') {
    errors.notSupported(field, new Json(procMount), ['Default', 'Unmasked'])
  }
  if (hasHostUsers && procMount === 'Unmasked') {
    const detail = '`hostUsers` must be false to use `Unmasked`'
    errors.invalid(field, new Json(procMount), detail)
  }
}

/** What allowPrivilegeEscalation: false cannot go with; the context is printed whole. */
function validateEscalation(
  errors: FieldErrors,
  context: Struct<'SecurityContext'>,
  path: string,
): void {
  const refuse = (other: string) => {
    const value = new Json(internalJson('SecurityContext', context))
    errors.invalid(path, value, `cannot set \`allowPrivilegeEscalation\` to false and ${other}`)
  }
  if (context.privileged === true) refuse('`privileged` to true')
  for (const capability of context.capabilities?.add ?? []) {
    if (errors.isBeyond) return
    if (capability === 'CAP_SYS_ADMIN') refuse('`capabilities.Add` CAP_SYS_ADMIN')
  }
}

/** validateSeccompProfileField. */
function validateSeccompProfile(
  errors: FieldErrors,
  profile: Struct<'SeccompProfile'> | undefined,
  path: string,
): void {
  if (profile === undefined) return
  const { type, localhostProfile } = profile
  const field = `${path}.localhostProfile`
  if (type === '') errors.required(`${path}.type`, 'type is required when seccompProfile is set')
  else if (!PROFILE_TYPES.includes(type)) {
    errors.notSupported(`${path}.type`, new Json(type), PROFILE_TYPES)
  }
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return
    const value = new Json(internalJson('SeccompProfile', profile))
    errors.invalid(field, value, LOCALHOST_ONLY('seccomp'))
  } else if (localhostProfile === undefined) {
    errors.required(field, 'must be set when seccomp type is Localhost')
  } else validateDescendingPath(errors, localhostProfile, field)
}

/** ValidateAppArmorProfileField. */
export function validateAppArmorProfile(
  errors: FieldErrors,
  profile: Struct<'AppArmorProfile'> | undefined,
  path: string,
): void {
  if (profile === undefined) return
  const { type, localhostProfile } = profile
  const field = `${path}.localhostProfile`
  switch (type) {
    case 'Localhost':
      return validateAppArmorFile(errors, localhostProfile, field)
    case 'RuntimeDefault':
    case 'Unconfined':
      if (localhostProfile !== undefined) {
        errors.invalid(field, new Json(localhostProfile), LOCALHOST_ONLY('AppArmor'))
      }
      return
    case '':
      return errors.required(`${path}.type`, 'type is required when appArmorProfile is set')
    default:
      errors.notSupported(`${path}.type`, new Json(type), PROFILE_TYPES)
  }
}

function validateAppArmorFile(errors: FieldErrors, file: string | undefined, field: string): void {
  const rule = 'must be set when AppArmor type is Localhost'
  if (file === undefined) return errors.required(field, rule)
  // strings.TrimSpace knows no byte order mark.
  if (/^[^\S\ufeff]|[^\S\ufeff]$/.test(file)) {
    errors.invalid(field, file, 'must not be padded with whitespace')
  } else if (file === '') errors.required(field, rule)
  if (byteLength(file) > PROFILE_BYTES_MAX) errors.tooLong(field, PROFILE_BYTES_MAX)
}

/** validatePodSpecSecurityContext. */
export function validatePodSecurityContext(
  errors: FieldErrors,
  { securityContext: context, hostNetwork, hostIPC }: PodSpec,
  path: string,
): void {
  if (context === undefined) return
  validateId(errors, context.fsGroup, `${path}.fsGroup`)
  validateId(errors, context.runAsUser, `${path}.runAsUser`)
  validateId(errors, context.runAsGroup, `${path}.runAsGroup`)
  for (const [index, group] of (context.supplementalGroups ?? []).entries()) {
    validateId(errors, group, `${path}.supplementalGroups[${index}]`)
  }
  validateSysctls(errors, context.sysctls ?? [], { hostNetwork, hostIPC }, `${path}.sysctls`)
  const { fsGroupChangePolicy, supplementalGroupsPolicy, seLinuxChangePolicy } = context
  validateOneOf(
    errors,
    fsGroupChangePolicy,
    ['Always', 'OnRootMismatch'],
    `${path}.fsGroupChangePolicy`,
  )
  validateSeccompProfile(errors, context.seccompProfile, `${path}.seccompProfile`)
  validateWindowsOptions(errors, context.windowsOptions, `${path}.windowsOptions`)
  validateAppArmorProfile(errors, context.appArmorProfile, `${path}.appArmorProfile`)
  const groups = `${path}.supplementalGroupsPolicy`
  validateOneOf(errors, supplementalGroupsPolicy, ['Merge', 'Strict'], groups)
  const policies = ['MountOption', 'Recursive']
  validateOneOf(errors, seLinuxChangePolicy, policies, `${path}.seLinuxChangePolicy`)
}

function validateOneOf(
  errors: FieldErrors,
  value: string | undefined,
  supported: readonly string[],
  field: string,
): void {
  if (value === undefined || supported.includes(value)) return
  errors.notSupported(field, new Json(value), supported)
}

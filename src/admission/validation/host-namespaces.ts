import { byteLength } from '../go/utf8.ts'
import type { PodSpec } from '../types/types.ts'
import { fieldOf, placedContainers } from '../types/visit-containers.ts'
import type { FieldErrors } from './field-errors.ts'
import { dnsSubdomain } from './metadata/names.ts'

const HOSTNAME_BYTES_MAX = 64

/** validateHostUsers: a pod with users of its own shares little else with its host. */
export function validateHostUsers(errors: FieldErrors, spec: PodSpec): void {
  if (spec.hostUsers !== false) return
  const detail = 'when `hostUsers` is false'
  if (spec.hostNetwork) errors.forbidden('spec.hostNetwork', detail)
  if (spec.hostPID) errors.forbidden('spec.HostPID', detail)
  if (spec.hostIPC) errors.forbidden('spec.HostIPC', detail)
  for (const placed of placedContainers(spec)) {
    if ((placed.container.volumeDevices ?? []).length === 0) continue
    errors.forbidden(`${fieldOf(placed)}.volumeDevices`, detail)
  }
}

/** validatePodHostName. */
export function validateHostnameOverride(errors: FieldErrors, spec: PodSpec): void {
  const { hostnameOverride } = spec
  if (hostnameOverride === undefined) return
  const field = 'spec.hostnameOverride'
  if (spec.setHostnameAsFQDN === true) {
    errors.forbidden(field, 'may not be specified when setHostnameAsFQDN is true')
  }
  if (spec.hostNetwork) {
    errors.forbidden(field, 'may not be specified when hostNetwork is true')
  }
  if (byteLength(hostnameOverride) > HOSTNAME_BYTES_MAX) errors.tooLong(field, HOSTNAME_BYTES_MAX)
  errors.invalidEach(field, hostnameOverride, dnsSubdomain(hostnameOverride))
}

/** validateShareProcessNamespace. */
export function validateSharedProcesses(errors: FieldErrors, spec: PodSpec): void {
  if (!spec.hostPID || spec.shareProcessNamespace !== true) return
  const rule = 'ShareProcessNamespace and HostPID cannot both be enabled'
  errors.invalid('spec.shareProcessNamespace', true, rule)
}

import type { GoValue } from '../../go/json-text.ts'
import { fieldsOf, type Struct, type StructName } from '../../types/types.ts'
import { writeValue } from '../../types/write.ts'
import type { StructValue } from '../../types/zero.ts'

/**
 * Structs that errors print whole. The API server prints its internal types, whose fields have no
 * JSON names: Go's names in the internal order, and null for what is not set.
 */
const INTERNAL_FIELDS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  SecurityContext: [
    ['Capabilities', 'capabilities'],
    ['Privileged', 'privileged'],
    ['SELinuxOptions', 'seLinuxOptions'],
    ['WindowsOptions', 'windowsOptions'],
    ['RunAsUser', 'runAsUser'],
    ['RunAsGroup', 'runAsGroup'],
    ['RunAsNonRoot', 'runAsNonRoot'],
    ['ReadOnlyRootFilesystem', 'readOnlyRootFilesystem'],
    ['AllowPrivilegeEscalation', 'allowPrivilegeEscalation'],
    ['ProcMount', 'procMount'],
    ['SeccompProfile', 'seccompProfile'],
    ['AppArmorProfile', 'appArmorProfile'],
  ],
  Capabilities: [
    ['Add', 'add'],
    ['Drop', 'drop'],
  ],
  SELinuxOptions: [
    ['User', 'user'],
    ['Role', 'role'],
    ['Type', 'type'],
    ['Level', 'level'],
  ],
  WindowsSecurityContextOptions: [
    ['GMSACredentialSpecName', 'gmsaCredentialSpecName'],
    ['GMSACredentialSpec', 'gmsaCredentialSpec'],
    ['RunAsUserName', 'runAsUserName'],
    ['HostProcess', 'hostProcess'],
  ],
  SeccompProfile: [
    ['Type', 'type'],
    ['LocalhostProfile', 'localhostProfile'],
  ],
  AppArmorProfile: [
    ['Type', 'type'],
    ['LocalhostProfile', 'localhostProfile'],
  ],
  PodResourceClaim: [
    ['Name', 'name'],
    ['ResourceClaimName', 'resourceClaimName'],
    ['ResourceClaimTemplateName', 'resourceClaimTemplateName'],
  ],
  ClusterTrustBundleProjection: [
    ['Name', 'name'],
    ['SignerName', 'signerName'],
    ['LabelSelector', 'labelSelector'],
    ['Optional', 'optional'],
    ['Path', 'path'],
    ['User', 'user'],
  ],
}

export function internalJson<Name extends StructName>(
  name: Name,
  value: Struct<Name>,
): { readonly [field: string]: GoValue } {
  return write(name, value)
}

function write(name: string, value: StructValue): { readonly [field: string]: GoValue } {
  const types = fieldsOf(name)
  const entries = (INTERNAL_FIELDS[name] ?? []).map(([goName, field]): [string, GoValue] => {
    const type = types.get(field)
    const found = value[field]
    if (type === undefined || found === undefined) return [goName, null]
    if (!Object.hasOwn(INTERNAL_FIELDS, type.struct)) return [goName, writeValue(type, found)]
    return [goName, write(type.struct, found as StructValue)] // by the tables
  })
  return Object.fromEntries(entries)
}

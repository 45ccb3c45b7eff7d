import { byteLength } from '../../go/utf8.ts'
import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { rangeError } from '../metadata/names.ts'

const LUN_MAX = 255

/**
 * How an iSCSI name of each sort goes on; the first is looked for anywhere in the text, as
 * upstream.
 */
const ISCSI_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.[0-9]{4}-[0-9]{2}\.[A-Za-z0-9.-]+:[^,;*&$|\t\n\f\r ]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
])

export function validateNfs(
  errors: FieldErrors,
  { server, path: exported }: Struct<'NFSVolumeSource'>,
  path: string,
): void {
  if (server === '') errors.required(`${path}.server`)
  if (exported === '') errors.required(`${path}.path`)
  if (!exported.startsWith('/')) {
    errors.invalid(`${path}.path`, exported, 'must be an absolute path')
  }
}

export function validateIscsi(
  errors: FieldErrors,
  source: Struct<'ISCSIVolumeSource'>,
  path: string,
): void {
  const { targetPortal, iqn, lun, initiatorName } = source
  if (targetPortal === '') errors.required(`${path}.targetPortal`)
  if (iqn === '') errors.required(`${path}.iqn`)
  else validateIscsiName(errors, iqn, `${path}.iqn`)
  if (lun < 0 || lun > LUN_MAX) errors.invalid(`${path}.lun`, lun, rangeError(0, LUN_MAX))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && source.secretRef === undefined) {
    errors.required(`${path}.secretRef`)
  }
  if (initiatorName !== undefined) {
    validateIscsiName(errors, initiatorName, `${path}.initiatorname`)
  }
}

function validateIscsiName(errors: FieldErrors, name: string, field: string): void {
  const format = ISCSI_NAMES.get(name.slice(0, 3))
  if (format === undefined) {
    errors.invalid(field, name, 'must be valid format starting with iqn, eui, or naa')
  } else if (!format.test(name)) {
    errors.invalid(field, name, 'must be valid format')
  }
}

export function validateFc(
  errors: FieldErrors,
  { targetWWNs = [], wwids = [], lun }: Struct<'FCVolumeSource'>,
  path: string,
): void {
  const field = `${path}.targetWWNs`
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.required(field, 'must specify either targetWWNs or wwids, but not both')
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const detail = 'targetWWNs and wwids can not be specified simultaneously'
    errors.invalid(field, new Json(targetWWNs), detail)
  }
  if (targetWWNs.length === 0) return
  if (lun === undefined)
    errors.required(`${path}.lun`, 'lun is required if targetWWNs is specified')
  else if (lun < 0 || lun > LUN_MAX) errors.invalid(`${path}.lun`, lun, rangeError(0, LUN_MAX))
}

const TENANT_BYTES_MAX = 64

export function validateQuobyte(
  errors: FieldErrors,
  { registry, tenant, volume }: Struct<'QuobyteVolumeSource'>,
  path: string,
): void {
  const detail = 'must be a host:port pair or multiple pairs separated by commas'
  if (registry === '') errors.required(`${path}.registry`, detail)
  else if (byteLength(tenant) > TENANT_BYTES_MAX) {
    const rule = 'must be a UUID and may not exceed a length of 64 characters'
    errors.required(`${path}.tenant`, rule)
  } else {
    for (const pair of registry.split(',')) {
      if (!isHostPort(pair)) errors.invalid(`${path}.registry`, registry, detail)
    }
  }
  if (volume === '') errors.required(`${path}.volume`)
}

/** net.SplitHostPort, which takes anything for a host and a port as long as the marks are right. */
function isHostPort(text: string): boolean {
  const bracketed = /^\[([^[\]]*)\]:([^:[\]]*)$/.test(text)
  return bracketed || /^[^:[\]]*:[^:[\]]*$/.test(text)
}

export function validateGlusterfs(
  errors: FieldErrors,
  { endpoints, path: volume }: Struct<'GlusterfsVolumeSource'>,
  path: string,
): void {
  if (endpoints === '') errors.required(`${path}.endpoints`)
  if (volume === '') errors.required(`${path}.path`)
}

export function validateFlocker(
  errors: FieldErrors,
  { datasetName, datasetUUID }: Struct<'FlockerVolumeSource'>,
  path: string,
): void {
  if (datasetName === '' && datasetUUID === '') {
    errors.required(path, 'one of datasetName and datasetUUID is required')
  }
  if (datasetName !== '' && datasetUUID !== '') {
    const detail = 'datasetName and datasetUUID can not be specified simultaneously'
    errors.invalid(path, 'resource', detail)
  }
  if (datasetName.includes('/')) {
    errors.invalid(`${path}.datasetName`, datasetName, "must not contain '/'")
  }
}

export function validateRbd(
  errors: FieldErrors,
  { monitors = [], image }: Struct<'RBDVolumeSource'>,
  path: string,
): void {
  if (monitors.length === 0) errors.required(`${path}.monitors`)
  if (image === '') errors.required(`${path}.image`)
}

export function validateCephFs(
  errors: FieldErrors,
  { monitors = [] }: Struct<'CephFSVolumeSource'>,
  path: string,
): void {
  if (monitors.length === 0) errors.required(`${path}.monitors`)
}

import type { Struct } from '../../types/types.ts'
import { writeStruct } from '../../types/write.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { internalJson } from '../metadata/internal-json.ts'
import { dnsSubdomain } from '../metadata/names.ts'
import { validateLabelSelector } from '../placement/label-selector.ts'
import {
  validateDownwardApiFile,
  validateFileMode,
  validateKeyToPath,
  validateUser,
} from './file-volumes.ts'
import { validateNonReservedPath } from './paths.ts'
import { validatePodCertificate } from './pod-certificate.ts'
import { ProjectedPaths } from './projected-paths.ts'
import { validateSignerName } from './signer-name.ts'

const TOKEN_SECONDS_MIN = 600n
const TOKEN_SECONDS_MAX = 2n ** 32n

/** validateProjectedVolumeSource. */
export function validateProjected(
  errors: FieldErrors,
  { defaultMode, defaultUser, sources }: Struct<'ProjectedVolumeSource'>,
  path: string,
): void {
  validateFileMode(errors, defaultMode, `${path}.defaultMode`)
  validateUser(errors, defaultUser, `${path}.defaultUser`)
  const paths = new ProjectedPaths(errors, path)
  for (const [index, source] of (sources ?? []).entries()) {
    validateSource(errors, source, `${path}.sources[${index}]`, paths)
  }
}

function validateSource(
  errors: FieldErrors,
  source: Struct<'VolumeProjection'>,
  path: string,
  paths: ProjectedPaths,
): void {
  const { secret, configMap, downwardAPI, serviceAccountToken } = source
  const { clusterTrustBundle, podCertificate } = source
  if (secret !== undefined) validateNamed(errors, secret, `${path}.secret`, paths)
  if (configMap !== undefined) validateNamed(errors, configMap, `${path}.configMap`, paths)
  for (const file of downwardAPI?.items ?? []) {
    validateDownwardApiFile(errors, file, `${path}.downwardAPI`)
    if (file.path !== '') paths.take(file.path, file.path)
  }
  if (serviceAccountToken !== undefined) {
    validateToken(errors, serviceAccountToken, `${path}.serviceAccountToken`, paths.volume)
  }
  if (clusterTrustBundle !== undefined) {
    validateTrustBundle(errors, clusterTrustBundle, `${path}.clusterTrustBundle`, paths)
  }
  if (podCertificate !== undefined) {
    validatePodCertificate(errors, podCertificate, `${path}.podCertificate`, paths)
  }
  const given = [
    secret,
    configMap,
    downwardAPI,
    serviceAccountToken,
    clusterTrustBundle,
    podCertificate,
  ]
  if (given.filter((one) => one !== undefined).length > 1) {
    errors.forbidden(path, 'may not specify more than 1 volume type per source')
  }
}

/** A secret or a config map. */
function validateNamed(
  errors: FieldErrors,
  { name, items }: Struct<'SecretProjection'>,
  path: string,
  paths: ProjectedPaths,
): void {
  if (name === '') errors.required(`${path}.name`)
  for (const [index, item] of (items ?? []).entries()) {
    validateKeyToPath(errors, item, `${path}.items[${index}]`)
    if (item.path !== '') paths.take(item.path, name)
  }
}

function validateToken(
  errors: FieldErrors,
  { expirationSeconds, path: file, user }: Struct<'ServiceAccountTokenProjection'>,
  path: string,
  volume: string,
): void {
  const field = `${path}.expirationSeconds`
  if (expirationSeconds === undefined) errors.required(field)
  else if (expirationSeconds < TOKEN_SECONDS_MIN) {
    errors.invalid(field, expirationSeconds, 'may not specify a duration less than 10 minutes')
  } else if (expirationSeconds > TOKEN_SECONDS_MAX) {
    errors.invalid(field, expirationSeconds, 'may not specify a duration larger than 2^32 seconds')
  }
  if (file === '') errors.required(`${volume}.path`)
  else validateNonReservedPath(errors, file, `${volume}.path`)
  validateUser(errors, user, `${path}.user`)
}

function validateTrustBundle(
  errors: FieldErrors,
  bundle: Struct<'ClusterTrustBundleProjection'>,
  path: string,
  paths: ProjectedPaths,
): void {
  const { name, signerName, labelSelector, path: file, user } = bundle
  if (name !== undefined && signerName !== undefined) {
    const value = new Json(internalJson('ClusterTrustBundleProjection', bundle))
    errors.invalid(path, value, 'only one of name and signerName may be used')
  } else if (name !== undefined) {
    if (name === '') errors.required(`${path}.name`, 'must be a valid object name')
    for (const complaint of bundleNameComplaints(name)) {
      errors.invalid(`${path}.name`, name, `not a valid clustertrustbundlename: ${complaint}`)
    }
    if (labelSelector !== undefined) {
      const value = new Json(writeStruct('LabelSelector', labelSelector))
      const detail = 'labelSelector must be unset if name is specified'
      errors.invalid(`${path}.labelSelector`, value, detail)
    }
  } else if (signerName !== undefined) {
    if (signerName === '') errors.required(`${path}.signerName`, 'must be a valid signer name')
    validateSignerName(errors, signerName, `${path}.signerName`)
    validateLabelSelector(errors, labelSelector, `${path}.labelSelector`)
  } else errors.required(path, 'either name or signerName must be specified')
  if (file === '') errors.required(`${path}.path`)
  validateUser(errors, user, `${path}.user`)
  validateNonReservedPath(errors, file, `${path}.path`)
  paths.take(file, file)
}

/** ValidateClusterTrustBundleName with the signer that the name itself tells. */
function bundleNameComplaints(name: string): readonly string[] {
  const at = name.lastIndexOf(':')
  const signer = at < 0 ? '' : name.slice(0, at).replaceAll(':', '/')
  if (signer !== '') {
    const prefix = `${signer.replaceAll('/', ':')}:`
    if (name.startsWith(prefix)) return dnsSubdomain(name.slice(prefix.length))
    return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
  }
  if (!name.includes(':')) return dnsSubdomain(name)
  return ['ClusterTrustBundle without signer name must not have ":" in its name']
}

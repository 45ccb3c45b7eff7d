import type { Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { validateUserAnnotations } from '../metadata/object-meta.ts'
import { validateUser } from './file-volumes.ts'
import { validateNonReservedPath } from './paths.ts'
import type { ProjectedPaths } from './projected-paths.ts'
import { isKubernetesSigner, validateSignerName } from './signer-name.ts'

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const EXPIRATION_SECONDS_MIN = 3600
const DAY_SECONDS = 86_400
const EXPIRATION_DAYS_MAX = 91

export function validatePodCertificate(
  errors: FieldErrors,
  certificate: Struct<'PodCertificateProjection'>,
  path: string,
  paths: ProjectedPaths,
): void {
  const { signerName, userAnnotations, user, keyType } = certificate
  validateSignerName(errors, signerName, `${path}.signerName`)
  if (userAnnotations !== undefined) {
    validateUserAnnotations(errors, userAnnotations, `${path}.userAnnotations`)
  }
  validateUser(errors, user, `${path}.user`)
  if (!KEY_TYPES.includes(keyType)) errors.notSupported(`${path}.keyType`, keyType, KEY_TYPES)
  validateExpiration(errors, certificate, `${path}.maxExpirationSeconds`)
  const { credentialBundlePath, keyPath, certificateChainPath } = certificate
  const files = { credentialBundlePath, keyPath, certificateChainPath }
  let count = 0
  for (const [field, file] of Object.entries(files)) {
    if (file === '') continue
    count++
    validateNonReservedPath(errors, file, `${path}.${field}`)
    paths.take(file, file)
  }
  if (count > 0) return
  const rule = 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'
  errors.required(path, rule)
}

function validateExpiration(
  errors: FieldErrors,
  { maxExpirationSeconds: seconds, signerName }: Struct<'PodCertificateProjection'>,
  field: string,
): void {
  if (seconds === undefined) return
  if (seconds < EXPIRATION_SECONDS_MIN) {
    const detail = `if provided, maxExpirationSeconds must be >= ${EXPIRATION_SECONDS_MIN}`
    errors.invalid(field, seconds, detail)
  }
  const max = isKubernetesSigner(signerName) ? DAY_SECONDS : EXPIRATION_DAYS_MAX * DAY_SECONDS
  if (seconds > max) {
    errors.invalid(field, seconds, `if provided, maxExpirationSeconds must be <= ${max}`)
  }
}

import type { ObjectMeta, PodSpec, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { MIRROR_ANNOTATION } from '../metadata/annotation-keys.ts'
import { internalJson } from '../metadata/internal-json.ts'
import { dnsLabel, dnsSubdomain } from '../metadata/names.ts'

/** Names that containers may use, however wrong the claims are. */
export function podClaimNames({ resourceClaims }: PodSpec): ReadonlySet<string> {
  const names = (resourceClaims ?? []).map(({ name }) => name)
  return new Set(names.filter((name) => name !== ''))
}

/** validatePodResourceClaims. */
export function validateResourceClaims(
  errors: FieldErrors,
  { resourceClaims = [] }: PodSpec,
  { annotations }: ObjectMeta,
): void {
  const isMirror = annotations?.has(MIRROR_ANNOTATION) === true
  const names = new Set<string>()
  for (const [index, claim] of resourceClaims.entries()) {
    // Upstream gives this error no field.
    if (isMirror) errors.forbidden('', 'static pods do not support resource claims')
    else validateClaim(errors, claim, names, `spec.resourceClaims[${index}]`)
  }
}

function validateClaim(
  errors: FieldErrors,
  claim: Struct<'PodResourceClaim'>,
  names: Set<string>,
  path: string,
): void {
  const { name, resourceClaimName, resourceClaimTemplateName } = claim
  if (name === '') errors.required(`${path}.name`)
  else if (names.has(name)) errors.duplicate(`${path}.name`, name)
  else {
    errors.invalidEach(`${path}.name`, name, dnsLabel(name))
    names.add(name)
  }
  const isBoth = resourceClaimName !== undefined && resourceClaimTemplateName !== undefined
  const isNone = resourceClaimName === undefined && resourceClaimTemplateName === undefined
  if (isBoth || isNone) {
    const rule = isBoth
      ? 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
      : 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'
    errors.invalid(path, new Json(internalJson('PodResourceClaim', claim)), rule)
  }
  for (const field of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
    const value = claim[field]
    if (value !== undefined) errors.invalidEach(`${path}.${field}`, value, dnsSubdomain(value))
  }
}

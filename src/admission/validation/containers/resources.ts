import type { Quantity } from '../../../snapshot/quantity/quantity.ts'
import { compareStrings } from '../../go/utf8.ts'
import type { ResourceList, ResourceRequirements, Struct } from '../../types/types.ts'
import type { FieldErrors } from '../field-errors.ts'
import { dnsLabel } from '../metadata/names.ts'
import {
  isHugePages,
  isOvercommitAllowed,
  isWholeHugePages,
  validateContainerResourceName,
  validatePodResourceName,
  validateResourceQuantity,
} from './resource-names.ts'

type NameRule = (errors: FieldErrors, name: string, path: string) => void

const NOTHING: ResourceList = new Map()

/** ValidateContainerResourceRequirements. */
export function validateContainerResources(
  errors: FieldErrors,
  resources: ResourceRequirements,
  podClaims: ReadonlySet<string>,
  path: string,
): void {
  validateRequirements(errors, resources, { podClaims, path, rule: validateContainerResourceName })
}

/** validatePodResourceRequirements. */
export function validatePodRequirements(
  errors: FieldErrors,
  resources: ResourceRequirements,
  podClaims: ReadonlySet<string>,
  path: string,
): void {
  validateRequirements(errors, resources, { podClaims, path, rule: validatePodResourceName })
}

/** validateOverhead: as if it were the limits of a container. */
export function validateOverhead(errors: FieldErrors, overhead: ResourceList, path: string): void {
  const resources = { limits: overhead, requests: undefined, claims: undefined }
  const podClaims = new Set<string>()
  validateRequirements(errors, resources, { podClaims, path, rule: validateContainerResourceName })
}

interface Rules {
  readonly podClaims: ReadonlySet<string>
  readonly path: string
  readonly rule: NameRule
}

/** validateResourceRequirements. */
function validateRequirements(
  errors: FieldErrors,
  { limits = NOTHING, requests = NOTHING, claims = [] }: ResourceRequirements,
  { podClaims, path, rule }: Rules,
): void {
  for (const [name, quantity] of limits) {
    const field = `${path}.limits[${name}]`
    rule(errors, name, field)
    validateResourceQuantity(errors, name, quantity, field)
    validateHugePages(errors, name, quantity, field)
  }
  for (const [name, quantity] of requests) {
    const field = `${path}.requests[${name}]`
    rule(errors, name, field)
    validateResourceQuantity(errors, name, quantity, field)
    validateAgainstLimit(errors, name, { limits, requests }, path)
    validateHugePages(errors, name, quantity, field)
  }
  const names = [...limits.keys(), ...requests.keys()]
  if (names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory')) {
    errors.forbidden(path, 'HugePages require cpu or memory')
  }
  validateClaimNames(errors, claims, podClaims, `${path}.claims`)
}

function validateHugePages(
  errors: FieldErrors,
  name: string,
  quantity: Quantity,
  field: string,
): void {
  if (!isHugePages(name) || isWholeHugePages(name, quantity)) return
  const detail = `${quantity} is not positive integer multiple of ${name}`
  errors.invalid(field, quantity.toString(), detail)
}

/** The field named is the list, not the resource in it. */
function validateAgainstLimit(
  errors: FieldErrors,
  name: string,
  { limits, requests }: { limits: ResourceList; requests: ResourceList },
  path: string,
): void {
  const [request, limit] = [requests.get(name), limits.get(name)]
  const isFree = isOvercommitAllowed(name)
  if (request === undefined) return
  if (limit === undefined) {
    if (!isFree) {
      errors.required(`${path}.limits`, 'Limit must be set for non overcommitable resources')
    }
    return
  }
  const order = request.compare(limit)
  const field = `${path}.requests`
  if (order !== 0 && !isFree) {
    errors.invalid(field, request.toString(), `must be equal to ${name} limit of ${limit}`)
  } else if (order > 0) {
    errors.invalid(
      field,
      request.toString(),
      `must be less than or equal to ${name} limit of ${limit}`,
    )
  }
}

/** validateResourceClaimNames. */
function validateClaimNames(
  errors: FieldErrors,
  claims: readonly Struct<'ResourceClaim'>[],
  podClaims: ReadonlySet<string>,
  path: string,
): void {
  const seen = new Set<string>()
  for (const [index, { name, request }] of claims.entries()) {
    const field = `${path}[${index}]`
    if (name === '') {
      errors.required(field)
      continue
    }
    if (seen.has(name)) errors.duplicate(field, name)
    else validateClaimRequest(errors, { name, request, seen }, field)
    if (!podClaims.has(name)) errors.notFound(field, name, unknownClaim(podClaims))
  }
}

interface ClaimUse {
  readonly name: string
  readonly request: string
  /** Names of claims, and of claims with a request behind a slash, that were used before. */
  readonly seen: Set<string>
}

function validateClaimRequest(errors: FieldErrors, use: ClaimUse, field: string): void {
  const { name, request, seen } = use
  if (request !== '') errors.invalidEach(`${field}.request`, request, dnsLabel(request))
  const key = request === '' ? name : `${name}/${request}`
  if (seen.has(key)) errors.duplicate(field, key)
  else if (request === '') {
    for (const other of seen) {
      const slash = other.indexOf('/')
      if (slash >= 0 && other.slice(0, slash) === name) errors.duplicate(field, name)
    }
  }
  seen.add(key)
}

function unknownClaim(podClaims: ReadonlySet<string>): string {
  const start = 'must be one of the names in pod.spec.resourceClaims'
  if (podClaims.size === 0) return `${start} which is empty`
  return `${start}: ${[...podClaims].sort(compareStrings).join(', ')}`
}

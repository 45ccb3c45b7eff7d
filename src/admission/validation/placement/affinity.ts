import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { dnsLabel, dnsSubdomain, labelKey, labelValue } from '../metadata/names.ts'
import { validateLabelSelector } from './label-selector.ts'
import { validateLabelKeys } from './match-label-keys.ts'

const WEIGHT_RULE = 'must be in the range 1-100'

type NodeRequirement = Struct<'NodeSelectorRequirement'>
type PodTerm = Struct<'PodAffinityTerm'>

/** validateAffinity. */
export function validateAffinity(
  errors: FieldErrors,
  affinity: Struct<'Affinity'> | undefined,
  path: string,
): void {
  if (affinity === undefined) return
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity
  if (nodeAffinity !== undefined) {
    validateNodeAffinity(errors, nodeAffinity, `${path}.nodeAffinity`)
  }
  if (podAffinity !== undefined) validatePodAffinity(errors, podAffinity, `${path}.podAffinity`)
  if (podAntiAffinity !== undefined) {
    validatePodAffinity(errors, podAntiAffinity, `${path}.podAntiAffinity`)
  }
}

function validateWeight(errors: FieldErrors, weight: number, path: string): void {
  if (weight <= 0 || weight > 100) errors.invalid(`${path}.weight`, weight, WEIGHT_RULE)
}

function validateNodeAffinity(
  errors: FieldErrors,
  affinity: Struct<'NodeAffinity'>,
  path: string,
): void {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution
  if (required !== undefined) {
    const field = `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`
    const terms = required.nodeSelectorTerms ?? []
    if (terms.length === 0) errors.required(field, 'must have at least one node selector term')
    for (const [index, term] of terms.entries()) {
      validateNodeTerm(errors, term, true, `${field}[${index}]`)
    }
  }
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, { weight, preference }] of preferred.entries()) {
    const field = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`
    validateWeight(errors, weight, field)
    validateNodeTerm(errors, preference, false, `${field}.preference`)
  }
}

/** ValidateNodeSelectorTerm; the values of a preference are only warned about. */
function validateNodeTerm(
  errors: FieldErrors,
  { matchExpressions, matchFields }: Struct<'NodeSelectorTerm'>,
  isRequired: boolean,
  path: string,
): void {
  for (const [index, requirement] of (matchExpressions ?? []).entries()) {
    validateNodeRequirement(errors, requirement, isRequired, `${path}.matchExpressions[${index}]`)
  }
  for (const [index, requirement] of (matchFields ?? []).entries()) {
    validateNodeField(errors, requirement, `${path}.matchFields[${index}]`)
  }
}

function validateNodeRequirement(
  errors: FieldErrors,
  { key, operator, values = [] }: NodeRequirement,
  hasCheckedValues: boolean,
  path: string,
): void {
  validateOperator(errors, operator, values.length, path)
  errors.invalidEach(`${path}.key`, key, labelKey(key))
  if (!hasCheckedValues) return
  for (const [index, value] of values.entries()) {
    errors.invalidEach(`${path}.values[${index}]`, value, labelValue(value))
  }
}

function validateOperator(
  errors: FieldErrors,
  operator: string,
  valueCount: number,
  path: string,
): void {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (valueCount > 0) return
      return errors.required(
        `${path}.values`,
        "must be specified when `operator` is 'In' or 'NotIn'",
      )
    case 'Exists':
    case 'DoesNotExist':
      if (valueCount === 0) return
      return errors.forbidden(
        `${path}.values`,
        "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      )
    case 'Gt':
    case 'Lt':
      if (valueCount === 1) return
      return errors.required(
        `${path}.values`,
        "must be specified single value when `operator` is 'Lt' or 'Gt'",
      )
    default:
      errors.invalid(`${path}.operator`, new Json(operator), 'not a valid selector operator')
  }
}

/** ValidateNodeFieldSelectorRequirement: a node's name is the only field. */
function validateNodeField(
  errors: FieldErrors,
  { key, operator, values = [] }: NodeRequirement,
  path: string,
): void {
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.invalid(`${path}.operator`, new Json(operator), 'not a valid selector operator')
  } else if (values.length !== 1) {
    const rule = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
    errors.required(`${path}.values`, rule)
  }
  if (key !== 'metadata.name') {
    return errors.invalid(`${path}.key`, key, 'not a valid field selector key')
  }
  for (const [index, value] of values.entries()) {
    errors.invalidEach(`${path}.values[${index}]`, value, dnsSubdomain(value))
  }
}

function validatePodAffinity(
  errors: FieldErrors,
  affinity: Struct<'PodAffinity'>,
  path: string,
): void {
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, term] of required.entries()) {
    const field = `${path}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`
    validatePodTerm(errors, term, field)
  }
  const preferred = affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []
  for (const [index, { weight, podAffinityTerm }] of preferred.entries()) {
    const field = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`
    validateWeight(errors, weight, field)
    validatePodTerm(errors, podAffinityTerm, `${field}.podAffinityTerm`)
  }
}

/** validatePodAffinityTerm: an empty topology key is told three times. */
function validatePodTerm(errors: FieldErrors, term: PodTerm, path: string): void {
  validateLabelSelector(errors, term.labelSelector, `${path}.labelSelector`)
  validateLabelSelector(errors, term.namespaceSelector, `${path}.namespaceSelector`)
  for (const name of term.namespaces ?? []) {
    errors.invalidEach(`${path}.namespace`, name, dnsLabel(name))
  }
  validateLabelKeys(errors, term, path)
  const { topologyKey } = term
  if (topologyKey === '') errors.required(`${path}.topologyKey`, 'can not be empty')
  errors.invalidEach(`${path}.topologyKey`, topologyKey, labelKey(topologyKey))
}

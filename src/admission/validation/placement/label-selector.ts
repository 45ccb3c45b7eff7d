import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { labelKey, labelValue } from '../metadata/names.ts'

/** ValidateLabels. */
export function validateLabels(
  errors: FieldErrors,
  labels: ReadonlyMap<string, string> | undefined,
  path: string,
): void {
  for (const [key, value] of labels ?? []) {
    errors.invalidEach(path, key, labelKey(key))
    errors.invalidEach(path, value, labelValue(value))
  }
}

/** ValidateLabelSelector. */
export function validateLabelSelector(
  errors: FieldErrors,
  selector: Struct<'LabelSelector'> | undefined,
  path: string,
): void {
  if (selector === undefined) return
  validateLabels(errors, selector.matchLabels, `${path}.matchLabels`)
  for (const [index, requirement] of (selector.matchExpressions ?? []).entries()) {
    validateRequirement(errors, requirement, `${path}.matchExpressions[${index}]`)
  }
}

function validateRequirement(
  errors: FieldErrors,
  { key, operator, values = [] }: Struct<'LabelSelectorRequirement'>,
  path: string,
): void {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        errors.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
      }
      break
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.forbidden(
          `${path}.values`,
          "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        )
      }
      break
    default:
      errors.invalid(`${path}.operator`, new Json(operator), 'not a valid selector operator')
  }
  errors.invalidEach(`${path}.key`, key, labelKey(key))
  for (const [index, value] of values.entries()) {
    errors.invalidEach(`${path}.values[${index}]`, value, labelValue(value))
  }
}

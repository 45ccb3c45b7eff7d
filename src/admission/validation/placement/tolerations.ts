import type { Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { labelKey, labelValue } from '../metadata/names.ts'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const OPERATORS = ['Equal', 'Exists']
/** Behind a gate that is off, but named all the same. */
const COMPARISONS = ['Lt', 'Gt']

type Toleration = Struct<'Toleration'>

/** ValidateTolerations. */
export function validateTolerations(
  errors: FieldErrors,
  tolerations: readonly Toleration[],
  path: string,
): void {
  for (const [index, toleration] of tolerations.entries()) {
    const { key, operator, effect, tolerationSeconds } = toleration
    const field = `${path}[${index}]`
    if (key !== '') errors.invalidEach(`${field}.key`, key, labelKey(key))
    if (key === '' && operator !== 'Exists') {
      const rule =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"'
      errors.invalid(`${field}.operator`, new Json(operator), rule)
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const rule = "effect must be 'NoExecute' when `tolerationSeconds` is set"
      errors.invalid(`${field}.effect`, new Json(effect), rule)
    }
    validateOperator(errors, toleration, `${field}.operator`)
    if (effect !== '' && !EFFECTS.includes(effect)) {
      errors.notSupported(`${field}.effect`, new Json(effect), EFFECTS)
    }
  }
}

/** Errors about the value name the operator. */
function validateOperator(
  errors: FieldErrors,
  { operator, value }: Toleration,
  field: string,
): void {
  if (operator === 'Equal' || operator === '') {
    const complaints = labelValue(value)
    if (complaints.length > 0) errors.invalid(field, value, complaints.join(';'))
  } else if (operator === 'Exists') {
    if (value === '') return
    errors.invalid(field, value, "value must be empty when `operator` is 'Exists'")
  } else {
    const supported = COMPARISONS.includes(operator) ? [...OPERATORS, ...COMPARISONS] : OPERATORS
    errors.notSupported(field, new Json(operator), supported)
  }
}

import { type NodeRequirement, parseInt64 } from '../../../snapshot/node-selector.ts'
import { invalidValue, unsupportedValue } from '../field-error.ts'
import { labelValueProblems, qualifiedNameProblems } from '../qualified-name.ts'
import type { StrictFields } from '../strict-fields.ts'

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']
const FIELD_OPERATORS = ['In', 'NotIn']

/** What labels.NewRequirement says of one of a node selector's matchExpressions. */
export function validateExpression(
  requirement: StrictFields,
  { key, operator, values }: NodeRequirement,
): void {
  const { place } = requirement
  if (!OPERATORS.includes(operator)) {
    requirement.refuse(place.at('operator'), unsupportedValue(operator, OPERATORS))
    return
  }
  const ofKey = qualifiedNameProblems(key)
  if (ofKey.length > 0) requirement.refuse(place.at('key'), invalidValue(key, ofKey.join('; ')))
  validateValues(requirement, operator, values)
  for (const [index, value] of values.entries()) {
    const problems = labelValueProblems(value)
    if (problems.length === 0) continue
    requirement.refuse(place.at('values').at(index), invalidValue(value, problems.join('; ')))
  }
}

function validateValues(
  requirement: StrictFields,
  operator: string,
  values: readonly string[],
): void {
  const place = requirement.place.at('values')
  const isComparison = operator === 'Gt' || operator === 'Lt'
  const detail = countProblem(operator, values.length)
  if (detail !== null) requirement.refuse(place, invalidValue(values, detail))
  for (const [index, value] of isComparison ? values.entries() : []) {
    if (parseInt64(value) !== null) continue
    const message = invalidValue(value, "for 'Gt', 'Lt' operators, the value must be an integer")
    requirement.refuse(place.at(index), message)
  }
}

function countProblem(operator: string, count: number): string | null {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? null : "for 'in', 'notin' operators, values set can't be empty"
    case 'Exists':
    case 'DoesNotExist':
      return count === 0 ? null : 'values set must be empty for exists and does not exist'
    default:
      return count === 1 ? null : "for 'Gt', 'Lt' operators, exactly one value is required"
  }
}

/** What a node selector says of one of its matchFields. */
export function validateFieldRequirement(
  requirement: StrictFields,
  { operator, values }: NodeRequirement,
): void {
  const { place } = requirement
  if (!FIELD_OPERATORS.includes(operator)) {
    requirement.refuse(place.at('operator'), unsupportedValue(operator, FIELD_OPERATORS))
  } else if (values.length !== 1) {
    requirement.refuse(place.at('values'), invalidValue(values, 'must have one element'))
  }
}

import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'
import {
  labelValueProblems,
  qualifiedNameProblems,
} from '../../../snapshot/selectors/qualified-name.ts'

const OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']

/** What apimachinery's labels.NewRequirement says of the first requirement that it refuses. */
export function selectorError(expressions: readonly NodeRequirement[]): string | null {
  for (const expression of expressions) {
    const error = requirementError(expression)
    if (error !== null) return error
  }
  return null
}

function requirementError({ key, operator, values }: NodeRequirement): string | null {
  const quoted = (text: string) => JSON.stringify(text)
  if (!OPERATORS.includes(operator)) {
    return `${quoted(operator)} is not a valid node selector operator`
  }
  const ofKey = qualifiedNameProblems(key)
  if (ofKey.length > 0) return `invalid label key ${quoted(key)}: ${ofKey.join('; ')}`
  const ofCount = countError(operator, values)
  if (ofCount !== null) return ofCount
  for (const value of values) {
    const problems = labelValueProblems(value)
    if (problems.length > 0) return `invalid label value: ${quoted(value)}: ${problems.join('; ')}`
  }
  return null
}

function countError(operator: string, values: readonly string[]): string | null {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? null : "for 'in', 'notin' operators, values set can't be empty"
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? null : 'values set must be empty for exists and does not exist'
    default:
      if (values.length !== 1) return "for 'Gt', 'Lt' operators, exactly one value is required"
      return /^[+-]?\d+$/.test(values[0])
        ? null
        : "for 'Gt', 'Lt' operators, the value must be an integer"
  }
}

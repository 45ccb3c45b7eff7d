import {
  invalidParts,
  invalidValue,
  shownList,
  shownText,
  unsupportedValue,
  type ValueStyle,
} from '../json/field-error.ts'
import { type NodeRequirement, parseInt64 } from './node-requirement.ts'
import { labelValueProblems, qualifiedNameProblems } from './qualified-name.ts'

/** What upstream's parser has against a requirement of a node selector, word for word. */
export interface RequirementProblem {
  /** The field within the requirement: its name, and the index within `values`. */
  readonly at: readonly [field: string, index?: number]
  /** Written behind the place: the key of a label whose value is bad. */
  readonly key?: string
  readonly message: string
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']
const FIELD_OPERATORS = ['In', 'NotIn']

/** How a requirement's values are shown; stored objects never have an empty list of them. */
export interface ValuesShown {
  readonly style: ValueStyle
  readonly isNil: boolean
}

/** What labels.NewRequirement says of one of the matchExpressions. */
export function expressionProblems(
  requirement: NodeRequirement,
  shown: ValuesShown,
): RequirementProblem[] {
  const { key, operator, values } = requirement
  if (!OPERATORS.includes(operator)) {
    return [{ at: ['operator'], message: unsupportedValue(operator, OPERATORS) }]
  }
  const ofKey = qualifiedNameProblems(key)
  return [
    ...(ofKey.length > 0
      ? [{ at: ['key'] as const, message: invalidValue(key, ofKey.join('; ')) }]
      : []),
    ...operandProblems(requirement, shown),
    ...values.flatMap((value, index) => {
      const problems = labelValueProblems(value)
      if (problems.length === 0) return []
      return [
        { at: ['values', index] as const, key, message: invalidValue(value, problems.join('; ')) },
      ]
    }),
  ]
}

/** What a node selector says of one of its matchFields. */
export function fieldProblems(
  { operator, values }: NodeRequirement,
  shown: ValuesShown,
): RequirementProblem[] {
  if (!FIELD_OPERATORS.includes(operator)) {
    return [{ at: ['operator'], message: unsupportedValue(operator, FIELD_OPERATORS) }]
  }
  if (values.length === 1) return []
  return [{ at: ['values'], message: invalidValues(values, shown, 'must have one element') }]
}

function invalidValues(values: readonly string[], shown: ValuesShown, detail: string): string {
  const { style, isNil } = shown
  return invalidParts(shownList('string', values.map(shownText), isNil), style, detail)
}

function operandProblems(
  { operator, values }: NodeRequirement,
  shown: ValuesShown,
): RequirementProblem[] {
  const problems: RequirementProblem[] = []
  const detail = countProblem(operator, values.length)
  if (detail !== null) {
    problems.push({ at: ['values'], message: invalidValues(values, shown, detail) })
  }
  const isComparison = operator === 'Gt' || operator === 'Lt'
  for (const [index, value] of isComparison ? values.entries() : []) {
    if (parseInt64(value) !== null) continue
    const message = invalidValue(value, "for 'Gt', 'Lt' operators, the value must be an integer")
    problems.push({ at: ['values', index], message })
  }
  return problems
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

/** Everything wrong with a term, each with its path as upstream writes it. */
export function termProblems(
  expressions: readonly NodeRequirement[],
  fields: readonly NodeRequirement[],
  style: ValueStyle,
): string[] {
  const shownOf = ({ values }: NodeRequirement) => ({ style, isNil: values.length === 0 })
  return [
    ...expressions.flatMap((one, index) =>
      expressionProblems(one, shownOf(one)).map((problem) =>
        written(`matchExpressions[${index}]`, problem),
      ),
    ),
    ...fields.flatMap((one, index) =>
      fieldProblems(one, shownOf(one)).map((problem) => written(`matchFields[${index}]`, problem)),
    ),
  ]
}

function written(path: string, { at: [field, index], key, message }: RequirementProblem): string {
  const ofIndex = index === undefined ? '' : `[${index}]`
  const ofKey = key === undefined ? '' : `[${key}]`
  return `${path}.${field}${ofIndex}${ofKey}: ${message}`
}

/** Several errors as one text, each once (utilerrors.Aggregate). */
export function aggregated(errors: readonly string[]): string {
  const distinct = [...new Set(errors)]
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`
}

import type { NodeRequirement } from '../../../snapshot/selectors/node-requirement.ts'
import {
  expressionProblems,
  fieldProblems,
  type RequirementProblem,
  type ValuesShown,
} from '../../../snapshot/selectors/requirement-problems.ts'
import type { StrictFields } from '../../config/strict-fields.ts'

/** Refuses what is wrong with one of a node selector's matchExpressions. */
export function validateExpression(fields: StrictFields, requirement: NodeRequirement): void {
  refuseAll(fields, expressionProblems(requirement, shownIn(fields)))
}

/** Refuses what is wrong with one of a node selector's matchFields. */
export function validateFieldRequirement(fields: StrictFields, requirement: NodeRequirement): void {
  refuseAll(fields, fieldProblems(requirement, shownIn(fields)))
}

function shownIn(fields: StrictFields): ValuesShown {
  return { style: fields.context.rules.valueStyle, isNil: fields.raw('values') === undefined }
}

function refuseAll(fields: StrictFields, problems: readonly RequirementProblem[]): void {
  for (const { at, message } of problems) {
    const [field, index] = at
    const path = fields.path.at(field)
    fields.addIssue(index === undefined ? path : path.at(index), message)
  }
}

import type { Container, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'

const POLICIES = ['Always', 'Never', 'OnFailure']
const OPERATORS = ['In', 'NotIn']
const ACTIONS = ['Restart', 'RestartAllContainers']
const RULES_MAX = 20
const EXIT_CODES_MAX = 255

const NEEDS_POLICY = 'must specify restartPolicy when restart rules are used'

/** validateInitContainerRestartPolicy: rules without a policy are not looked into. */
export function validateInitRestartPolicy(
  errors: FieldErrors,
  container: Container,
  path: string,
): void {
  const { restartPolicy, restartPolicyRules: rules = [] } = container
  if (restartPolicy !== undefined) return validateRestartPolicy(errors, container, path)
  if (rules.length > 0) errors.required(`${path}.restartPolicy`, NEEDS_POLICY)
}

/** validateContainerRestartPolicy. */
export function validateRestartPolicy(
  errors: FieldErrors,
  { restartPolicy, restartPolicyRules: rules = [] }: Container,
  path: string,
): void {
  const field = `${path}.restartPolicy`
  if (restartPolicy === undefined) {
    if (rules.length === 0) return
    errors.required(field, NEEDS_POLICY)
  } else if (!POLICIES.includes(restartPolicy)) {
    errors.notSupported(field, new Json(restartPolicy), POLICIES)
  }
  if (rules.length > RULES_MAX) {
    errors.tooMany(`${path}.restartPolicyRules`, rules.length, RULES_MAX)
  }
  for (const [index, rule] of rules.entries()) {
    validateRule(errors, rule, `${path}.restartPolicyRules[${index}]`)
  }
}

function validateRule(
  errors: FieldErrors,
  { action, exitCodes }: Struct<'ContainerRestartRule'>,
  path: string,
): void {
  if (!ACTIONS.includes(action)) errors.notSupported(`${path}.action`, new Json(action), ACTIONS)
  const field = `${path}.exitCodes`
  if (exitCodes === undefined) return errors.required(field, 'must be specified')
  const { operator, values = [] } = exitCodes
  if (!OPERATORS.includes(operator)) {
    errors.notSupported(`${field}.operator`, new Json(operator), OPERATORS)
  }
  if (values.length > EXIT_CODES_MAX) {
    errors.tooMany(`${field}.values`, values.length, EXIT_CODES_MAX)
  }
}

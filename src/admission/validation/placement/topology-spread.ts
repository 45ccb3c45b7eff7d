import type { PodSpec, Struct } from '../../types/types.ts'
import { type FieldErrors, Json } from '../field-errors.ts'
import { validateLabelSelector } from './label-selector.ts'
import { validateLabelKeys } from './match-label-keys.ts'

type Constraint = Struct<'TopologySpreadConstraint'>

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway']
const POLICIES = ['Honor', 'Ignore']

/** validateTopologySpreadConstraints. */
export function validateTopologySpread(
  errors: FieldErrors,
  { topologySpreadConstraints: constraints = [] }: PodSpec,
  path: string,
): void {
  const isRepeated = repetitions(constraints)
  for (const [index, constraint] of constraints.entries()) {
    const field = `${path}[${index}]`
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint
    if (maxSkew <= 0) errors.invalid(`${field}.maxSkew`, maxSkew, 'must be greater than zero')
    if (topologyKey === '') errors.required(`${field}.topologyKey`, 'can not be empty')
    if (!ACTIONS.includes(whenUnsatisfiable)) {
      errors.notSupported(`${field}.whenUnsatisfiable`, new Json(whenUnsatisfiable), ACTIONS)
    }
    if (isRepeated[index]) {
      const key = `{${topologyKey}, ${whenUnsatisfiable}}`
      errors.duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, key)
    }
    validateMinDomains(errors, constraint, `${field}.minDomains`)
    validatePolicy(errors, constraint.nodeAffinityPolicy, `${field}.nodeAffinityPolicy`)
    validatePolicy(errors, constraint.nodeTaintsPolicy, `${field}.nodeTaintsPolicy`)
    const { matchLabelKeys, labelSelector } = constraint
    validateLabelKeys(errors, { matchLabelKeys, labelSelector }, field)
    validateLabelSelector(errors, labelSelector, `${field}.labelSelector`)
  }
}

/** Whether a constraint of the same key and action follows: the first of two is the one told. */
function repetitions(constraints: readonly Constraint[]): readonly boolean[] {
  const later = new Set<string>()
  const repeated: boolean[] = []
  for (const { topologyKey, whenUnsatisfiable } of constraints.toReversed()) {
    const key = JSON.stringify([topologyKey, whenUnsatisfiable])
    repeated.push(later.has(key))
    later.add(key)
  }
  return repeated.reverse()
}

function validateMinDomains(
  errors: FieldErrors,
  { minDomains, whenUnsatisfiable }: Constraint,
  field: string,
): void {
  if (minDomains === undefined) return
  if (minDomains <= 0) errors.invalid(field, minDomains, 'must be greater than zero')
  if (whenUnsatisfiable === 'DoNotSchedule') return
  const rule = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`
  errors.invalid(field, minDomains, rule)
}

function validatePolicy(errors: FieldErrors, policy: string | undefined, field: string): void {
  if (policy === undefined || POLICIES.includes(policy)) return
  errors.notSupported(field, new Json(policy), POLICIES)
}

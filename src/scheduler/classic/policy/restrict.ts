import { err, ok, type Result } from '../../../result.ts'
import { type Issue, ROOT } from '../../../snapshot/json/json-path.ts'
import { PREDICATES } from '../predicate-definitions.ts'
import type { ChosenPredicate, SetRules } from '../predicate-set.ts'
import { PRIORITIES } from '../priority-definitions.ts'
import type { ChosenPriority } from '../priority-set.ts'

export interface ChosenRules {
  readonly predicates: readonly ChosenPredicate[]
  readonly priorities: readonly ChosenPriority[]
}

/**
 * Only the predicates and priorities with these names, as configured or, where the configuration
 * leaves them out, as the release has them; no names: all that are configured.
 */
export function restrictTo(
  names: readonly string[],
  chosen: ChosenRules,
  rules: SetRules,
): Result<ChosenRules, readonly Issue[]> {
  if (names.length === 0) return ok(chosen)
  const predicates: ChosenPredicate[] = []
  const priorities: ChosenPriority[] = []
  const issues: Issue[] = []
  for (const [index, name] of names.entries()) {
    const predicate = chosen.predicates.find((one) => one.name === name) ?? predicateOf(name, rules)
    const priority = chosen.priorities.find((one) => one.name === name) ?? priorityOf(name, rules)
    if (predicate !== null) predicates.push(predicate)
    else if (priority !== null) priorities.push(priority)
    else {
      const message = `${JSON.stringify(name)} is no predicate or priority of ${rules.release.name} as configured`
      const { pointer } = ROOT.at('options').at('only').at(index)
      issues.push({ pointer, code: 'not-a-request', message })
    }
  }
  if (issues.length > 0) return err(issues)
  return ok({ predicates: predicates.toSorted(byPlace), priorities })
}

function byPlace(a: ChosenPredicate, b: ChosenPredicate): number {
  return placeOf(a) - placeOf(b)
}

function placeOf({ name }: ChosenPredicate): number {
  return PREDICATES.findIndex((one) => one.name === name)
}

function predicateOf(name: string, { release, fixes }: SetRules): ChosenPredicate | null {
  const known = PREDICATES.find((one) => one.name === name)
  if (known === undefined || known.make === null) return null
  return fixes || known.registeredIn.includes(release.name) ? { name, make: known.make } : null
}

function priorityOf(name: string, { release, fixes }: SetRules): ChosenPriority | null {
  const known = PRIORITIES.find((one) => one.name === name)
  if (known === undefined || known.make === null) return null
  const isKnown = fixes || known.registeredIn.includes(release.name)
  return isKnown ? { name, make: known.make, weight: known.weight ?? 1 } : null
}

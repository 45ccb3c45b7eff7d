import { err, ok, type Result } from '../../result.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { PluginFactory } from './context.ts'
import type { NamedPriority, Policy } from './policy/policy.ts'
import type { SetRules } from './predicate-set.ts'
import { equalPriority } from './priorities/equal-priority.ts'
import { PRIORITIES } from './priority-definitions.ts'

export interface ChosenPriority {
  readonly name: string
  readonly make: PluginFactory
  readonly weight: number
}

const EQUAL: ChosenPriority = { name: 'EqualPriority', make: equalPriority, weight: 1 }

/** The priorities that a policy names, with its weights, or the defaults. */
export function choosePriorities(
  policy: Policy,
  rules: SetRules,
): Result<readonly ChosenPriority[], readonly Issue[]> {
  const { release } = rules
  if (policy.priorities === null) {
    const defaults = PRIORITIES.flatMap(({ name, make, weight, defaultIn }) =>
      make === null || !defaultIn.includes(release.name)
        ? []
        : [{ name, make, weight: weight ?? 1 }],
    )
    return ok(defaults)
  }
  const chosen = new Map<string, ChosenPriority>()
  const issues = policy.priorities.flatMap((named) => register(chosen, named, rules))
  if (issues.length > 0) return err(issues)
  warn(chosen, rules)
  const isEqual = chosen.size === 0 && policy.extenders.length === 0
  return ok(isEqual ? [EQUAL] : [...chosen.values()])
}

/** Named twice, the last weight counts, and the last argument. */
function register(
  chosen: Map<string, ChosenPriority>,
  { name, weight, argument, path }: NamedPriority,
  rules: SetRules,
): Issue[] {
  const known = PRIORITIES.find((one) => one.name === name)
  const isRegistered = known?.registeredIn.includes(rules.release.name) ?? false
  const before = chosen.get(name)?.make
  const make = argument?.make ?? before ?? (isRegistered || rules.fixes ? known?.make : null)
  if (make === null || make === undefined) {
    const message = `Invalid configuration: Priority type not found for ${name}`
    return [{ pointer: path.pointer, code: 'invalid-config', message }]
  }
  if (argument === null && before === undefined && !isRegistered) {
    const message = `${rules.release.version} does not know ${name} and would refuse the policy; it is run all the same`
    rules.notices.add('run-by-fixes', name, message)
  }
  chosen.set(name, { name, make, weight })
  return []
}

/** Combinations that the priorities' authors advise against. */
function warn(chosen: ReadonlyMap<string, ChosenPriority>, { notices }: SetRules): void {
  const hasLeast = chosen.has('LeastRequestedPriority')
  if (chosen.has('BalancedResourceAllocation') && !hasLeast) {
    const message = 'made to go with LeastRequestedPriority, which is not configured'
    notices.add('odd', 'BalancedResourceAllocation', message)
  }
  if (chosen.has('MostRequestedPriority') && hasLeast) {
    const message = 'pulls against LeastRequestedPriority, which is configured as well'
    notices.add('odd', 'MostRequestedPriority', message)
  }
}

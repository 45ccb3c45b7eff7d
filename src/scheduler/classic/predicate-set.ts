import { err, ok, type Result } from '../../result.ts'
import type { Issue } from '../../snapshot/json/json-path.ts'
import type { Notices } from '../framework/notices.ts'
import type { PluginFactory } from './context.ts'
import type { NamedPredicate, Policy } from './policy/policy.ts'
import { PREDICATES, type PredicateDefinition } from './predicate-definitions.ts'
import type { ClassicRelease } from './profiles/releases.ts'

export interface ChosenPredicate {
  readonly name: string
  readonly make: PluginFactory
}

/** A name that the scheduler has registered, in this release or by the policy's argument. */
interface Registered extends ChosenPredicate {
  /** Of the definition that it is run as; its place is where fixes run what has no place. */
  readonly definition: PredicateDefinition
}

export interface SetRules {
  readonly release: ClassicRelease
  readonly fixes: boolean
  readonly notices: Notices
}

/** The predicates that a policy names, or the defaults, with the mandatory ones, in their fixed order. */
export function choosePredicates(
  { predicates }: Policy,
  rules: SetRules,
): Result<readonly ChosenPredicate[], readonly Issue[]> {
  const { release } = rules
  const registry = new Map<string, Registered>()
  for (const definition of PREDICATES) {
    const { name, make, registeredIn } = definition
    if (make !== null && registeredIn.includes(release.name)) {
      registry.set(name, { name, make, definition })
    }
  }
  const wanted = new Set<string>()
  if (predicates === null) {
    for (const { name, defaultIn } of PREDICATES)
      if (defaultIn.includes(release.name)) wanted.add(name)
  }
  const issues = (predicates ?? []).flatMap((named) => {
    const issue = register(registry, named, rules)
    wanted.add(named.name)
    return issue === null ? [] : [issue]
  })
  if (issues.length > 0) return err(issues)
  for (const { name, mandatoryIn } of PREDICATES) {
    if (mandatoryIn.includes(release.name)) wanted.add(name)
  }
  const chosen = [...wanted].flatMap((name) => registry.get(name) ?? [])
  return ok(inOrder(chosen, rules))
}

/** An argument makes a predicate of any name, also of one that exists; without one it must exist. */
function register(
  registry: Map<string, Registered>,
  { name, argument, path }: NamedPredicate,
  rules: SetRules,
): Issue | null {
  if (argument !== null) {
    const definition = definitionOf(argument.kind)
    if (definition !== undefined) registry.set(name, { name, make: argument.make, definition })
    return null
  }
  if (registry.has(name)) return null
  const definition = definitionOf(name)
  if (rules.fixes && definition !== undefined && definition.make !== null) {
    registry.set(name, { name, make: definition.make, definition })
    const message = `${rules.release.version} does not know ${name} and would refuse the policy; it is run all the same`
    rules.notices.add('run-by-fixes', name, message)
    return null
  }
  const message = `Invalid configuration: Predicate type not found for ${name}`
  return { pointer: path.pointer, code: 'invalid-config', message }
}

function definitionOf(name: string): PredicateDefinition | undefined {
  return PREDICATES.find((one) => one.name === name)
}

/** The order is a list of names: what is not on it is never run, unless fixes put it where it belongs. */
function inOrder(chosen: readonly Registered[], rules: SetRules): ChosenPredicate[] {
  const { release, fixes, notices } = rules
  const placed: { readonly predicate: ChosenPredicate; readonly rank: number }[] = []
  for (const predicate of chosen) {
    const { name } = predicate
    const rank = PREDICATES.findIndex(
      (one) => one.name === name && one.orderedIn.includes(release.name),
    )
    if (rank >= 0) placed.push({ predicate, rank })
    else if (fixes) {
      placed.push({ predicate, rank: PREDICATES.indexOf(predicate.definition) })
      const message = `${release.version} accepts ${name} and never runs it; it is run all the same`
      notices.add('run-by-fixes', name, message)
    } else {
      const message = `${release.version} accepts ${name} and never runs it: its fixed order of predicates lacks the name`
      notices.add('never-run', name, message)
    }
  }
  return placed.sort((a, b) => a.rank - b.rank).map(({ predicate }) => predicate)
}

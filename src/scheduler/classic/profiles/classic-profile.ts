import { DEFAULT_SCHEDULER_NAME } from '../../../snapshot/api-defaults.ts'
import type { Plugin } from '../../framework/plugin.ts'
import type { Profile, WeightedPlugin } from '../../framework/profile.ts'
import { defaultPreemption } from '../../plugins/default-preemption/default-preemption.ts'
import type { ClassicContext } from '../context.ts'
import type { Policy } from '../policy/policy.ts'
import type { ChosenRules } from '../policy/restrict.ts'
import { bundle } from '../predicate-group.ts'

const ALL_NODES = 100

/** Every node that preemption might help is tried. */
const PREEMPTION = defaultPreemption({
  minCandidateNodesPercentage: 100,
  minCandidateNodesAbsolute: 0,
})

/** The profile that runs the chosen predicates and priorities as the release's own cycle does. */
export function makeClassicProfile(
  context: ClassicContext,
  { alwaysCheckAllPredicates, percentageOfNodesToScore, extenders }: Policy,
  { predicates, priorities }: ChosenRules,
): Profile {
  const { release } = context
  const filter = predicates.map(({ name, make }) => make(name, context))
  const score = priorities.map(({ name, make, weight }) => ({
    plugin: make(name, context),
    weight,
  }))
  return {
    schedulerName: DEFAULT_SCHEDULER_NAME,
    rules: release.rules,
    preEnqueue: [],
    preFilter: [],
    filter: alwaysCheckAllPredicates ? together(filter) : filter,
    score: alphabetical(score),
    reserve: filter.filter((plugin) => plugin.reserve !== undefined),
    postFilter: release.preempts ? [PREEMPTION] : [],
    extenders,
    percentageOfNodesToScore: wantedPercentage(percentageOfNodesToScore),
  }
}

function together(filter: readonly Plugin[]): Plugin[] {
  return [bundle('alwaysCheckAllPredicates', filter, 'first-to-refuse')]
}

/** Upstream keeps priorities in a sorted set. */
function alphabetical(priorities: readonly WeightedPlugin[]): WeightedPlugin[] {
  return priorities.toSorted((a, b) => (a.plugin.name < b.plugin.name ? -1 : 1))
}

/** Nothing adaptive yet: out of 1 to 99 means all. */
function wantedPercentage(percentage: number | null): number {
  return percentage === null || percentage <= 0 ? ALL_NODES : Math.min(percentage, ALL_NODES)
}

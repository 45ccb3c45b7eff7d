import { filtering, type Plugin, READS_NO_IDENTITY } from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { AllocationScorer } from './allocation-scorer.ts'
import { AllocationTerms, COUNTED_BY_FIT, scoringWith } from './allocation-terms.ts'
import { FitFilter, type FitFilterRules } from './fit-filter.ts'
import { DEFAULT_ARGS, readNodeResourcesFitArgs } from './node-resources-fit-args.ts'
import { allocationFormula, type ScoringStrategy } from './scoring-strategy.ts'

const NAME = 'NodeResourcesFit'

/** Where releases differ. */
export interface FitRules extends Pick<FitFilterRules, 'judgesNodeSize' | 'deviceRules'> {
  /** Parameters of RequestedToCapacityRatio are refused with another type of scoring. */
  readonly forbidsUnusedRatio: boolean
}

interface FitArgs extends FitFilterRules {
  readonly strategy: ScoringStrategy
}

/** Keeps pods off nodes without room for their requests, and scores nodes by what is allocated. */
function nodeResourcesFit(args: FitArgs): Plugin {
  return {
    name: NAME,
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter: ({ cluster, pod, statuses }) =>
      filtering(new FitFilter(cluster, pod.signature, args, statuses)),
    prepareScore({ cluster, pod: { signature } }) {
      const { strategy, deviceRules } = args
      const counted = { ...COUNTED_BY_FIT, resources: strategy.resources, deviceRules }
      const terms = AllocationTerms.of(cluster, signature, counted)
      const scorer = new AllocationScorer(terms, allocationFormula(strategy))
      return scoringWith(scorer, cluster, signature, counted)
    },
  }
}

export function nodeResourcesFitPlugin(rules: FitRules): PluginRegistration {
  return {
    name: 'NodeResourcesFit',
    summary:
      'Refuses nodes without room for what the pod requests; scores how full a node would be.',
    notes: rules.judgesNodeSize
      ? ['A node too small for a request is no candidate for preemption']
      : [],
    points: ['preFilter', 'filter', 'preScore', 'score'],
    weight: 1,
    missingState: {
      filter: 'error reading "PreFilterNodeResourcesFit" from cycleState: not found',
    },
    implementation: withArgs(
      {
        defaults: DEFAULT_ARGS,
        read: (fields) => readNodeResourcesFitArgs(fields, rules.forbidsUnusedRatio),
        isReadWhereRun: true,
      },
      ({ strategy, ignoredResources, ignoredResourceGroups }, setting) => {
        // What extenders manage takes the place of what the arguments ignore.
        const managed = setting.ignoredResources
        return nodeResourcesFit({
          ...rules,
          strategy,
          ignoredResources: new Set(managed.length > 0 ? managed : ignoredResources),
          ignoredResourceGroups: new Set(ignoredResourceGroups),
        })
      },
    ),
  }
}

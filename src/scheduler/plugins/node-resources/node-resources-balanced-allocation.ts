import { amountOf } from '../../../snapshot/resources/resource-amounts.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { type Plugin, READS_NO_IDENTITY, SKIP_SCORE } from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { AllocationTerms, COUNTED_BY_BALANCE, scoringWith } from './allocation-terms.ts'
import { type BalanceFormula, BalanceScorer } from './balance-scorer.ts'
import { readBalancedAllocationArgs } from './balanced-allocation-args.ts'
import { CPU_AND_MEMORY } from './resource-list-args.ts'
import type { WeightedResource } from './scoring-strategy.ts'

export interface BalanceRules {
  readonly formula: BalanceFormula
  /** Pods that ask for none of the resources get a score as well. */
  readonly scoresBestEffort: boolean
  /** Where devices may serve extended resources that a node does not offer; null: nowhere. */
  readonly deviceRules: DeviceRules | null
}

/** Prefers nodes whose resources are used to equal parts once the pod is there. */
function nodeResourcesBalancedAllocation(
  resources: readonly WeightedResource[],
  { formula, scoresBestEffort, deviceRules }: BalanceRules,
): Plugin {
  return {
    name: 'NodeResourcesBalancedAllocation',
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareScore({ cluster, pod }) {
      const asksForNone = resources.every(({ name }) => amountOf(pod.signature.taken, name) === 0)
      if (asksForNone && !scoresBestEffort) return SKIP_SCORE
      const counted = { ...COUNTED_BY_BALANCE, resources, deviceRules }
      const terms = AllocationTerms.of(cluster, pod.signature, counted)
      const scorer = new BalanceScorer(terms, formula, cluster.nodes.count)
      return scoringWith(scorer, cluster, pod.signature, counted)
    },
  }
}

export function balancedAllocationPlugin(rules: BalanceRules): PluginRegistration {
  return {
    name: 'NodeResourcesBalancedAllocation',
    summary: 'Prefers nodes whose resources would be used in like proportions.',
    notes: [
      NOTES[rules.formula],
      ...(rules.scoresBestEffort ? ['It scores pods without requests, too'] : []),
    ],
    points: ['preScore', 'score'],
    weight: 1,
    implementation: withArgs(
      { defaults: CPU_AND_MEMORY, read: readBalancedAllocationArgs },
      (resources) => nodeResourcesBalancedAllocation(resources, rules),
    ),
  }
}

const NOTES: { readonly [formula in BalanceFormula]: string } = {
  balance: 'NodeResourcesBalancedAllocation scores how balanced the node is with the pod',
  improvement: 'NodeResourcesBalancedAllocation scores what the pod changes of the balance',
}

import { amountOf } from '../../../snapshot/resources/resource-amounts.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { SCORE_MAX } from '../../framework/normalize.ts'
import { type Plugin, READS_NO_IDENTITY, SKIP_SCORE } from '../../framework/plugin.ts'
import { type PluginRegistration, withArgs } from '../../framework/plugin-registration.ts'
import { AllocationScorer, type NodeFormula } from './allocation-scorer.ts'
import { readBalancedAllocationArgs } from './balanced-allocation-args.ts'
import { CPU_AND_MEMORY } from './resource-list-args.ts'
import type { WeightedResource } from './scoring-strategy.ts'

/** Which of upstream's two formulas: the balance with the pod, or what the pod changes in it. */
export type BalanceFormula = 'balance' | 'improvement'

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
    prepareScore({ cluster, pod }) {
      const asksForNone = resources.every(({ name }) => amountOf(pod.signature.taken, name) === 0)
      if (asksForNone && !scoresBestEffort) return SKIP_SCORE
      return AllocationScorer.forBalance(
        cluster,
        pod.signature,
        resources,
        FORMULAS[formula],
        deviceRules,
      )
    },
  }
}

const FORMULAS: { readonly [name in BalanceFormula]: NodeFormula } = {
  balance: (requested, _allocated, allocatable) => balance(requested, allocatable),
  improvement: (requested, allocated, allocatable) => {
    const gained = balance(requested, allocatable) - balance(allocated, allocatable)
    return SCORE_MAX / 2 + Math.trunc((SCORE_MAX / 2 + gained) / 2)
  },
}

/** 100 less the standard deviation of the used fractions, in the floating-point order of upstream. */
function balance(requested: Float64Array, allocatable: Float64Array): number {
  let count = 0
  let total = 0
  let first = 0
  let last = 0
  for (let index = 0; index < requested.length; index++) {
    if (allocatable[index] === 0) continue
    const fraction = Math.min(requested[index] / allocatable[index], 1)
    if (count === 0) first = fraction
    last = fraction
    total += fraction
    count++
  }
  if (count < 2) return SCORE_MAX
  if (count === 2) return Math.trunc((1 - Math.abs((first - last) / 2)) * SCORE_MAX)
  const mean = total / count
  let squares = 0
  for (let index = 0; index < requested.length; index++) {
    if (allocatable[index] === 0) continue
    const fraction = Math.min(requested[index] / allocatable[index], 1)
    squares += (fraction - mean) * (fraction - mean)
  }
  return Math.trunc((1 - Math.sqrt(squares / count)) * SCORE_MAX)
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

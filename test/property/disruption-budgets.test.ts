import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LabelRequirement,
  type Labels,
  selectorMatches,
} from '../../src/snapshot/selectors/label-selector.ts'
import { DisruptionBudgets } from '../../src/snapshot/workloads/disruption-budgets.ts'
import type { PodDisruptionBudget } from '../../src/snapshot/workloads/pod-disruption-budget.ts'

const key = fc.constantFrom('app', 'tier', 'own')
const value = fc.constantFrom('a', 'b', 'c', '')
const namespace = fc.constantFrom('red', 'blue')

const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({
    key,
    operator: fc.constantFrom('In' as const, 'NotIn' as const),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    key,
    operator: fc.constantFrom('Exists' as const, 'DoesNotExist' as const),
    values: fc.constant([]),
  }),
)

const budget: fc.Arbitrary<PodDisruptionBudget> = fc.record({
  namespace,
  name: fc.constant('b'),
  selector: fc.oneof(fc.constant(null), fc.array(requirement, { maxLength: 3 })),
  disruptionsAllowed: fc.constant(0),
  disruptedPods: fc.constant(new Set<string>()),
})

const labels: fc.Arbitrary<Labels> = fc
  .dictionary(key, value, { noNullPrototype: true })
  .map((entries) => new Map(Object.entries(entries)))

describe('the budgets of a cluster', () => {
  it('are found by label as if each were asked, in the order given', () => {
    fc.assert(
      fc.property(fc.array(budget, { maxLength: 12 }), namespace, labels, (all, of, pod) => {
        const asked = all.flatMap(({ namespace: own, selector }, row) => {
          const isEmpty = selector === null || selector.length === 0 || pod.size === 0
          return !isEmpty && own === of && selectorMatches(selector, pod) ? [row] : []
        })
        const budgets = new DisruptionBudgets(all)
        const labeled = { identityId: 1, namespace: of, labels: pod }
        expect(budgets.rowsSelecting(labeled)).toEqual(asked)
        expect(budgets.rowsSelecting(labeled)).toEqual(asked)
      }),
      { numRuns: 2000 },
    )
  })
})

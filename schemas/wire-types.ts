import type * as z from 'zod'
import type { PodDifference } from '../src/explain/comparison.ts'
import type { ComparisonSummary } from '../src/explain/comparison-summary.ts'
import type { DecisionView } from '../src/explain/decision-view.ts'
import type { describeInput } from '../src/use-cases/reading/decision-input.ts'
import type * as comparison from './decisions/comparison-response.ts'
import type { Decision } from './decisions/decision.ts'
import type { DecisionInput } from './decisions/decision-input.ts'

/**
 * The core writes answers by types of its own, since it takes no schema library. This compiles only
 * while these types and the schemas say the same, field by field.
 */
export type WireTypes = [
  Agreed<Same<DecisionView, z.output<typeof Decision>>>,
  Agreed<Same<DescribedInput, z.output<typeof DecisionInput>>>,
  Agreed<Same<PodDifference, z.output<typeof comparison.PodDifference>>>,
  Agreed<Same<ComparisonSummary, z.output<typeof comparison.ComparisonSummary>>>,
]

type DescribedInput = ReturnType<ReturnType<typeof describeInput>>

type Agreed<Agrees extends true> = Agrees

type Same<A, B> = [Exact<A>] extends [Exact<B>]
  ? [Exact<B>] extends [Exact<A>]
    ? true
    : false
  : false

/** Optional fields become required tuples, so that a field that one side lacks is seen. */
type Exact<T> = T extends readonly (infer Item)[]
  ? readonly Exact<Item>[]
  : T extends object
    ? {
        readonly [Field in keyof T]-?: Record<never, never> extends Pick<T, Field>
          ? readonly [Exact<Exclude<T[Field], undefined>>]
          : Exact<T[Field]>
      }
    : T

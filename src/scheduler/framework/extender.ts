import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { Affects } from '../../snapshot/reads.ts'

/** A scheduler extender that a configuration or a Policy names. It is never called. */
export interface Extender {
  readonly urlPrefix: string
  /** What it would be asked for. */
  readonly verbs: readonly ExtenderVerb[]
  /** Extended resources whose fit is left to it. */
  readonly ignoredResources: readonly string[]
}

export const EXTENDER_VERBS = ['filter', 'preempt', 'prioritize', 'bind'] as const
export type ExtenderVerb = (typeof EXTENDER_VERBS)[number]

/** What the answer says of an extender. */
export function notCalled({ urlPrefix, verbs }: Extender): NotEvaluated {
  return {
    what: `extender ${urlPrefix}`,
    affects: affectedBy(verbs),
    reason: `extenders are not called (${verbs.join(', ') || 'it has no verbs'})`,
  }
}

function affectedBy(verbs: readonly ExtenderVerb[]): Affects {
  if (verbs.includes('filter')) return 'outcome'
  return verbs.includes('preempt') ? 'preview' : 'ranking'
}

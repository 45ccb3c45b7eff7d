import type { NotEvaluated } from '../../snapshot/not-evaluated.ts'
import type { Affects } from '../../snapshot/reads.ts'

/** A scheduler extender that a configuration or a Policy names; docs/extenders.md. */
export interface Extender {
  readonly urlPrefix: string
  /** What it is asked for, and the path of each under `urlPrefix`. */
  readonly verbs: ReadonlyMap<ExtenderVerb, string>
  readonly weight: number
  /** It knows the nodes, so that calls have their names alone. */
  readonly nodeCacheCapable: boolean
  /** Its errors are passed over. */
  readonly ignorable: boolean
  /** Only pods that ask for one of these are shown to it; empty: all pods are. */
  readonly managedResources: readonly string[]
  /** Extended resources whose fit is left to it. */
  readonly ignoredResources: readonly string[]
  readonly transport: ExtenderTransport
}

/** How the extender is reached. */
export interface ExtenderTransport {
  readonly timeoutMs: number
  readonly enableHttps: boolean
  readonly insecure: boolean
  readonly serverName: string
  /** PEM, base64 as in the configuration; empty without. */
  readonly caData: string
  readonly certData: string
  readonly keyData: string
  /** Fields that name files of the scheduler's own machine. */
  readonly files: readonly string[]
}

export const EXTENDER_VERBS = ['filter', 'preempt', 'prioritize', 'bind'] as const
export type ExtenderVerb = (typeof EXTENDER_VERBS)[number]

/** What a decision calls an extender where it names plugins. */
export function nameOfExtender({ urlPrefix }: Pick<Extender, 'urlPrefix'>): string {
  return `extender ${urlPrefix}`
}

/** What the answer says of an extender that is not asked. */
export function notCalled(extender: Extender): NotEvaluated {
  const verbs = EXTENDER_VERBS.filter((verb) => extender.verbs.has(verb))
  return {
    what: nameOfExtender(extender),
    affects: affectedBy(verbs),
    reason: `extenders are not called (${verbs.join(', ') || 'it has no verbs'})`,
  }
}

function affectedBy(verbs: readonly ExtenderVerb[]): Affects {
  if (verbs.includes('filter')) return 'outcome'
  return verbs.includes('preempt') ? 'preview' : 'ranking'
}

import type { Case } from './corpus.ts'

/** The moment at which the recorded schedulers were asked. */
export const RECORDED_AT = '2026-11-21T00:00:00Z'

/**
 * The body of POST /v1/decisions that asks a recorded case. The recordings were made without an API
 * server, hence without its defaults, and with all kinds: what a case leaves out was empty.
 */
export function caseRequest(profile: string, one: Case): object {
  const { snapshot, pods, config, policy, extenderResults } = one
  return {
    snapshot,
    pods,
    profile,
    config: config ?? policy,
    extenderResults,
    options: { explain: 'full', defaulting: false, absentKinds: 'empty', now: RECORDED_AT },
  }
}

import { caseRequest } from './case-request.ts'
import type { ModernResult } from './compare-modern.ts'
import { readRecording, recordings } from './corpus.ts'

const CASES_PER_FAMILY = 5

/** A recorded case for a runtime that cannot read the recordings itself. */
export interface Sample {
  readonly name: string
  /** The body of POST /v1/decisions. */
  readonly request: object
  readonly results: readonly ModernResult[]
}

/** The first cases of every family, as the release of a kubernetes-* profile decided them. */
export function sampleCases(profile: string): Sample[] {
  return recordings()
    .filter((recording) => recording.profile === profile)
    .flatMap((recording) => readRecording(recording).slice(0, CASES_PER_FAMILY))
    .map(({ case: one, answer: { results } }) => ({
      name: one.name,
      request: caseRequest(profile, one),
      results,
    }))
}

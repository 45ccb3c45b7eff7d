import { EXAMPLES } from '../../schemas/examples.ts'
import { OPERATIONS } from '../../schemas/operations.ts'
import { caseRequest } from '../conformance/case-request.ts'
import { type Case, type Recording, readRecording, recordings } from '../conformance/corpus.ts'

/** A request that is answered with 200 as it stands. */
export interface RealRequest {
  readonly path: string
  readonly body: object
}

const CASES_PER_FAMILY = 8
/** Of the recorded cases the small ones, so that a change hits what matters. */
const CHARS_MAX = 30_000

/** Recorded clusters and pods, asked at every endpoint that takes them, and the documented examples. */
export function realRequests(): RealRequest[] {
  const newest = recordings().filter(({ profile }) =>
    /^kubernetes-1\.37$|^classic-1\.11$/.test(profile),
  )
  return [...newest.flatMap(askedEverywhere), ...examples()]
}

function askedEverywhere(recording: Recording): RealRequest[] {
  const { profile, era } = recording
  const cases = readRecording(recording).slice(0, CASES_PER_FAMILY)
  const small = cases.filter(({ case: one }) => JSON.stringify(one).length < CHARS_MAX)
  return small.flatMap(({ case: one }) => {
    const decide = { path: '/v1/decisions', body: caseRequest(profile, one) }
    return era === 'classic' ? [decide] : [decide, ...otherQuestions(profile, one)]
  })
}

function otherQuestions(profile: string, { snapshot, pods, config }: Case): RealRequest[] {
  const [pod] = pods
  const common = { snapshot, ...(config !== undefined && { config }) }
  const waiting = { ...snapshot, pods: [...((snapshot['pods'] ?? []) as unknown[]), ...pods] }
  const requests: RealRequest[] = [
    { path: '/v1/comparisons', body: { snapshot, pods, a: { profile }, b: {} } },
    { path: '/v1/queue', body: { ...common, profile, snapshot: waiting } },
  ]
  if (pod === undefined) return requests
  return [
    ...requests,
    { path: '/v1/explanations', body: { ...common, profile, pod } },
    { path: '/v1/capacity', body: { ...common, profile, mix: [{ pod }], max: 20 } },
  ]
}

function examples(): RealRequest[] {
  return OPERATIONS.flatMap(({ id, path }) =>
    Object.values(EXAMPLES.get(id) ?? {}).map(({ request }) => ({ path, body: request })),
  )
}

import { caseRequest } from './case-request.ts'
import { type ClassicResult, compareClassic } from './compare-classic.ts'
import { compareModern, type ModernResult } from './compare-modern.ts'
import type { Answer, Case, Recording } from './corpus.ts'
import { readRecording } from './corpus.ts'
import type { Decision } from './decision.ts'
import type { Difference } from './difference.ts'

/** Anything that answers requests the way a Hono app does. */
export interface App {
  request(path: string, init: RequestInit): Response | Promise<Response>
}

/** What one pod's decision, or a whole case that got no decisions, was found to be. */
export interface Finding {
  case: string
  pod: string
  differences: Difference[]
}

/** Puts every case of a recording to the app, one request a case, and compares what comes back. */
export async function conform(app: App, recording: Recording): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { case: one, answer } of readRecording(recording)) {
    findings.push(...(await judge(app, recording, one, answer)))
  }
  return findings
}

/** One case through the app against the answer recorded for it: a finding for each of its pods. */
export async function judge(
  app: App,
  { era, profile, listsTerminating }: Omit<Recording, 'family' | 'release'>,
  one: Case,
  answer: Answer<ModernResult & ClassicResult>,
): Promise<Finding[]> {
  const response = await ask(app, profile, one)
  const status = answer.error === undefined ? 200 : 422
  if (response.status !== status) {
    const got = `${response.status} ${await response.text()}`.slice(0, 500)
    return [whole(one, { field: 'status', want: answer.error ?? status, got })]
  }
  if (status === 422) return [{ case: one.name, pod: '', differences: [] }]
  // The body is compared field by field below; a wrong shape shows as differences.
  const { decisions } = (await response.json()) as { decisions: Decision[] }
  if (decisions.length !== answer.results.length) {
    const want = answer.results.length
    return [whole(one, { field: 'decisions', want, got: decisions.length })]
  }
  const compare = (result: ModernResult & ClassicResult, decision: Decision) =>
    era === 'modern'
      ? compareModern(result, decision, listsTerminating)
      : compareClassic(result, decision)
  return decisions.map((decision, pod) => {
    const result = answer.results[pod]
    const differences = result ? compare(result, decision) : []
    return { case: one.name, pod: result?.pod ?? '', differences }
  })
}

const whole = (one: Case, difference: Difference): Finding => ({
  case: one.name,
  pod: '',
  differences: [difference],
})

function ask(app: App, profile: string, one: Case) {
  return app.request('/v1/decisions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(caseRequest(profile, one)),
  })
}

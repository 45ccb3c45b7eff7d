import type { Limits } from './limits.ts'
import { type CodedIssue, faultOf, ok, type Result, refuse } from './result.ts'

/** Refuses more pods to decide than one request may have (`too-many`). */
export function checkPodCount(podCount: number, { pods: podsMax }: Limits): Result<null> {
  if (podCount <= podsMax) return ok(null)
  const message = `${podCount} pods to decide; at most ${podsMax} are in one request`
  const issue: CodedIssue = { pointer: '/pods', code: 'too-many', message }
  return refuse(faultOf([issue]))
}

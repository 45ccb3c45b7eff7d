import type { DecisionRequest } from '../../../schemas/decisions/decision-request.ts'
import { err, ok, type Result } from '../../result.ts'
import type { PodFeedback } from '../../scheduler/around/circuit-breaker/circuit-rules.ts'
import { type Issue, Issues, ROOT } from '../../snapshot/json/json-path.ts'

export interface FeedbackUntilNow {
  readonly feedback: readonly PodFeedback[]
  readonly nowMs: number
}

/** What a request tells of earlier pods; null: nothing, so there is no circuit breaker. */
export function readFeedback({
  feedback,
  options,
}: DecisionRequest): Result<FeedbackUntilNow | null, readonly Issue[]> {
  if (feedback === undefined) return ok(null)
  const issues = new Issues()
  if (options.now === undefined) {
    issues.add(ROOT.at('options').at('now'), 'not-a-request', 'required with "feedback"')
    return err(issues.list)
  }
  const nowMs = Date.parse(options.now)
  const read = feedback.map(({ node, owner, pod, outcome, time }, index): PodFeedback => {
    const timeMs = Date.parse(time)
    if (timeMs > nowMs) {
      const path = ROOT.at('feedback').at(index).at('time')
      issues.add(path, 'not-a-request', 'later than options.now')
    }
    const { namespace, kind, name } = owner ?? { kind: 'Pod', namespace: '', name: '', ...pod }
    return { node, owner: `${namespace}/${kind}/${name}`, failed: outcome === 'failed', timeMs }
  })
  return issues.any ? err(issues.list) : ok({ feedback: read, nowMs })
}

import type * as z from 'zod'
import { DecisionRequest } from '../schemas/decisions/decision-request.ts'
import { type Fault, faultOf } from './api/http/fault.ts'
import { validate } from './api/http/request/validate.ts'
import { err, ok, type Result } from './result.ts'
import { startDecisions } from './use-cases/decisions/decide.ts'
import { type DecisionAnswer, readDecisions } from './use-cases/decisions/decision-answer.ts'

/** What a request to POST /v1/decisions holds, without the parts that need a store. */
export type DecideRequest = Omit<z.input<typeof DecisionRequest>, 'cluster'>
export type { DecisionAnswer, Result }
export type DecideProblem = Pick<Fault, 'code' | 'detail' | 'issues'>

/**
 * Where should these pods go, and why? The engine as a library: a snapshot and pods in, decisions out,
 * no I/O. A pod that fits nowhere is a decision; a request that cannot be judged is an error that
 * names every place that is wrong.
 *
 * @example
 * const answer = decide({ snapshot: { nodes, pods: running }, pods: [pod] })
 * if (answer.ok) console.log(answer.value.decisions[0]?.node)
 */
export function decide(request: DecideRequest): Result<DecisionAnswer, DecideProblem> {
  const valid = validate(DecisionRequest, request)
  if (!valid.ok) return valid
  const run = startDecisions(valid.value, {
    digest: '',
    nodesMax: Number.POSITIVE_INFINITY,
    podsMax: Number.POSITIVE_INFINITY,
    keptClasses: null,
    priorityClasses: [],
    notEvaluated: [],
  })
  return run.ok ? ok(readDecisions(run.value)) : err(faultOf(run.error))
}

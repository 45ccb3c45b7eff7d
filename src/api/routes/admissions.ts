import { Hono } from 'hono'
import { AdmissionRequest } from '../../../schemas/around/admission-request.ts'
import { jsonText } from '../../admission/types/json-text.ts'
import { admit } from '../../use-cases/admit.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { problem } from '../http/problem.ts'
import { readRequest } from '../http/request/request.ts'
import { respond } from '../http/response/respond.ts'

/** POST /v1/admissions: what does the API server do with a new pod? */
export const admissions = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, AdmissionRequest)
  if (!request.ok) return problem(c, request.error)
  const { value, digest } = request.value
  const answer = admit(value, { digest, nodesMax: c.get('platform').limits.nodes })
  return answer.ok ? respond(c, jsonText(answer.value)) : problem(c, faultOf(answer.error))
})

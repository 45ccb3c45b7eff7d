import { Hono } from 'hono'
import { DecisionRequest } from '../../schemas/decision-request.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'
import { readRequest } from './request.ts'

/** POST /v1/decisions: where should these pods go, and why? */
export const decisions = new Hono<AppEnv>().post('/', async (c) => {
  const request = await readRequest(c, DecisionRequest)
  if (!request.ok) return problem(c, request.fault)
  return problem(c, { code: 'internal', detail: 'not wired' })
})

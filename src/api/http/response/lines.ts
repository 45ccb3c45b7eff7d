import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import type { AnswerForm } from '../../../use-cases/decisions/decision-answer.ts'
import type { AppEnv } from '../app-env.ts'
import type { Fault } from '../fault.ts'
import { problemBody } from '../problem.ts'

/** Newline-delimited JSON: a value a line. */
export const LINES_TYPE = 'application/x-ndjson'

/** In which form the caller wants a long answer; JSON where it does not say. */
export function formOfAnswer(c: Context<AppEnv>): AnswerForm {
  const supports = ['application/json', LINES_TYPE]
  const type = accepts(c, { header: 'Accept', supports, default: 'application/json' })
  return type === LINES_TYPE ? 'lines' : 'json'
}

export function isLines(headers: Headers): boolean {
  return headers.get('content-type') === LINES_TYPE
}

/** The last line of an answer that cannot be finished; what it follows may be half a line. */
export function problemLine(fault: Fault, requestId: string): string {
  return `\n${JSON.stringify({ problem: problemBody(fault, requestId) })}\n`
}

/** Compresses lines for callers that ask for gzip; other answers are sent as they are. */
export function compressLines(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { body, headers } = c.res
    if (body === null || !isLines(headers)) return
    // An answer from a thread says so already.
    headers.set('Vary', 'Accept, Accept-Encoding')
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(c.req.header('accept-encoding') ?? ''))
      return
    headers.delete('content-length')
    headers.set('content-encoding', 'gzip')
    // Workers compress by the header what is not said to be compressed already.
    if (c.get('platform').compresses) return
    c.res = new Response(body.pipeThrough(new CompressionStream('gzip')), c.res)
  }
}

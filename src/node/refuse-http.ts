import { STATUS_CODES } from 'node:http'
import { PROBLEM_KINDS } from '../../schemas/problem-kinds.ts'

type HttpCode = 'malformed-http' | 'headers-too-large'

/** The problem of a request that is refused before the app sees it. */
export function refuseHttp(code: HttpCode, detail: string): Response {
  const { body, requestId, status } = describe(code, detail)
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'x-request-id': requestId },
  })
}

/** The same as the bytes of a whole HTTP response, where there is not even a request. */
export function refuseConnection(code: HttpCode, detail: string): string {
  const { body, requestId, status } = describe(code, detail)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

function describe(code: HttpCode, detail: string) {
  const { status, title } = PROBLEM_KINDS[code]
  const requestId = crypto.randomUUID()
  const type = `urn:berth:problem:${code}`
  const body = JSON.stringify({ type, title, status, detail, code, requestId, errors: [] })
  return { body, requestId, status }
}

import { loadShippedDocument } from '../../src/api/docs/load-document.ts'
import { type AppOptions, createApp } from '../../src/app.ts'

type RawBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>

/** A running app without a server, and what it logged. */
export interface Client {
  request(path: string, init?: RequestInit): Promise<Response>
  /** Posts a body to POST /v1/decisions as application/json. */
  decide(body: RawBody | object, headers?: Record<string, string>): Promise<Response>
  readonly logged: string[]
}

/** Requests carry the id `test`, so that whole problem bodies can be compared. */
export function makeClient(options: AppOptions = {}): Client {
  const logged: string[] = []
  const now = () => new Date('2026-01-02T03:04:05Z')
  const app = createApp({
    now,
    log: (line) => logged.push(line),
    loadDocument: loadShippedDocument,
    ...options,
  })
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('x-request-id')) headers.set('x-request-id', 'test')
    return await app.request(
      new Request(`http://berth.test${path}`, { ...init, headers, duplex: 'half' }),
    )
  }
  return {
    request,
    logged,
    decide: (body, headers = {}) =>
      request('/v1/decisions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: isRaw(body) ? body : JSON.stringify(body),
      }),
  }
}

function isRaw(body: RawBody | object): body is RawBody {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
}

/** A problem body as it is on the wire. */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly requestId: string
  readonly errors: readonly { pointer: string; code: string; message: string }[]
}

/** Reads a response that must be a problem, with the status it has outside. */
export async function readProblem(response: Response): Promise<ProblemBody> {
  const type = response.headers.get('content-type')
  if (type !== 'application/problem+json') throw new Error(`${response.status} is ${type}`)
  const body = (await response.json()) as ProblemBody // its shape is what the tests assert
  if (body.status !== response.status) throw new Error(`${body.status} within ${response.status}`)
  return body
}

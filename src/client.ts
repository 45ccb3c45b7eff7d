import type * as z from 'zod'
import type { AdmissionRequest } from '../schemas/around/admission-request.ts'
import type { AdmissionResponse } from '../schemas/around/admission-response.ts'
import type { DrainRequest } from '../schemas/around/drain-request.ts'
import type { DrainResponse } from '../schemas/around/drain-response.ts'
import type { EvictionRequest } from '../schemas/around/eviction-request.ts'
import type { EvictionResponse } from '../schemas/around/eviction-response.ts'
import type { LifecycleRequest } from '../schemas/around/lifecycle-request.ts'
import type { LifecycleResponse } from '../schemas/around/lifecycle-response.ts'
import type { QueueRequest } from '../schemas/around/queue-request.ts'
import type { QueueResponse } from '../schemas/around/queue-response.ts'
import type { SimulationRequest } from '../schemas/around/simulation-request.ts'
import type { SimulationResponse } from '../schemas/around/simulation-response.ts'
import type { Batch, BatchLine, BatchPage, BatchRequest } from '../schemas/batches/batch.ts'
import type { CapacityRequest } from '../schemas/decisions/capacity-request.ts'
import type { CapacityResponse } from '../schemas/decisions/capacity-response.ts'
import type { ComparisonRequest } from '../schemas/decisions/comparison-request.ts'
import type { ComparisonResponse } from '../schemas/decisions/comparison-response.ts'
import type { DecisionRequest } from '../schemas/decisions/decision-request.ts'
import type { DecisionLine, DecisionResponse } from '../schemas/decisions/decision-response.ts'
import type { ExplanationRequest } from '../schemas/decisions/explanation-request.ts'
import type { ExplanationResponse } from '../schemas/decisions/explanation-response.ts'
import type { ProfileList } from '../schemas/decisions/profile-list.ts'
import type { Health, Readiness } from '../schemas/health.ts'
import type { Problem } from '../schemas/problem.ts'
import type { KeptSnapshot } from '../schemas/snapshots/kept-snapshot.ts'
import type { Snapshot } from '../schemas/snapshots/snapshot.ts'
import type { SnapshotPatch } from '../schemas/snapshots/snapshot-patch.ts'
import type {
  ChainReport,
  Checkpoint,
  ConsistencyProof,
  InclusionProof,
  OutcomeEntry,
  OutcomeRequest,
  PreemptionPage,
  PreemptionRecord,
} from '../schemas/store/preemption-record.ts'
import type {
  PriorityClass,
  PriorityClassInput,
  PriorityClassList,
} from '../schemas/store/priority-class.ts'
import type { Version } from '../schemas/version.ts'
import type {
  AdmissionReviewRequest,
  AdmissionReviewResponse,
} from '../schemas/webhooks/admission-review.ts'
import type {
  ExtenderArgs,
  ExtenderBindingArgs,
  ExtenderBindingResult,
  ExtenderFilterResult,
  ExtenderPreemptionArgs,
  ExtenderPreemptionResult,
  HostPriorityList,
} from '../schemas/webhooks/extender.ts'
import type { WebhookDeliveries } from '../schemas/webhooks/webhook-deliveries.ts'
import { err, ok, type Result } from './result.ts'
import { textLines } from './text-lines.ts'

/** Every operation of a Berth server that answers JSON: what it takes, and what it answers. */
export interface Operations {
  'POST /v1/decisions': Exchange<typeof DecisionRequest, typeof DecisionResponse>
  'POST /v1/admissions': Exchange<typeof AdmissionRequest, typeof AdmissionResponse>
  'POST /v1/comparisons': Exchange<typeof ComparisonRequest, typeof ComparisonResponse>
  'POST /v1/explanations': Exchange<typeof ExplanationRequest, typeof ExplanationResponse>
  'POST /v1/capacity': Exchange<typeof CapacityRequest, typeof CapacityResponse>
  'POST /v1/evictions': Exchange<typeof EvictionRequest, typeof EvictionResponse>
  'POST /v1/drains': Exchange<typeof DrainRequest, typeof DrainResponse>
  'POST /v1/lifecycle': Exchange<typeof LifecycleRequest, typeof LifecycleResponse>
  'POST /v1/queue': Exchange<typeof QueueRequest, typeof QueueResponse>
  'GET /v1/webhook-deliveries': Exchange<null, typeof WebhookDeliveries>
  'GET /v1/snapshots/{name}': Exchange<null, typeof KeptSnapshot>
  'GET /v1/snapshots/{name}/objects': Exchange<null, typeof Snapshot>
  'PUT /v1/snapshots/{name}': Exchange<typeof Snapshot, typeof KeptSnapshot>
  'PATCH /v1/snapshots/{name}': Exchange<typeof SnapshotPatch, typeof KeptSnapshot>
  'DELETE /v1/snapshots/{name}': Exchange<null, null>
  'POST /webhooks/extender/filter': Exchange<typeof ExtenderArgs, typeof ExtenderFilterResult>
  'POST /webhooks/extender/prioritize': Exchange<typeof ExtenderArgs, typeof HostPriorityList>
  'POST /webhooks/extender/preempt': Exchange<
    typeof ExtenderPreemptionArgs,
    typeof ExtenderPreemptionResult
  >
  'POST /webhooks/extender/bind': Exchange<typeof ExtenderBindingArgs, typeof ExtenderBindingResult>
  'POST /webhooks/admission/mutate': Exchange<
    typeof AdmissionReviewRequest,
    typeof AdmissionReviewResponse
  >
  'POST /webhooks/admission/validate': Exchange<
    typeof AdmissionReviewRequest,
    typeof AdmissionReviewResponse
  >
  'POST /v1/batches': Exchange<typeof BatchRequest, typeof Batch>
  'GET /v1/batches/{id}': Exchange<null, typeof Batch>
  'GET /v1/batches/{id}/results': Exchange<null, typeof BatchPage>
  'DELETE /v1/batches/{id}': Exchange<null, null>
  'POST /v1/simulations': Exchange<typeof SimulationRequest, typeof SimulationResponse>
  'GET /v1/profiles': Exchange<null, typeof ProfileList>
  'GET /v1/clusters/{cluster}/priorityclasses': Exchange<null, typeof PriorityClassList>
  'GET /v1/clusters/{cluster}/priorityclasses/{name}': Exchange<null, typeof PriorityClass>
  'PUT /v1/clusters/{cluster}/priorityclasses/{name}': Exchange<
    typeof PriorityClassInput,
    typeof PriorityClass
  >
  'DELETE /v1/clusters/{cluster}/priorityclasses/{name}': Exchange<null, null>
  'GET /v1/clusters/{cluster}/preemptions': Exchange<null, typeof PreemptionPage>
  'GET /v1/clusters/{cluster}/preemptions/checkpoint': Exchange<null, typeof Checkpoint>
  'GET /v1/clusters/{cluster}/preemptions/consistency': Exchange<null, typeof ConsistencyProof>
  'GET /v1/clusters/{cluster}/preemptions/{id}/proof': Exchange<null, typeof InclusionProof>
  'GET /v1/clusters/{cluster}/preemptions/verify': Exchange<null, typeof ChainReport>
  'GET /v1/clusters/{cluster}/preemptions/{id}': Exchange<null, typeof PreemptionRecord>
  'POST /v1/clusters/{cluster}/preemptions/{id}/outcome': Exchange<
    typeof OutcomeRequest,
    typeof OutcomeEntry
  >
  'GET /healthz': Exchange<null, typeof Health>
  'GET /readyz': Exchange<null, typeof Readiness>
  'GET /version': Exchange<null, typeof Version>
}

/** Operations that answer line by line as well, and what one line is. */
export interface LineOperations {
  'POST /v1/decisions': z.output<typeof DecisionLine>
  'GET /v1/batches/{id}/results': z.output<typeof BatchLine>
}

interface Exchange<Request extends z.ZodType | null, Response extends z.ZodType | null> {
  readonly body: Request extends z.ZodType ? z.input<Request> : undefined
  readonly answer: Response extends z.ZodType ? z.output<Response> : null
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string
  /** A bearer token, where the server asks for one. */
  readonly token?: string
  /** Instead of the platform's own. */
  readonly fetch?: typeof fetch
}

export interface Call<Body> {
  readonly body?: Body
  /** Values for the names in braces, encoded here. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Why there is no answer: a problem of the server's (RFC 9457), or none came at all. */
export type CallError =
  | { readonly kind: 'problem'; readonly problem: z.output<typeof Problem> }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'not-berth'; readonly status: number; readonly text: string }

export interface Client {
  call<Name extends keyof Operations>(
    operation: Name,
    call?: Call<Operations[Name]['body']>,
  ): Promise<Result<Operations[Name]['answer'], CallError>>
  /** The same, line by line as they come; who leaves the loop early ends the request. */
  lines<Name extends keyof LineOperations>(
    operation: Name,
    call?: Call<Operations[Name]['body']>,
  ): Promise<Result<AsyncIterable<LineOperations[Name]>, CallError>>
}

/**
 * A typed client of a Berth server.
 *
 * @example
 * const berth = createClient({ baseUrl: 'http://127.0.0.1:8787' })
 * const answer = await berth.call('POST /v1/decisions', { body: { snapshot, pods } })
 */
export function createClient({ baseUrl, token, fetch: send = fetch }: ClientOptions): Client {
  const base = baseUrl.replace(/\/$/, '')
  const ask = async <Answer>(
    operation: string,
    { body, path = {}, query = {}, headers = {}, signal }: Call<unknown>,
    accept: string,
    take: (response: Response) => Promise<Result<Answer, CallError>>,
  ): Promise<Result<Answer, CallError>> => {
    const [method = '', template = ''] = operation.split(' ')
    const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    )
    const sent = new Headers({ accept, ...headers })
    if (token !== undefined) sent.set('authorization', `Bearer ${token}`)
    if (body !== undefined) sent.set('content-type', 'application/json')
    try {
      const response = await send(`${base}${target}${queryText(query)}`, {
        method,
        headers: sent,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      return await take(response)
    } catch (error) {
      return err({ kind: 'unreachable', reason: String(error) })
    }
  }
  return {
    call: (operation, call = {}) => ask(operation, call, 'application/json', read),
    lines: (operation, call = {}) =>
      ask(operation, call, LINES_TYPE, async (response) => {
        if (!response.ok) return read(response)
        const isLines = response.headers.get('content-type')?.startsWith(LINES_TYPE)
        return isLines && response.body !== null ? ok(linesOf(response.body)) : notBerth(response)
      }),
  }
}

const LINES_TYPE = 'application/x-ndjson'
/** Of an answer that is none of Berth's. */
const TOLD_CHARS_MAX = 2000

/** Throws what breaks the connection; a line that was cut before a problem is left out. */
// biome-ignore lint/suspicious/noExplicitAny: the type of each operation's lines is in LineOperations
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<any, void, void> {
  let cut: unknown = null
  for await (const line of textLines(body)) {
    if (cut !== null && !line.startsWith('{"problem":')) throw cut
    try {
      yield JSON.parse(line)
      cut = null
    } catch (error) {
      cut = error
    }
  }
  if (cut !== null) throw cut
}

function queryText(query: NonNullable<Call<unknown>['query']>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, String(one))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

// The answer has the type that the OpenAPI document promises; it is not checked again here.
// biome-ignore lint/suspicious/noExplicitAny: the type of each operation's answer is in Operations
async function read(response: Response): Promise<Result<any, CallError>> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && text === '') return ok(null)
  if (response.ok && type.startsWith('application/json')) return ok(JSON.parse(text))
  if (type.startsWith('application/problem+json')) {
    return err({ kind: 'problem', problem: JSON.parse(text) })
  }
  return notBerth(response, text)
}

async function notBerth(response: Response, text?: string): Promise<Result<never, CallError>> {
  const said = text ?? (await response.text())
  return err({ kind: 'not-berth', status: response.status, text: said.slice(0, TOLD_CHARS_MAX) })
}

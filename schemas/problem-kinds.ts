import type { ContentfulStatusCode } from 'hono/utils/http-status'

interface ProblemKind {
  readonly status: ContentfulStatusCode
  readonly title: string
}

/** Every way a request can fail. The README and the OpenAPI document list the same codes. */
export const PROBLEM_KINDS = {
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'malformed-http': { status: 400, title: 'This is not an HTTP request' },
  'too-deep': { status: 400, title: 'The body is nested too deeply' },
  unauthenticated: { status: 401, title: 'No valid credentials' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'No such resource' },
  'snapshot-not-found': { status: 404, title: 'No snapshot is kept under this name' },
  'method-not-allowed': { status: 405, title: 'The resource does not know this method' },
  // 412 when the request carried If-Match.
  'version-conflict': { status: 409, title: 'The resource has changed' },
  'snapshot-stale': { status: 409, title: 'The snapshot is not the one that is wanted' },
  'cannot-judge': { status: 409, title: 'The answer rests on something that was not seen' },
  'too-slow': { status: 408, title: 'The body arrives too slowly' },
  'too-large': { status: 413, title: 'The body is too large' },
  'too-many': { status: 413, title: 'The request holds too many objects' },
  'too-expensive': { status: 413, title: 'The request needs too much work or memory' },
  'unsupported-media-type': { status: 415, title: 'The body is not in a supported format' },
  'not-a-request': { status: 422, title: 'The JSON is not such a request' },
  'unknown-field': { status: 422, title: 'An object has fields that its kind does not have' },
  'unknown-profile': { status: 422, title: 'No profile has this name' },
  'invalid-config': { status: 422, title: 'The scheduler refuses this configuration' },
  'invalid-quantity': { status: 422, title: 'A quantity cannot be read' },
  'invalid-selector': { status: 422, title: 'A selector cannot be read' },
  'duplicate-object': { status: 422, title: 'Two objects have the same name' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'The headers are too long' },
  internal: { status: 500, title: 'Berth failed' },
  'store-not-configured': { status: 503, title: 'This deployment has no store' },
  'audit-broken': { status: 503, title: 'The audit log is not as it was left' },
  'store-unavailable': { status: 503, title: 'The store does not answer' },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEM_KINDS

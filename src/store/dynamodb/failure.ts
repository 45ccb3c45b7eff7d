import type { Unavailable } from '../port.ts'

/**
 * What a failed call means for the next step. `uncertain`: the write may have happened (time-out,
 * broken connection, 5xx). `throttled`: it has not. `refused`: trying again changes nothing.
 */
export type Failure =
  | { readonly kind: 'conditionFailed' }
  | { readonly kind: 'throttled'; readonly cause: string }
  | { readonly kind: 'uncertain'; readonly cause: string }
  | { readonly kind: 'refused'; readonly cause: string }

const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ReplicatedWriteConflictException',
])

/** Access, table and credential errors: an operator has to act, no retry helps. */
const REFUSED = new Set([
  'ResourceNotFoundException',
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'ExpiredTokenException',
  'CredentialsProviderError',
  'ValidationException',
])

/** On Workers the SDK has no chain to look for these, and no error class to say so. */
const UNCONFIGURED = /^Error: (Region|Credential) is missing/

/** Reads the SDK's exception; anything unknown counts as uncertain, the careful reading. */
export function readFailure(thrown: unknown): Failure {
  const name = thrown instanceof Error ? thrown.name : 'Error'
  const cause = `${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  if (name === 'ConditionalCheckFailedException') return { kind: 'conditionFailed' }
  if (THROTTLED.has(name)) return { kind: 'throttled', cause }
  if (REFUSED.has(name) || UNCONFIGURED.test(cause)) return { kind: 'refused', cause }
  return { kind: 'uncertain', cause }
}

/** A refusal needs an operator, so callers are sent away for longer. */
const RETRY_AFTER_SECONDS = { throttled: 2, uncertain: 5, refused: 60 } as const

export function toUnavailable(failure: Exclude<Failure, { kind: 'conditionFailed' }>): Unavailable {
  return {
    kind: 'unavailable',
    retryAfterSeconds: RETRY_AFTER_SECONDS[failure.kind],
    cause: failure.cause,
    mayHaveWritten: failure.kind === 'uncertain',
  }
}

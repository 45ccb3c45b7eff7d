import { goQuote } from '../go/quote.ts'
import type { FieldErrors } from '../validation/field-errors.ts'

/** What the API server answers where it refuses, without the metadata that is always empty. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly status: 'Failure'
  readonly message: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code: number
}

export interface StatusDetails {
  readonly name?: string
  readonly group?: string
  readonly kind: string
  readonly causes?: readonly StatusCause[]
  readonly retryAfterSeconds?: number
}

export interface StatusCause {
  readonly reason?: string
  readonly message: string
  readonly field?: string
}

function failure(code: number, reason: string, message: string, details?: StatusDetails): Status {
  const base = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason } as const
  return details === undefined ? { ...base, code } : { ...base, details, code }
}

function named(name: string, kind: string): StatusDetails {
  return name === '' ? { kind } : { name, kind }
}

export function badRequest(message: string): Status {
  return failure(400, 'BadRequest', message)
}

/** apierrors.NewForbidden for pods. */
export function forbidden(name: string, cause: string, causes?: readonly StatusCause[]): Status {
  const what = name === '' ? 'pods' : `pods ${goQuote(name)}`
  const details = named(name, 'pods')
  const message = `${what} is forbidden: ${cause}`
  return failure(403, 'Forbidden', message, causes === undefined ? details : { ...details, causes })
}

export function namespaceNotFound(namespace: string): Status {
  const message = `namespaces ${goQuote(namespace)} not found`
  return failure(404, 'NotFound', message, named(namespace, 'namespaces'))
}

export function alreadyExists(name: string, prefix = ''): Status {
  const message = `${prefix}pods ${goQuote(name)} already exists`
  return failure(409, 'AlreadyExists', message, named(name, 'pods'))
}

/** The name came with a generateName, so the server takes it for one of its own. */
export function generatedNameExists(name: string, prefix = ''): Status {
  const what = `pods ${goQuote(name)} already exists`
  const message = `${prefix}${what}, the server was not able to generate a unique name for the object`
  return failure(409, 'AlreadyExists', message, { ...named(name, 'pods'), retryAfterSeconds: 1 })
}

/** apierrors.NewInvalid; equal errors are told once. */
export function invalid(name: string, errors: FieldErrors): Status {
  const { distinct } = errors
  const causes = distinct.map(({ type, body, field }) => ({ reason: type, message: body, field }))
  const texts = distinct.map(({ field, body }) => `${field}: ${body}`)
  const message = `Pod ${goQuote(name)} is invalid: ${aggregate(texts)}`
  return failure(422, 'Invalid', message, { ...named(name, 'Pod'), causes })
}

/** utilerrors.Aggregate of errors that all differ. */
export function aggregate(texts: readonly string[]): string {
  const [only = ''] = texts
  return texts.length === 1 ? only : `[${texts.join(', ')}]`
}

/** A bad query parameter. */
export function invalidOption(field: string, value: string, supported: readonly string[]): Status {
  const list = supported.map(goQuote).join(', ')
  const message = `Unsupported value: ${goQuote(value)}: supported values: ${list}`
  const text = `CreateOptions.meta.k8s.io "" is invalid: ${field}: ${message}`
  const causes = [{ reason: 'FieldValueNotSupported', message, field }]
  const details = { group: 'meta.k8s.io', kind: 'CreateOptions', causes }
  return failure(422, 'Invalid', text, details)
}

/** An error that is none of the API's own: no reason, no details. */
export function internalError(message: string): Status {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: 500 }
}

export function tooLarge(bytesMax: number): Status {
  const message = `Request entity too large: limit is ${bytesMax}`
  return failure(413, 'RequestEntityTooLarge', message)
}

import type { AdmissionResponse } from '../../../schemas/around/admission-response.ts'

/** One line of the admission families' cases; Kubernetes objects stay opaque. */
export interface AdmissionCase {
  name: string
  namespaceObjects: Record<string, unknown[]>
  request: { namespace: string; pod?: unknown; body?: string; fieldValidation?: string }
}

interface RecordedStatus {
  message: string
  details?: { causes?: unknown[] | undefined } | undefined
}

interface Outcome {
  status: number
  object?: unknown
  error?: RecordedStatus
}

/** One line of the families' answers of v1.37.1. */
export interface AdmissionAnswer extends Outcome {
  name: string
  warnings?: string[]
  quotaUsedAfter?: Record<string, unknown>
  /** All texts and all outcomes that were seen, where they vary; any is right. */
  messages?: string[]
  alternatives?: Outcome[]
}

export function admissionRequest({ namespaceObjects, request }: AdmissionCase): object {
  const { namespace, pod, body, fieldValidation } = request
  return {
    snapshot: namespaceObjects,
    namespace,
    ...(body === undefined ? { pod } : { body }),
    options: fieldValidation === undefined ? {} : { fieldValidation },
  }
}

/** What is told besides the outcome, which is compared with all that were seen. */
export function toldOf({ warnings, quotaUsedAfter }: AdmissionResponse): object {
  return { warnings, quotaUsedAfter }
}

export function recordedTold({ warnings = [], quotaUsedAfter = {} }: AdmissionAnswer): object {
  return { warnings, quotaUsedAfter }
}

/** The outcome in one form, in which what comes from Go maps has an order. */
export function outcomeOf({ status, pod }: AdmissionResponse): object {
  return canonical({
    status: status?.code ?? 201,
    object: pod,
    ...(status !== null && { error: status }),
  })
}

export function recordedOutcomes(answer: AdmissionAnswer): object[] {
  const { status, error } = answer
  const messages = error === undefined ? [] : (answer.messages ?? [])
  const others = messages.map((message) => ({ status, error: { ...error, message } }))
  return [answer, ...(answer.alternatives ?? []), ...others].map(canonical)
}

function canonical({ status, object = null, error }: Outcome): object {
  if (error === undefined) return { status, object }
  const { message, details, ...rest } = error
  const causes = details?.causes?.map((cause) => JSON.stringify(sorted(cause))).sort()
  return {
    status,
    object,
    error: { ...rest, parts: partsOf(message), details: { ...details, causes } },
  }
}

/** What stands between the brackets of `[a, b]` comes in any order. */
function partsOf(message: string): string[] {
  return message
    .replace(/^([^[]*)\[(.*)\]$/s, '$1, $2')
    .split(', ')
    .sort()
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

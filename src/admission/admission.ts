import type { Beyond } from './beyond.ts'
import type { Mutation } from './changes/journal.ts'
import type { KindRead } from './cluster/kinds-read.ts'
import type { AuditAnnotations } from './pod-security/pod-security.ts'
import type { QuotaUsage } from './quota/resource-quota.ts'
import type { Refusal } from './refusal.ts'
import type { Pod } from './types/types.ts'

/** A create request as it reaches the API server. */
export interface CreateRequest {
  readonly namespace: string
  /** The body as it was sent. */
  readonly text: string
  readonly fieldValidation: string
}

/** What became of a request. */
export interface Admission {
  /** The pod as far as it got, null where none was read. */
  readonly pod: Pod | null
  readonly refusal: Refusal | null
  /** What would have to be known for a verdict; then there is no refusal and yet no admission. */
  readonly unknown: readonly KindRead[]
  readonly mutations: readonly Mutation[]
  readonly warnings: readonly string[]
  readonly quotaUsed: QuotaUsage
  readonly audit: AuditAnnotations
}

export type Admitted =
  | { readonly ok: true; readonly value: Admission }
  | { readonly ok: false; readonly error: Beyond }

import type { PriorityClass } from '../../../schemas/store/priority-class.ts'
import type { RuleViolation } from './rules.ts'

/** What the writer demands of the class that it replaces or deletes. */
export type Expectation =
  | { readonly kind: 'any' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  | { readonly kind: 'versions'; readonly resourceVersions: readonly string[] }

/** Why a write was refused; the store was left as it is. */
export type Refusal =
  | { readonly kind: 'invalid'; readonly violations: readonly RuleViolation[] }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'reserved' }
  | { readonly kind: 'unexpected'; readonly resourceVersion: string | null }
  | { readonly kind: 'outdated'; readonly resourceVersion: string }
  | { readonly kind: 'defaultTaken'; readonly name: string }
  | { readonly kind: 'full' }

export function refuseExpectation(
  present: PriorityClass | null,
  expectation: Expectation,
): Refusal | null {
  const resourceVersion = present?.metadata.resourceVersion ?? null
  const unexpected: Refusal = { kind: 'unexpected', resourceVersion }
  switch (expectation.kind) {
    case 'any':
      return null
    case 'absent':
      return present === null ? null : unexpected
    case 'present':
      return present === null ? unexpected : null
    case 'versions':
      return resourceVersion !== null && expectation.resourceVersions.includes(resourceVersion)
        ? null
        : unexpected
  }
}

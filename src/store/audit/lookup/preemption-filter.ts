import { hasExpired } from '../records/expiries.ts'
import type { Shown } from '../records/shown.ts'

/** Conditions on preemptions; all that are given must hold. */
export interface PreemptionFilter {
  /** At or after. */
  readonly from?: Date
  /** Before. */
  readonly to?: Date
  readonly node?: string
  readonly preemptor?: { readonly namespace: string; readonly name: string }
  /** With a victim in one of these. */
  readonly victimNamespaces?: readonly string[]
}

/** A record's own words decide, whatever led to it. */
export function matcher(
  { node, preemptor, victimNamespaces }: PreemptionFilter,
  now: Date,
): (shown: Shown<'preemption'>) => boolean {
  const namespaces = victimNamespaces === undefined ? null : new Set(victimNamespaces)
  return ({ record, content }) => {
    if (hasExpired(record.expiresAt, now)) return false
    if (node !== undefined && content.node !== node) return false
    if (preemptor !== undefined && content.preemptor.namespace !== preemptor.namespace) return false
    if (preemptor !== undefined && content.preemptor.name !== preemptor.name) return false
    return namespaces === null || content.victims.some(({ namespace }) => namespaces.has(namespace))
  }
}

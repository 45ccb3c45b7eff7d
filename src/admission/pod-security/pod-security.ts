import { type Arrival, refuse } from '../arrival.ts'
import { goQuote } from '../go/quote.ts'
import type { Refusal } from '../refusal.ts'
import type { Warnings } from '../warnings/warnings.ts'
import { evaluatePod, type FoundViolation } from './evaluate.ts'
import { type LevelVersion, policyOf, writeLevelVersion } from './policy.ts'

const AUDIT_PREFIX = 'pod-security.kubernetes.io/'

/** What ends up in the audit log of the server, and nowhere else. */
export type AuditAnnotations = Map<string, string>

/** PodSecurity.Validate: what the labels of the namespace enforce, audit and warn of. */
export function checkPodSecurity(
  arrival: Arrival,
  warnings: Warnings,
  audit: AuditAnnotations,
): Refusal | null {
  const { cluster, namespace, pod } = arrival
  const policy = policyOf(cluster.namespaces.get(namespace)?.labels ?? new Map())
  const modes = [policy.enforce, policy.audit, policy.warn]
  if (modes.every(({ level }) => level === 'privileged')) return null
  const [enforced = [], audited = [], warned = []] = modes.map((mode) => evaluatePod(pod, mode))
  audit.set(`${AUDIT_PREFIX}enforce-policy`, writeLevelVersion(policy.enforce))
  if (audited.length > 0) {
    audit.set(`${AUDIT_PREFIX}audit-violations`, `would violate ${describe(policy.audit, audited)}`)
  }
  if (enforced.length === 0) {
    if (warned.length > 0) warnings.add(`would violate ${describe(policy.warn, warned)}`)
    return null
  }
  const { level } = policy.enforce
  const version = writeLevelVersion(policy.enforce).slice(level.length + 1)
  const facts = enforced.map(
    ({ check, fields, remedy }) =>
      ({ kind: 'podSecurity', check, level, version, fields, remedy }) as const,
  )
  return refuse(arrival, 'PodSecurity', `violates ${describe(policy.enforce, enforced)}`, facts)
}

function describe(policy: LevelVersion, violations: readonly FoundViolation[]): string {
  const parts = violations.map(({ reason, detail }) => `${reason} (${detail})`)
  return `PodSecurity ${goQuote(writeLevelVersion(policy))}: ${parts.join(', ')}`
}

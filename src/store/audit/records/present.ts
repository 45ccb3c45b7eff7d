import type {
  OutcomeEntry,
  PreemptionEntry,
  PreemptionRecord,
  TenantOutcome,
  TenantPreemptionRecord,
} from '../../../../schemas/store/preemption-record.ts'
import type { AuditRecord } from './record.ts'
import type { Shown } from './shown.ts'

/** A record as one object: its header, and what it says. */
export function outcomeEntry({ record, content }: Shown<'outcome'>): OutcomeEntry {
  return { kind: 'outcome', ...headerOf(record), ...content }
}

function preemptionEntry({ record, content }: Shown<'preemption'>): PreemptionEntry {
  return { kind: 'preemption', ...headerOf(record), ...content }
}

function headerOf(record: AuditRecord) {
  const { format, cluster, sequence, id, time, expiresAt, previous, contentHash, hash } = record
  return { format, cluster, sequence, id, time, expiresAt, previous, contentHash, hash }
}

/** The whole record, with the record of its outcome. */
export function administratorView(
  shown: Shown<'preemption'>,
  outcome: Shown<'outcome'> | null,
): PreemptionRecord {
  return {
    ...preemptionEntry(shown),
    view: 'administrator',
    intact: shown.isIntact && (outcome?.isIntact ?? true),
    outcome: outcome === null ? null : outcomeEntry(outcome),
  }
}

/**
 * What the owner of some namespaces may see: that pods of theirs were to go, from which node and
 * at what priority. Not whose pod it was for, nor other victims, nor nodes that were considered,
 * nor numbers and hashes, which would tell how much else is going on.
 */
export function tenantView(
  { record, content, isIntact }: Shown<'preemption'>,
  outcome: Shown<'outcome'> | null,
  namespaces: readonly string[],
): TenantPreemptionRecord {
  const { cluster, id, time } = record
  const { profile, node, preemptor, victims } = content
  return {
    view: 'tenant',
    kind: 'preemption',
    intact: isIntact && (outcome?.isIntact ?? true),
    cluster,
    id,
    time,
    profile,
    node,
    preemptor: { priority: preemptor.priority },
    victims: victims.filter(({ namespace }) => namespaces.includes(namespace)),
    outcome:
      outcome === null ? null : { outcome: outcome.content.outcome, time: outcome.record.time },
  }
}

/** What a tenant is told of its own report. */
export function tenantOutcome({ record, content }: Shown<'outcome'>): TenantOutcome {
  const { cluster, id, time } = record
  const { outcome, reason } = content
  return { view: 'tenant', kind: 'outcome', cluster, id, time, outcome, reason }
}

/** Whether a tenant may know of the record at all. */
export function concernsTenant(
  { content }: Shown<'preemption'>,
  namespaces: readonly string[],
): boolean {
  return content.victims.some(({ namespace }) => namespaces.includes(namespace))
}

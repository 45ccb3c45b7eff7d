import type {
  OutcomeEntry,
  PreemptionEntry,
  PreemptionRecord,
  TenantOutcome,
  TenantPreemptionRecord,
} from '../../schemas/preemption-record.ts'

/** The whole record, with the record of its outcome. */
export function administratorView(
  entry: PreemptionEntry,
  outcome: OutcomeEntry | null,
): PreemptionRecord {
  return { ...entry, view: 'administrator', outcome }
}

/**
 * What the owner of some namespaces may see: that pods of theirs were to go, from which node and
 * at what priority. Not whose pod it was for, nor other victims, nor nodes that were considered,
 * nor numbers and hashes, which would tell how much else is going on.
 */
export function tenantView(
  entry: PreemptionEntry,
  outcome: OutcomeEntry | null,
  namespaces: readonly string[],
): TenantPreemptionRecord {
  const { cluster, id, time, profile, node, preemptor, victims } = entry
  return {
    view: 'tenant',
    kind: 'preemption',
    cluster,
    id,
    time,
    profile,
    node,
    preemptor: { priority: preemptor.priority },
    victims: victims.filter(({ namespace }) => namespaces.includes(namespace)),
    outcome: outcome === null ? null : { outcome: outcome.outcome, time: outcome.time },
  }
}

/** What a tenant is told of its own report. */
export function tenantOutcome({ cluster, id, time, outcome, reason }: OutcomeEntry): TenantOutcome {
  return { view: 'tenant', kind: 'outcome', cluster, id, time, outcome, reason }
}

/** Whether a tenant may know of the record at all. */
export function concernsTenant(entry: PreemptionEntry, namespaces: readonly string[]): boolean {
  return entry.victims.some(({ namespace }) => namespaces.includes(namespace))
}

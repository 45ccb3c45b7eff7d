import type { Alternative, AuditStatus, Victim } from '../../schemas/preemption-record.ts'
import { ok, type Result } from '../result.ts'
import { type AuditLog, append, type TooLarge } from './audit-log.ts'
import type { NewRecord } from './audit-record.ts'
import type { Unavailable } from './port.ts'

/** One pod's decision that proposes victims, as the log is told of it. */
export interface ProposedPreemption {
  /** The pod's place among the pods of the request. */
  readonly index: number
  readonly preemptor: PodToRecord
  readonly node: string
  readonly victims: readonly (PodToRecord & { readonly pdbViolated: boolean })[]
  readonly candidates: readonly CandidateToRecord[]
}

export interface PodToRecord {
  readonly namespace: string
  readonly name: string
  readonly uid?: string | undefined
  readonly priority: number
}

export interface CandidateToRecord {
  readonly node: string
  readonly victims: readonly { readonly priority: number }[]
  readonly pdbViolations: number
  readonly lostBy: string | null
}

/** The request that the decisions belong to. */
export interface DecidedRequest {
  readonly decisionId: string
  readonly requestId: string
  readonly caller: string
  readonly snapshotDigest: string
  readonly profile: string
  /** Pods to decide in the request: with one, its record's id is the decision's. */
  readonly podCount: number
}

/** Enough to see what was weighed; how many more there were is in the record. */
const ALTERNATIVES_MAX = 100

/** Where a preemption stands in the log. */
export interface RecordedPreemption {
  readonly id: string
  readonly sequence: number
}

/**
 * Appends one record for each decision that proposes victims, in their order; ends at the first
 * that cannot be appended. A repeated request finds what was recorded before, gets the same answer,
 * and appends only what was not.
 */
export async function auditDecisions(
  log: AuditLog,
  request: DecidedRequest,
  proposals: readonly ProposedPreemption[],
): Promise<Result<RecordedPreemption[], Unavailable | TooLarge>> {
  const records: RecordedPreemption[] = []
  for (const proposal of proposals) {
    const entry = toRecord(request, proposal)
    const appended = await append(log, entry)
    if (!appended.ok) return appended
    const { value } = appended
    const sequence = value.kind === 'appended' ? value.record.sequence : value.sequence
    records.push({ id: entry.id, sequence })
  }
  return ok(records)
}

/** What the answer to the caller says of it; the cause of a failure is for the log. */
export function auditStatus(
  audited: Result<RecordedPreemption[], Unavailable | TooLarge>,
): AuditStatus {
  if (audited.ok) return { status: 'recorded', records: audited.value }
  const { error } = audited
  if (error.kind === 'tooLarge') {
    const detail = `The record has ${error.bytes} bytes, more than the store takes`
    return { status: 'failed', code: 'too-large', detail }
  }
  const { retryAfterSeconds } = error
  const detail = 'The store does not answer; nothing is recorded of this preemption'
  return { status: 'failed', code: 'store-unavailable', detail, retryAfterSeconds }
}

/** The id of one decision's record. */
function recordId({ decisionId, podCount }: DecidedRequest, index: number): string {
  return podCount === 1 ? decisionId : `${decisionId}.${index}`
}

function toRecord(request: DecidedRequest, proposal: ProposedPreemption) {
  const { decisionId, requestId, caller, snapshotDigest, profile } = request
  const { index, preemptor, node, victims, candidates } = proposal
  const others = candidates.filter((candidate) => candidate.node !== node)
  return {
    kind: 'preemption',
    id: recordId(request, index),
    decisionId,
    requestId,
    caller,
    snapshotDigest,
    profile,
    preemptor: toPod(preemptor),
    node,
    victims: victims.map(toVictim),
    alternatives: others.slice(0, ALTERNATIVES_MAX).map(toAlternative),
    alternativesOmitted: Math.max(0, others.length - ALTERNATIVES_MAX),
  } as const satisfies NewRecord
}

function toPod({ namespace, name, uid, priority }: PodToRecord) {
  return { namespace, name, ...(uid ? { uid } : {}), priority }
}

function toVictim(victim: PodToRecord & { readonly pdbViolated: boolean }): Victim {
  return { ...toPod(victim), pdbViolated: victim.pdbViolated }
}

function toAlternative({ node, victims, pdbViolations, lostBy }: CandidateToRecord): Alternative {
  const priorities = victims.map(({ priority }) => priority)
  return {
    node,
    victims: victims.length,
    highestPriority: priorities.length === 0 ? null : Math.max(...priorities),
    pdbViolations,
    lostBy,
  }
}

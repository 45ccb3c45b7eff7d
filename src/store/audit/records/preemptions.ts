import type {
  Alternative,
  PriorityClassesUsed,
  Victim,
} from '../../../../schemas/store/audit-content.ts'
import type {
  AuditStatus,
  RecordedPreemption,
} from '../../../../schemas/store/preemption-record.ts'
import { append } from '../append/append.ts'
import type { LogFailure, TooLarge } from '../fault.ts'
import type { AuditLog } from '../log.ts'
import { claimName } from '../lookup/claim.ts'
import { type Draft, draft } from './record.ts'

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
  /** Covers everything that decided, so the same id is the same decision. */
  readonly decisionId: string
  readonly requestId: string
  readonly caller: string
  readonly snapshotDigest: string
  readonly profile: string
  /** The version of Berth. */
  readonly release: string
  readonly priorityClasses: PriorityClassesUsed | null
  /** Pods to decide in the request: with one, its record's id is the decision's. */
  readonly podCount: number
}

/** Enough to see what was weighed; how many more there were is in the record. */
const ALTERNATIVES_MAX = 100

/** What of a request is recorded, and what went wrong with the rest. */
export interface AuditedDecisions {
  readonly records: readonly Required<RecordedPreemption>[]
  /** How many should be. */
  readonly proposed: number
  readonly failure: LogFailure | TooLarge | null
}

/** Records what the decisions of a request on a cluster propose. */
export type RecordDecisions = (
  cluster: string,
  request: DecidedRequest,
  proposals: readonly ProposedPreemption[],
) => Promise<AuditedDecisions>

/**
 * Appends one record for each decision that proposes victims, in their order; ends at the first
 * that cannot be appended. A repeated request finds what was recorded before, gets the same answer,
 * and appends only what was not.
 */
export async function auditDecisions(
  log: AuditLog,
  request: DecidedRequest,
  proposals: readonly ProposedPreemption[],
): Promise<AuditedDecisions> {
  const drafts = proposals.map((proposal) => toDraft(request, proposal, log.runtime.randomId()))
  const records: Required<RecordedPreemption>[] = []
  for (const [name, claimed] of byClaim(drafts)) {
    const { recorded, failure } = await append(log, name, claimed)
    for (const { record } of recorded) {
      records.push({ id: record.id, sequence: record.sequence, hash: record.hash })
    }
    if (failure !== null) return { records, proposed: drafts.length, failure }
  }
  return { records, proposed: drafts.length, failure: null }
}

function byClaim(drafts: readonly Draft[]): Map<string, Draft[]> {
  const claims = new Map<string, Draft[]>()
  for (const one of drafts) {
    const name = claimName(one.kind, one.id)
    const claimed = claims.get(name)
    if (claimed === undefined) claims.set(name, [one])
    else claimed.push(one)
  }
  return claims
}

/** What the answer to the caller says of it; the cause of a failure is for the log. */
export function auditStatus({ records, proposed, failure }: AuditedDecisions): AuditStatus {
  if (failure === null) return { status: 'recorded', records: [...records] }
  const done = `${records.length} of ${proposed} preemptions are recorded`
  const common = { records: [...records] }
  if (failure.kind === 'tooLarge') {
    const detail = `${done}; the next has ${failure.bytes} bytes, more than the store takes`
    return { status: 'failed', code: 'too-large', detail, ...common }
  }
  if (failure.kind === 'broken') {
    const detail = `${done}; the log is not as it was left, and takes no more until it is looked at`
    return { status: 'failed', code: 'audit-broken', detail, ...common }
  }
  const { retryAfterSeconds, mayHaveWritten } = failure
  const rest = mayHaveWritten
    ? 'whether the others are is not known; the same request again finds out'
    : 'the others are not'
  return {
    status: mayHaveWritten ? 'unknown' : 'failed',
    code: 'store-unavailable',
    detail: `The store does not answer: ${done}; ${rest}`,
    retryAfterSeconds,
    ...common,
  }
}

/** The id of one decision's record. */
function recordId({ decisionId, podCount }: DecidedRequest, index: number): string {
  return podCount === 1 ? decisionId : `${decisionId}.${index}`
}

function toDraft(request: DecidedRequest, proposal: ProposedPreemption, salt: string): Draft {
  const { podCount: _, ...decided } = request
  const { index, preemptor, node, victims, candidates } = proposal
  const others = candidates.filter((candidate) => candidate.node !== node)
  return draft('preemption', recordId(request, index), {
    salt,
    ...decided,
    preemptor: toPod(preemptor),
    node,
    victims: victims.map(toVictim),
    alternatives: others.slice(0, ALTERNATIVES_MAX).map(toAlternative),
    alternativesOmitted: Math.max(0, others.length - ALTERNATIVES_MAX),
  })
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

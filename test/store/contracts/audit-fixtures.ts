import { NO_KEYS } from '../../../src/store/audit/checkpoints/audit-keys.ts'
import type { AuditLog } from '../../../src/store/audit/log.ts'
import { listPreemptions, type PageRequest } from '../../../src/store/audit/lookup/list.ts'
import type { PreemptionFilter } from '../../../src/store/audit/lookup/preemption-filter.ts'
import { createMemory } from '../../../src/store/audit/memory.ts'
import {
  auditDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
} from '../../../src/store/audit/records/preemptions.ts'
import { type VerifyOptions, verifyChain } from '../../../src/store/audit/verification/verify.ts'
import type { StorePort } from '../../../src/store/port.ts'
import type { Runtime } from '../../../src/store/runtime.ts'

/** One proposal of victims; everything that a test does not name is ordinary. */
export function makeProposal(over: Partial<ProposedPreemption> = {}): ProposedPreemption {
  return {
    index: 0,
    preemptor: { namespace: 'shop', name: 'web-1', uid: 'u-web-1', priority: 1000 },
    node: 'node-a',
    victims: [
      { namespace: 'batch', name: 'job-1', uid: 'u-job-1', priority: 0, pdbViolated: false },
    ],
    candidates: [
      { node: 'node-a', victims: [{ priority: 0 }], pdbViolations: 0, lostBy: null },
      { node: 'node-b', victims: [{ priority: 5 }], pdbViolations: 1, lostBy: 'pdbViolations' },
    ],
    ...over,
  }
}

export function makeRequest(over: Partial<DecidedRequest> = {}): DecidedRequest {
  return {
    decisionId: 'd-1',
    requestId: 'r-1',
    caller: 'ann',
    snapshotDigest: `sha256:${'a'.repeat(64)}`,
    profile: 'kubernetes-1.37',
    release: '0.0.0',
    priorityClasses: null,
    podCount: 1,
    ...over,
  }
}

/** A log as one process sees it: nothing is remembered from another. */
export function makeLog(
  store: StorePort,
  runtime: Runtime,
  cluster: string,
  over: Partial<AuditLog> = {},
): AuditLog {
  const memory = createMemory()
  const settings = { retentionSeconds: null, keys: NO_KEYS, isShared: true }
  return { store, runtime, cluster, memory, ...settings, ...over }
}

/** Appends one record for the decision of this id, and returns what the answer would say. */
export async function record(
  log: AuditLog,
  decisionId: string,
  over: Partial<ProposedPreemption> = {},
) {
  return auditStatus(await auditDecisions(log, makeRequest({ decisionId }), [makeProposal(over)]))
}

type Recorded = Extract<Awaited<ReturnType<typeof record>>, { status: 'recorded' }>

/**
 * A caller that repeats its request until it is recorded, when the answer tells it to: a crowd that
 * does not wait keeps a slow store from ever answering.
 */
export async function recordUntilDone(
  { sleep, random }: Runtime,
  call: () => ReturnType<typeof record>,
): Promise<Recorded> {
  for (let tried = 0; tried < 50; tried++) {
    const status = await call()
    if (status.status === 'recorded') return status
    if (status.status === 'skipped') throw new Error('nothing is recorded here')
    await sleep(1000 * (status.retryAfterSeconds ?? 0) * (1 + random()))
  }
  throw new Error('fifty requests were not enough')
}

/** Records of this many decisions, `d-1` and so on. */
export async function recordMany(log: AuditLog, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) await record(log, `d-${index}`)
}

/** A page of preemptions, as their records and contents in one. */
export async function listAll(
  log: AuditLog,
  filter: PreemptionFilter = {},
  over: Partial<PageRequest> = {},
) {
  const page = await listPreemptions(log, filter, {
    before: null,
    limit: 1000,
    callsMax: 10_000,
    ...over,
  })
  if (!page.ok) throw new Error(page.error.cause)
  return {
    ...page.value,
    records: page.value.records.map(({ record, content }) => ({ ...record, ...content })),
  }
}

/** The report of a walk over the whole chain. */
export async function verifyAll(log: AuditLog, over: Partial<VerifyOptions> = {}) {
  return (await verify(log, over)).report
}

export async function verify(log: AuditLog, over: Partial<VerifyOptions> = {}) {
  const options = { from: null, noted: null, callsMax: Number.POSITIVE_INFINITY, ...over }
  const verified = await verifyChain(log, options)
  if (!verified.ok) throw new Error(verified.error.cause)
  return verified.value
}

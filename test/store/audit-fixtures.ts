import {
  auditDecisions,
  auditStatus,
  type DecidedRequest,
  type ProposedPreemption,
} from '../../src/store/audit-decisions.ts'
import type { AuditLog } from '../../src/store/audit-log.ts'
import { verifyChain } from '../../src/store/audit-verify.ts'
import type { StorePort } from '../../src/store/port.ts'
import type { Runtime } from '../../src/store/runtime.ts'

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
    podCount: 1,
    ...over,
  }
}

export function makeLog(
  store: StorePort,
  runtime: Runtime,
  cluster: string,
  retentionSeconds: number | null = null,
): AuditLog {
  return { store, runtime, cluster, retentionSeconds }
}

/** Appends one record for the decision of this id, and returns what the answer would say. */
export async function record(
  log: AuditLog,
  decisionId: string,
  over: Partial<ProposedPreemption> = {},
) {
  return auditStatus(await auditDecisions(log, makeRequest({ decisionId }), [makeProposal(over)]))
}

/** The report of a walk over the whole chain. */
export async function verifyAll(log: AuditLog) {
  const verified = await verifyChain(log, null, Number.POSITIVE_INFINITY)
  if (!verified.ok) throw new Error(verified.error.cause)
  return verified.value.report
}

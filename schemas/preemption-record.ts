import * as z from 'zod'
import { ClusterName } from './cluster-name.ts'

const Hash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe('SHA-256 of canonical JSON (RFC 8785).')

const PodReference = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  uid: z.string().optional(),
  priority: z.int(),
})

/** A pod that a preemption would evict. */
export const Victim = PodReference.extend({ pdbViolated: z.boolean() }).meta({ id: 'Victim' })
export type Victim = z.output<typeof Victim>

/** A node where preemption would have worked as well, and why it was not chosen. */
export const Alternative = z
  .strictObject({
    node: z.string(),
    victims: z.int().describe('How many pods it would have cost.'),
    highestPriority: z.int().nullable().describe('Of those pods; null when there were none.'),
    pdbViolations: z.int(),
    lostBy: z.string().nullable().describe('The criterion that decided against it.'),
  })
  .meta({ id: 'Alternative' })
export type Alternative = z.output<typeof Alternative>

/** What every record of the chain carries; `hash` covers all other fields of the record. */
const chained = {
  cluster: ClusterName,
  sequence: z.int().min(1).describe('Without gaps within a cluster.'),
  time: z.iso.datetime().describe('Never earlier than that of the record before.'),
  expiresAt: z.iso.datetime().nullable().describe('From then on the record may be gone.'),
  previous: z.strictObject({
    hash: Hash.describe('Of the record before; 64 zeros before the first.'),
    latestExpiry: z.iso
      .datetime()
      .nullable()
      .describe('Of all records before; null: none expires.'),
    keptThrough: z.int().describe('The last record before that never expires; 0: there is none.'),
  }),
  hash: Hash,
  id: z.string().describe('The decision, and the pod when the request had several.'),
  caller: z.string(),
  requestId: z.string(),
}

/** One decision that proposed victims, as it is kept: immutable from its append on. */
export const PreemptionEntry = z
  .strictObject({
    kind: z.literal('preemption'),
    ...chained,
    decisionId: z.string(),
    snapshotDigest: z.string(),
    profile: z.string(),
    preemptor: PodReference,
    node: z.string(),
    victims: z.array(Victim),
    alternatives: z.array(Alternative).describe('At most 100.'),
    alternativesOmitted: z.int(),
  })
  .meta({ id: 'PreemptionEntry' })
export type PreemptionEntry = z.output<typeof PreemptionEntry>

export const OutcomeName = z.enum(['executed', 'abandoned', 'failed'])
export type OutcomeName = z.output<typeof OutcomeName>

/** What became of a preemption: a record of its own in the same chain. */
export const OutcomeEntry = z
  .strictObject({
    kind: z.literal('outcome'),
    ...chained,
    outcome: OutcomeName,
    reason: z.string().nullable(),
  })
  .meta({ id: 'OutcomeEntry' })
export type OutcomeEntry = z.output<typeof OutcomeEntry>

/** Body of POST .../preemptions/{id}/outcome. */
export const OutcomeRequest = z
  .strictObject({ outcome: OutcomeName, reason: z.string().max(1024).optional() })
  .meta({ id: 'OutcomeRequest' })
export type OutcomeRequest = z.output<typeof OutcomeRequest>

/** The administrator's view: the whole record, with its outcome once there is one. */
export const PreemptionRecord = PreemptionEntry.extend({
  view: z.literal('administrator'),
  outcome: OutcomeEntry.nullable(),
}).meta({ id: 'PreemptionRecord' })
export type PreemptionRecord = z.output<typeof PreemptionRecord>

/** The tenant's view: victims of the tenant's own namespaces; whose pod it was for is withheld. */
export const TenantPreemptionRecord = z
  .strictObject({
    view: z.literal('tenant'),
    kind: z.literal('preemption'),
    cluster: ClusterName,
    id: z.string(),
    time: z.iso.datetime(),
    profile: z.string(),
    node: z.string(),
    preemptor: z.strictObject({ priority: z.int() }),
    victims: z.array(Victim),
    outcome: z.strictObject({ outcome: OutcomeName, time: z.iso.datetime() }).nullable(),
  })
  .meta({ id: 'TenantPreemptionRecord' })
export type TenantPreemptionRecord = z.output<typeof TenantPreemptionRecord>

/** What a tenant is told of an outcome that it reported: nothing of the chain. */
export const TenantOutcome = z
  .strictObject({
    view: z.literal('tenant'),
    kind: z.literal('outcome'),
    cluster: ClusterName,
    id: z.string(),
    time: z.iso.datetime(),
    outcome: OutcomeName,
    reason: z.string().nullable(),
  })
  .meta({ id: 'TenantOutcome' })
export type TenantOutcome = z.output<typeof TenantOutcome>

/** One page, newest first; a page may be short, or even empty, and yet not be the last. */
export const PreemptionPage = z
  .strictObject({
    items: z.array(z.union([PreemptionRecord, TenantPreemptionRecord])),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'PreemptionPage' })
export type PreemptionPage = z.output<typeof PreemptionPage>

/** What walking the chain found. */
export const ChainReport = z
  .strictObject({
    status: z
      .enum(['intact', 'broken', 'partial'])
      .describe('partial: intact so far, go on with nextCursor.'),
    first: z.int().nullable().describe('The oldest record that is still there.'),
    last: z.int().nullable().describe('The last record that was checked.'),
    checked: z.int(),
    expired: z.int().describe('Records that are gone because their time was over.'),
    checkpoint: z
      .strictObject({ sequence: z.int(), hash: Hash })
      .nullable()
      .describe('Kept apart from the chain and for ever: its last number and hash.'),
    fault: z
      .strictObject({
        kind: z.enum(['missing', 'altered']),
        sequence: z.int().describe('The first record that is missing or altered.'),
        detail: z.string(),
      })
      .nullable(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ChainReport' })
export type ChainReport = z.output<typeof ChainReport>

/** `audit` of a decision response: what was recorded of the preemptions that it proposes. */
export const AuditStatus = z
  .discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('recorded'),
      records: z.array(
        z.strictObject({
          id: z.string(),
          sequence: z.int().optional().describe('Not told to tenants.'),
        }),
      ),
    }),
    z.strictObject({
      status: z.literal('failed'),
      code: z.enum(['store-unavailable', 'too-large']),
      detail: z.string(),
      retryAfterSeconds: z.int().optional(),
    }),
    z.strictObject({ status: z.literal('skipped'), reason: z.string() }),
  ])
  .meta({ id: 'AuditStatus' })
export type AuditStatus = z.output<typeof AuditStatus>

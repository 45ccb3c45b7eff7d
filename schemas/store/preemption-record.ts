import * as z from 'zod'
import { OutcomeContent, OutcomeName, PreemptionContent, Victim } from './audit-content.ts'
import { ClusterName } from './cluster-name.ts'

const Hash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .describe('SHA-256 of canonical JSON (RFC 8785).')

/** The header of every record: `hash` covers it, and `contentHash` covers the rest. */
const header = {
  format: z.int().describe('Of the record as it is kept: 1.'),
  cluster: ClusterName,
  sequence: z.int().min(1).describe('Without gaps within a cluster.'),
  id: z.string().describe('The decision, and the pod when the request had several.'),
  time: z.iso.datetime().describe('Never earlier than that of the record before.'),
  expiresAt: z.iso.datetime().nullable().describe('From then on the record may be gone.'),
  previous: z.strictObject({
    hash: Hash.describe('Of the record before; 64 zeros before the first.'),
    expiries: z
      .array(z.tuple([z.int(), z.iso.datetime().nullable()]))
      .describe('Of those records before that outlive all after them; null: never.'),
  }),
  contentHash: Hash,
  hash: Hash,
}

/** One decision that proposed victims, as it is kept: immutable from its append on. */
export const PreemptionEntry = z
  .strictObject({ kind: z.literal('preemption'), ...header, ...PreemptionContent.shape })
  .meta({ id: 'PreemptionEntry' })
export type PreemptionEntry = z.output<typeof PreemptionEntry>

/** What became of a preemption: a record of its own in the same chain. */
export const OutcomeEntry = z
  .strictObject({ kind: z.literal('outcome'), ...header, ...OutcomeContent.shape })
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
  intact: z.boolean().describe('false: it does not say any more what was recorded.'),
  outcome: OutcomeEntry.nullable(),
}).meta({ id: 'PreemptionRecord' })
export type PreemptionRecord = z.output<typeof PreemptionRecord>

/** The tenant's view: victims of the tenant's own namespaces; whose pod it was for is withheld. */
export const TenantPreemptionRecord = z
  .strictObject({
    view: z.literal('tenant'),
    kind: z.literal('preemption'),
    intact: z.boolean().describe('false: it does not say any more what was recorded.'),
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

/** Where a log ended, and the tree over all its records. */
export const Checkpoint = z
  .strictObject({
    sequence: z.int().describe('The number of the last record, and so how many there were.'),
    hash: Hash.describe('Of the last record.'),
    root: Hash.describe('Of the RFC 6962 tree over all records.'),
    note: z
      .string()
      .nullable()
      .describe('The same, signed (c2sp.org/tlog-checkpoint); null where no key is configured.'),
  })
  .meta({ id: 'Checkpoint' })
export type Checkpoint = z.output<typeof Checkpoint>

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
    erased: z.int().describe('Records whose content was erased, by a record that says so.'),
    checkpoint: Checkpoint.nullable().describe('Kept apart from the chain and for ever.'),
    fault: z
      .strictObject({
        kind: z
          .enum(['missing', 'altered', 'tree', 'claim', 'view', 'checkpoint', 'noted', 'classes'])
          .describe(
            'The record; the tree over all; what leads to it; the end; what was noted elsewhere; the PriorityClasses.',
          ),
        sequence: z.int().describe('The first record at which it shows.'),
        detail: z.string(),
      })
      .nullable(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ChainReport' })
export type ChainReport = z.output<typeof ChainReport>

const TreeHead = z.strictObject({ sequence: z.int(), root: Hash })

/** That one state of a log is the beginning of another (RFC 6962, 2.1.2). */
export const ConsistencyProof = z
  .strictObject({ from: TreeHead, to: TreeHead, proof: z.array(Hash) })
  .meta({ id: 'ConsistencyProof' })
export type ConsistencyProof = z.output<typeof ConsistencyProof>

/** That a record is one of those under a checkpoint's root (RFC 6962, 2.1.1). */
export const InclusionProof = z
  .strictObject({
    sequence: z.int().describe('Its leaf is the one before this number, from 0.'),
    hash: Hash,
    leaf: Hash.describe('SHA-256 of a zero byte and the 32 bytes of the hash.'),
    proof: z.array(Hash),
    checkpoint: Checkpoint,
  })
  .meta({ id: 'InclusionProof' })
export type InclusionProof = z.output<typeof InclusionProof>

/** One line of an export: where it starts, a record as it is kept, hashes of expired ones, the end. */
export const ExportedLine = z
  .looseObject({
    kind: z.enum([
      'export',
      'preemption',
      'outcome',
      'priorityClass',
      'erasure',
      'leaves',
      'next',
      'checkpoint',
    ]),
  })
  .meta({ id: 'ExportedLine' })
export type ExportedLine = z.output<typeof ExportedLine>

/** A preemption that stands in the log. */
export const RecordedPreemption = z.strictObject({
  id: z.string(),
  sequence: z.int().optional().describe('Not told to tenants.'),
  hash: Hash.optional().describe('Worth noting: verify takes it. Not told to tenants.'),
})
export type RecordedPreemption = z.output<typeof RecordedPreemption>

/** `audit` of a decision response: what was recorded of the preemptions that it proposes. */
export const AuditStatus = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('recorded'), records: z.array(RecordedPreemption) }),
    z.strictObject({
      status: z.enum(['failed', 'unknown']).describe('unknown: an acknowledgement was lost.'),
      code: z.enum(['store-unavailable', 'too-large', 'audit-broken']),
      detail: z.string(),
      retryAfterSeconds: z.int().optional(),
      records: z.array(RecordedPreemption).describe('Those of the request that are recorded.'),
    }),
    z.strictObject({ status: z.literal('skipped'), reason: z.string() }),
  ])
  .meta({ id: 'AuditStatus' })
export type AuditStatus = z.output<typeof AuditStatus>

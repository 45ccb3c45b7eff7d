import * as z from 'zod'

/** What every record says of who caused it. */
const caused = {
  salt: z.string().describe('Random: without it, erased names cannot be guessed from a hash.'),
  caller: z.string(),
  requestId: z.string(),
}

export const PodReference = z.strictObject({
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

/** The PriorityClasses of a cluster at one moment. */
export const PriorityClassesUsed = z
  .strictObject({
    version: z.int().describe('Counts the writes of the PriorityClasses that are kept.'),
    digest: z.string().describe('SHA-256 of their canonical JSON.'),
  })
  .meta({ id: 'PriorityClassesUsed' })
export type PriorityClassesUsed = z.output<typeof PriorityClassesUsed>

/** One decision that proposed victims. */
export const PreemptionContent = z.looseObject({
  ...caused,
  decisionId: z.string(),
  snapshotDigest: z.string(),
  profile: z.string(),
  release: z.string().describe('The version of Berth that decided.'),
  priorityClasses: PriorityClassesUsed.nullable().describe(
    'Those kept of the cluster, which decided too.',
  ),
  preemptor: PodReference,
  node: z.string(),
  victims: z.array(Victim),
  alternatives: z.array(Alternative).describe('At most 100.'),
  alternativesOmitted: z.int(),
})

export const OutcomeName = z.enum(['executed', 'abandoned', 'failed'])
export type OutcomeName = z.output<typeof OutcomeName>

/** What became of a preemption. */
export const OutcomeContent = z.looseObject({
  ...caused,
  outcome: OutcomeName,
  reason: z.string().nullable(),
})

/** One write of a PriorityClass. */
export const ClassChangeContent = z.looseObject({
  ...caused,
  change: z.enum(['created', 'replaced', 'deleted']),
  name: z.string(),
  before: z.unknown().describe('The PriorityClass as it was; null when it was created.'),
  after: z.unknown().describe('As it is now; null when it was deleted.'),
  priorityClasses: PriorityClassesUsed.describe('All of the cluster, after this change.'),
})

/** The content of some records was taken away; their hashes stay. */
export const ErasureContent = z.looseObject({
  ...caused,
  sequences: z.array(z.int()),
  reason: z.string(),
})

import * as z from 'zod'
import { Problem } from '../problem.ts'
import { AuditStatus } from '../store/preemption-record.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { Decision, Outcome } from './decision.ts'
import { DecisionInput } from './decision-input.ts'
import { ExtenderResult } from './extender-results.ts'
import { GroupOutcome, SearchedGroup } from './group-outcome.ts'

const count = z.int().min(0)

/** What of an answer is known only when the last pod is decided. */
const conclusion = {
  groups: z.array(GroupOutcome).optional().meta({
    description: 'With `options.gangs`: every PodGroup that was tried, in that order.',
  }),
  searchedGroups: z.array(SearchedGroup).optional().meta({
    description: 'With `groups`: each in the order in which it was due.',
  }),
  next: z.strictObject({ startIndex: count, roundRobin: count }).meta({
    description: 'Options with which the next request would go on where this one ended.',
  }),
  extenderResults: z.array(ExtenderResult).optional().meta({
    description:
      'What extenders answered that were called; with it the same request makes no calls.',
  }),
  circuitBreaker: CircuitBreaker.optional().meta({ description: 'With `feedback`.' }),
  audit: AuditStatus.optional().meta({
    description: 'With `cluster`: what was recorded of the preemptions that are proposed.',
  }),
}

/** The answer of POST /v1/decisions. */
export const DecisionResponse = z
  .strictObject({
    id: z.string().meta({ description: 'Derived from the digest: same request, same id.' }),
    profile: z.string(),
    input: DecisionInput,
    decisions: z.array(Decision),
    ...conclusion,
  })
  .meta({ id: 'DecisionResponse' })

/** A line of the same as application/x-ndjson: its head, its decisions in order, its end. */
export const DecisionLine = z
  .union([
    z.strictObject({ id: z.string(), profile: z.string() }),
    Decision,
    z
      .strictObject({
        decided: count.meta({ description: 'Lines between the first and this one.' }),
        outcomes: z.partialRecord(Outcome, count),
        input: DecisionInput,
        ...conclusion,
      })
      .meta({ description: 'The last line of an answer that is whole.' }),
    z.strictObject({ problem: Problem }).meta({
      description: 'The last line of one that could not be finished.',
    }),
  ])
  .meta({ id: 'DecisionLine' })

import * as z from 'zod'
import { DecisionInput, PodReference, PreemptionVictim } from './decision-response.ts'

const nodeName = z.string().nullable()

const SideResult = z.strictObject({
  outcome: z.string(),
  node: nodeName,
  message: z.string().nullable(),
  victims: z.array(PreemptionVictim),
})

const Verdict = z
  .strictObject({ plugin: z.string(), reasons: z.array(z.string()) })
  .nullable()
  .meta({ description: 'null: the node passed every filter.' })

const MovedScore = z.strictObject({
  node: z.string(),
  a: z.number().nullable(),
  b: z.number().nullable(),
  plugins: z
    .record(z.string(), z.strictObject({ a: z.number().nullable(), b: z.number().nullable() }))
    .meta({ description: 'Weighted scores of the plugins that moved it.' }),
})

const PodDifference = z
  .strictObject({
    pod: PodReference,
    a: SideResult,
    b: SideResult,
    changed: z.array(z.enum(['outcome', 'node', 'message', 'verdicts', 'scores', 'victims'])),
    verdicts: z.array(z.strictObject({ node: z.string(), a: Verdict, b: Verdict })).meta({
      description: 'Nodes that became feasible or infeasible, or are refused for another reason.',
    }),
    scores: z.array(MovedScore),
  })
  .meta({ id: 'PodDifference' })

const SideInput = z.strictObject({ profile: z.string(), input: DecisionInput })

/** The answer of POST /v1/comparisons: only what differs. */
export const ComparisonResponse = z
  .strictObject({
    id: z.string(),
    a: SideInput,
    b: SideInput,
    pods: z.int().min(0).meta({ description: 'Pods that were compared.' }),
    equal: z.int().min(0).meta({ description: 'Pods for which nothing differs.' }),
    differences: z.array(PodDifference),
  })
  .meta({ id: 'ComparisonResponse' })

import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'
import { Code, Outcome, PreemptionVictim, Unknown } from './decision.ts'
import { DecisionInput } from './decision-input.ts'

const count = z.int().min(0)
const nodeName = z.string().nullable()

const SideResult = z.strictObject({
  outcome: Outcome,
  node: nodeName,
  message: z.string().nullable(),
  nominatedNode: nodeName,
  victims: z.array(PreemptionVictim),
  unknown: z.array(Unknown).optional(),
})

const Verdict = z
  .union([
    z.strictObject({ feasible: z.literal(true) }),
    z.strictObject({
      feasible: z.literal(false),
      plugin: z.string(),
      code: Code,
      reasons: z.array(z.string()),
    }),
  ])
  .nullable()
  .meta({
    description:
      'null: that side has no such node, or did not look at it. Nodes of which a side cannot tell are left out.',
  })

const movement = {
  a: z.number().nullable(),
  b: z.number().nullable(),
  delta: z.number().meta({ description: 'b - a; a score that is not given counts 0.' }),
}

const MovedScore = z.strictObject({
  node: z.string(),
  ...movement,
  plugins: z.record(z.string(), z.strictObject(movement)).meta({
    description: 'Weighted scores of the plugins that moved it; null: the plugin did not score.',
  }),
})

export const PodDifference = z
  .strictObject({
    pod: PodReference,
    changed: z.array(z.enum(['outcome', 'node', 'verdicts', 'scores', 'victims'])).meta({
      description:
        'What differs. A message that is only worded otherwise is no difference, nor is another node ' +
        'that was tied on either side.',
    }),
    a: SideResult.nullable().meta({ description: 'null: this side has no such pod.' }),
    b: SideResult.nullable(),
    verdicts: z.array(z.strictObject({ node: z.string(), a: Verdict, b: Verdict })).meta({
      description:
        'Nodes that became feasible or infeasible, or are refused for another reason. The same ' +
        'facts in the words of another release are no difference.',
    }),
    scores: z.array(MovedScore).meta({
      description: 'Nodes that are feasible on both sides, those that moved most first.',
    }),
  })
  .meta({ id: 'PodDifference' })

const PluginShare = z.strictObject({ plugin: z.string(), verdicts: count, scores: count })

export const ComparisonSummary = z
  .strictObject({
    pods: count.meta({ description: 'Pods that were compared.' }),
    unknown: count.meta({
      description: 'Of how many it cannot be told on some side; they are neither equal nor moved.',
    }),
    equal: count.meta({ description: 'Pods for which nothing differs.' }),
    moved: count.meta({
      description: 'Pods that have other nodes on either side, but for moves in ties.',
    }),
    movedInTies: count.meta({
      description:
        'Pods that both sides schedule, on different nodes that were tied on either side: the scheduler ' +
        'might have drawn the same. Equal where nothing else differs.',
    }),
    ties: z
      .array(z.strictObject({ pod: PodReference, a: z.string(), b: z.string(), tied: count }))
      .meta({
        description:
          'The first hundred of these moves: the node on either side, and how many nodes were the ' +
          'best on both.',
      }),
    gained: count.meta({ description: 'Pods that have a node in b only.' }),
    lost: count.meta({ description: 'Pods that have a node in a only.' }),
    onlyInA: count.meta({
      description: 'Pods that edits leave to one side; they count nowhere else.',
    }),
    onlyInB: count,
    victimsChanged: count,
    verdictsFlipped: count,
    scoresMoved: count,
    plugins: z.array(PluginShare).meta({
      description: 'The plugins behind verdicts and scores that differ, the busiest first.',
    }),
  })
  .meta({ id: 'ComparisonSummary' })

const SideInput = z.strictObject({ profile: z.string(), input: DecisionInput })

/** The answer of POST /v1/comparisons: only what differs. */
export const ComparisonResponse = z
  .strictObject({
    id: z.string().meta({ description: 'Derived from the digest: same request, same id.' }),
    differences: z
      .array(PodDifference)
      .meta({ description: 'In the order of `pods`, those that edits make pending first.' }),
    summary: ComparisonSummary,
    a: SideInput,
    b: SideInput,
  })
  .meta({ id: 'ComparisonResponse' })

import * as z from 'zod'
import { Outcome } from '../decisions/decision.ts'
import { DecisionInput } from '../decisions/decision-input.ts'
import { PodReference } from '../snapshots/pod-reference.ts'
import { Recreation } from './eviction-response.ts'

const count = z.int().min(0)
const node = z.string()
const because = z.string()

const StuckBecause = z.strictObject({
  plugin: z.string(),
  reason: z.string(),
  nodes: count.meta({ description: 'Nodes that it keeps the pod off.' }),
  text: z.string().meta({ description: 'In a sentence, with the numbers behind it.' }),
})

const Destination = z.strictObject({
  outcome: Outcome.meta({ description: 'Of the pod that is made in its place.' }),
  node: node.nullable(),
  message: z.string().nullable().meta({ description: "The scheduler's, where there is no node." }),
  causes: z.array(StuckBecause).meta({ description: 'The dominant one first.' }),
  displaces: z.array(PodReference).meta({ description: 'Pods that it preempts.' }),
})

const PodMove = z
  .strictObject({
    pod: PodReference,
    from: node,
    displaced: z.boolean().meta({
      description: 'true: preempted by a pod that moved; false: evicted.',
    }),
    gracePeriodSeconds: count.nullable().meta({ description: 'null: see its preemption.' }),
    freeBy: count.nullable().meta({
      description:
        'Seconds after its eviction when nothing of it holds the node any longer, at the latest.',
    }),
    recreatedBy: Recreation.nullable().meta({ description: 'null: nobody makes it anew.' }),
    to: Destination.nullable().meta({ description: 'null: nobody makes it anew, or `notJudged`.' }),
    notJudged: z.string().nullable().meta({ description: 'Why nobody can say where it goes.' }),
  })
  .meta({ id: 'PodMove' })

const PodOnNode = z.strictObject({ pod: PodReference, node, because })

/** What POST /v1/drains answers. */
export const DrainResponse = z
  .strictObject({
    id: z.string(),
    profile: z.string(),
    isWhole: z.boolean().meta({
      description: 'Every node asked for is emptied, and every pod has a node again.',
    }),
    nodes: z
      .array(
        z.strictObject({
          node,
          outcome: z.enum(['emptied', 'refused', 'stuck', 'refilled']).meta({
            description:
              'refused: kubectl evicts none of its pods (see `refused`); stuck: a budget never ' +
              'lets some go (see `stuck`); refilled: a pod that tolerates the cordon comes to it. ' +
              "What `stays` on an emptied node is its DaemonSets' and its own.",
          }),
          evicted: count,
          stays: count,
          finished: count.meta({ description: 'Pods that have ended, and are deleted.' }),
        }),
      )
      .meta({ description: 'In the order in which they are drained.' }),
    waves: z
      .array(
        z.strictObject({
          moves: z.array(PodMove).meta({ description: 'In the order in which they are decided.' }),
          empties: z.array(node),
          takesSeconds: count.meta({
            description: 'Until the last pod has left; starting the new ones comes on top.',
          }),
        }),
      )
      .meta({
        description:
          'Evictions that the budgets allow together; a wave may start when the pods of the one ' +
          'before are ready on their new nodes.',
      }),
    stays: z.array(PodOnNode).meta({ description: 'Left on drained nodes.' }),
    refused: z.array(PodOnNode).meta({ description: 'For these kubectl drains their nodes not.' }),
    stuck: z
      .array(z.strictObject({ pod: PodReference, node, budgets: z.array(z.string()), because }))
      .meta({ description: "Whose eviction is refused for good, in the API server's words." }),
    summary: z.strictObject({
      emptied: count,
      moved: count.meta({ description: 'Pods that have a node again.' }),
      pending: count.meta({ description: 'Made anew, and without a node.' }),
      lost: count.meta({ description: 'Nobody makes them anew.' }),
      notJudged: count.meta({
        description: 'Nobody can say where they go, also for what the snapshot lacks (`unknown`).',
      }),
      displaced: count.meta({ description: 'Of all these: preempted by others.' }),
    }),
    consolidation: z
      .strictObject({
        emptied: count,
        atMost: count.meta({
          description:
            'No plan empties more of the candidates: the other nodes could not hold what must run.',
        }),
        tries: count.meta({ description: 'Whole plans that were made to find this one.' }),
        kept: z.array(z.strictObject({ node, because })).meta({ description: 'Candidates.' }),
      })
      .nullable()
      .meta({ description: 'null: `nodes` were given.' }),
    input: DecisionInput,
  })
  .meta({ id: 'DrainResponse' })

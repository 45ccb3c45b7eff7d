import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'
import { Outcome } from './decision.ts'

const count = z.int().min(0)

export const GroupOutcome = z
  .strictObject({
    group: z.string().meta({ description: 'namespace/name' }),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z.enum(['Scheduled', 'Unschedulable', 'SchedulerError', 'NotSeen']).meta({
      description: "`NotSeen`: with status `Unknown`; the members' decisions say on what it rests.",
    }),
    message: z.string(),
    victims: z.array(PodReference).meta({
      description: 'Pods that would have to go for the group; nothing is changed by it.',
    }),
  })
  .meta({
    id: 'GroupOutcome',
    description: "The group's condition PodGroupInitiallyScheduled after its first attempt.",
  })

const DeniedMember = z.strictObject({
  pod: PodReference,
  outcome: Outcome,
  message: z.string().meta({
    description: 'Why it has no node though all others stand that fit one after another.',
  }),
  alone: z.string().meta({
    description: 'Why it has none even without any other member; empty when it fits alone.',
  }),
})

/** What became of one group of the request. */
export const SearchedGroup = z
  .strictObject({
    group: z.string(),
    minMember: count,
    members: count.meta({ description: 'Of this request.' }),
    running: count,
    isPlaced: z.boolean(),
    placed: count.meta({ description: 'Members of this request with a node now.' }),
    foundBy: z.enum(['greedy', 'search']).nullable().meta({
      description:
        'greedy: one after another, as schedulers do; search: only in another arrangement.',
    }),
    greedy: count.meta({ description: 'Members that fit one after another.' }),
    search: z
      .strictObject({
        ended: z.enum(['found', 'exhausted', 'cutOff']).meta({
          description: 'exhausted: there is no arrangement, which is proved; cutOff: nobody knows.',
        }),
        steps: count.meta({ description: 'States that were looked at.' }),
      })
      .nullable(),
    because: z.enum(['tooFewMembers', 'unknown']).nullable(),
    denied: z.array(DeniedMember).meta({ description: 'Members that greedy left over.' }),
  })
  .meta({ id: 'SearchedGroup' })

import * as z from 'zod'
import { JudgingOptions, ProfileName, SchedulerConfig } from '../decisions/decision-request.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { unlessWrong } from '../unless-wrong.ts'

const NODES_MAX = 15_000

const nodeNames = z.array(z.string().min(1)).min(1).max(NODES_MAX)

const DrainFlags = z
  .strictObject({
    ignoreDaemonSets: z.boolean().default(true).meta({
      description: "Leave a DaemonSet's pods where they are; false: do not drain their nodes.",
    }),
    force: z.boolean().default(false).meta({
      description: 'Evict pods without a controller too: nobody makes them anew.',
    }),
    deleteEmptyDirData: z.boolean().default(false).meta({
      description: 'Evict pods with emptyDir volumes too: what is in these is lost.',
    }),
    nodesAtOnce: z.int().min(1).max(NODES_MAX).default(1).meta({
      description: 'Nodes that are drained at the same time.',
    }),
  })
  .meta({ id: 'DrainFlags' })

/** POST /v1/drains: where does everything go, and in which order? */
export const DrainRequest = z
  .strictObject({
    snapshot: Snapshot,
    nodes: nodeNames.optional().meta({ description: 'Nodes to drain, in this order.' }),
    consolidate: z
      .strictObject({
        nodes: nodeNames.optional().meta({ description: 'Candidates; absent: every node.' }),
      })
      .optional()
      .meta({ description: 'Instead of `nodes`: empty as many as can be found.' }),
    flags: DrainFlags.prefault({}).meta({
      description:
        "kubectl drain's, with its defaults, but for ignoreDaemonSets, without which no node of a " +
        'real cluster is drained.',
    }),
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    options: JudgingOptions.prefault({}).meta({
      description:
        'As in POST /v1/decisions; preemption: pods that come again may displace others. For ' +
        '`consolidate` they never do.',
    }),
  })
  .refine((request) => (request.nodes === undefined) !== (request.consolidate === undefined), {
    message: 'exactly one of "nodes" and "consolidate" is required',
    when: unlessWrong('nodes'),
  })
  .meta({ id: 'DrainRequest' })

export type DrainRequest = z.output<typeof DrainRequest>

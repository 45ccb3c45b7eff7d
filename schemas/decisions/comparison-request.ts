import * as z from 'zod'
import { Pod } from '../snapshots/kubernetes-object.ts'
import { Manifests } from '../snapshots/manifests.ts'
import { Snapshot } from '../snapshots/snapshot.ts'
import { SnapshotPatch } from '../snapshots/snapshot-patch.ts'
import { unlessWrong } from '../unless-wrong.ts'
import { JudgingOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { Edits } from './edits.ts'

const Side = z
  .strictObject({
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    patch: SnapshotPatch.optional().meta({
      description: 'Changes to the common snapshot, for this side only.',
    }),
    edits: Edits.optional().meta({
      description:
        'More of them, on top. A pod that loses its node is decided on this side, and where it was on ' +
        'the other.',
    }),
  })
  .meta({ id: 'ComparisonSide' })

/** POST /v1/comparisons: the same pods and cluster under two schedulers, or in two states. */
export const ComparisonRequest = z
  .strictObject({
    snapshot: Snapshot,
    pods: z.array(Pod).optional().meta({
      description: 'Pods to decide in this order, on each side on top of its own placements.',
    }),
    manifests: Manifests.optional(),
    a: Side,
    b: Side,
    options: JudgingOptions.prefault({}).meta({
      description:
        'Of both sides. explain full: every verdict and score that differs; summary: at most ten ' +
        'of each a pod; decision: none of them.',
    }),
  })
  .refine(hasPods, {
    message: '"pods", "manifests" or the edits of a side are required',
    when: unlessWrong('pods'),
  })
  .meta({ id: 'ComparisonRequest' })

interface PodsOfRequest {
  readonly pods?: unknown
  readonly manifests?: unknown
  /** A side may be anything: it is judged apart. */
  readonly a?: unknown
  readonly b?: unknown
}

function hasPods({ pods, manifests, a, b }: PodsOfRequest): boolean {
  return pods !== undefined || manifests !== undefined || [a, b].some(hasEdits)
}

function hasEdits(side: unknown): boolean {
  return typeof side === 'object' && side !== null && 'edits' in side
}

export type ComparisonRequest = z.output<typeof ComparisonRequest>
export type ComparisonSide = z.output<typeof Side>

import * as z from 'zod'
import { JudgingOptions, ProfileName, SchedulerConfig } from './decision-request.ts'
import { isObject, Pod } from './kubernetes-object.ts'
import { Manifests } from './manifests.ts'
import { Snapshot } from './snapshot.ts'
import { SnapshotPatch } from './snapshot-patch.ts'

const Side = z
  .strictObject({
    profile: ProfileName.optional(),
    config: SchedulerConfig.optional(),
    patch: SnapshotPatch.optional().meta({
      description: 'Changes to the common snapshot, for this side only.',
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
  .refine(({ pods, manifests }) => pods !== undefined || manifests !== undefined, {
    message: '"pods", "manifests" or both are required',
    when: ({ value, issues }) =>
      isObject(value) && !issues.some(({ path }) => path?.[0] === 'pods'),
  })
  .meta({ id: 'ComparisonRequest' })

export type ComparisonRequest = z.output<typeof ComparisonRequest>
export type ComparisonSide = z.output<typeof Side>

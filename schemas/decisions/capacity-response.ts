import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'
import { Outcome, Unknown } from './decision.ts'
import { DecisionInput } from './decision-input.ts'
import { Cause, NodeVerdict } from './explanation-response.ts'

const count = z.int().min(0)

/** The answer of POST /v1/capacity. */
export const CapacityResponse = z
  .strictObject({
    id: z.string(),
    profile: z.string(),
    fits: count.meta({ description: 'Copies of the whole mix that fit, one after another.' }),
    isMore: z.boolean().meta({ description: '`max` was reached: more may fit.' }),
    placements: z.array(z.strictObject({ node: z.string(), pods: count })).meta({
      description: 'Pods by node, most first.',
    }),
    stoppedBy: z
      .strictObject({
        pod: PodReference,
        outcome: Outcome,
        message: z.string().nullable(),
        unknown: z.array(Unknown).optional(),
        causes: z.array(Cause).meta({ description: 'The dominant one first.' }),
        nodes: z.array(NodeVerdict),
      })
      .nullable()
      .meta({ description: 'The first pod that fits no more; null when `max` was reached.' }),
    resources: z
      .array(
        z.strictObject({
          resource: z.string(),
          allocatable: z.number(),
          freeBefore: z.number(),
          placed: z.number(),
          stranded: z.number().meta({
            description: 'Still free, and of no use for this mix: what fragmentation costs.',
          }),
        }),
      )
      .meta({
        description:
          'Of each resource that the mix asks for, over all nodes: milli-cpu, bytes, pieces.',
      }),
    additions: z
      .array(
        z.strictObject({
          template: z.string(),
          nodes: count.nullable().meta({
            description:
              'Nodes of this kind with which all that is wanted fits; null: no number does, or it ' +
              'cannot be told (`stoppedBy.unknown`).',
          }),
          price: z.number().nullable(),
        }),
      )
      .nullable()
      .meta({ description: 'With `wanted` and `templates`; the cheapest first, then the fewest.' }),
    input: DecisionInput,
  })
  .meta({ id: 'CapacityResponse' })

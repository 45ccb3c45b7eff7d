import * as z from 'zod'
import { isObject } from '../snapshots/kubernetes-object.ts'

const GROUPS_MAX = 1000
const MEMBERS_MAX = 5000

const InlineGroup = z.strictObject({
  name: z.string().min(1).max(500),
  minMember: z.int().min(1).max(MEMBERS_MAX),
  pods: z.array(z.string().min(1)).min(1).max(MEMBERS_MAX).meta({
    description: 'Of `pods`: namespace/name, or a name in `default`.',
  }),
  running: z.int().min(0).max(MEMBERS_MAX).default(0).meta({
    description: 'Members that run already.',
  }),
})

const PodGroupObject = z
  .unknown()
  .refine((value) => isObject(value) && (value as { kind?: unknown }).kind === 'PodGroup', {
    message: 'expected a PodGroup, or an object with "name", "minMember" and "pods"',
  })
  .meta({
    type: 'object',
    title: 'PodGroup',
    additionalProperties: true,
    description:
      'Of scheduling.k8s.io, scheduling.x-k8s.io (coscheduling), kube-batch or Volcano. Members name ' +
      'it in spec.schedulingGroup, in the label scheduling.x-k8s.io/pod-group or ' +
      'pod-group.scheduling.sigs.k8s.io, or in the annotation scheduling.k8s.io/group-name.',
  })

/** `groups` of POST /v1/decisions. */
export const Groups = z
  .array(z.union([InlineGroup, PodGroupObject]))
  .min(1)
  .max(GROUPS_MAX)
  .meta({
    description:
      'All or nothing: of each group at least the minimum is placed, or nobody. Not of any release; ' +
      'what 1.37 does with PodGroups is `options.gangs`. Nobody is displaced for a group.',
  })

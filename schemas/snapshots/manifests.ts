import * as z from 'zod'

const MANIFESTS_MAX = 10_000

/** Objects as they are applied with kubectl; src/use-cases/reading/read-manifests.ts says what becomes of them. */
export const Manifests = z
  .array(z.unknown().meta({ type: 'object', additionalProperties: true }))
  .max(MANIFESTS_MAX)
  .meta({
    id: 'Manifests',
    description:
      'Objects of any kind, also in Lists. Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs, ' +
      'CronJobs, ReplicationControllers, PodTemplates and Pods are the pods that they stand for, ' +
      'decided after `pods`; all else joins the snapshot.',
  })

import * as z from 'zod'

const bound = z.int().min(1)

/** GET /version. */
export const Version = z
  .strictObject({
    name: z.literal('berth'),
    version: z.string(),
    profiles: z.array(z.string()).meta({ description: 'Names of GET /v1/profiles.' }),
    limits: z.strictObject({
      bodyBytes: bound.meta({ description: 'Size of a decoded body; above: too-large.' }),
      nesting: bound.meta({ description: 'Levels of arrays and objects; above: too-deep.' }),
      pods: bound.meta({ description: 'Pods to decide in one request; above: too-many.' }),
      nodes: bound.meta({ description: 'Nodes of a snapshot; above: too-many.' }),
      objectBytes: bound.meta({ description: 'JSON of one Kubernetes object; above: too-large.' }),
      objects: bound.meta({ description: 'Objects of a snapshot; above: too-many.' }),
      settingsBytes: bound.meta({
        description: 'JSON of a body besides its Kubernetes objects; above: too-large.',
      }),
      keptBytes: bound.meta({
        description:
          "Memory for what is read of a body's objects, estimated from their JSON; above: too-large.",
      }),
      findings: bound.meta({
        description:
          'What filters, scores and terms say of the nodes, of one pod; above: too-expensive.',
      }),
      inflightBytes: bound.meta({
        description: 'What is held of the bodies of all requests under way; above: rate-limited.',
      }),
      workMs: bound.meta({
        description: 'Work on one request, in milliseconds; above: too-expensive.',
      }),
      podChars: bound.meta({
        description: 'Length of what scheduling reads of one pod, as JSON; above: not-a-request.',
      }),
      resourceNames: bound.meta({
        description: 'Different scalar resources in the pods to decide; above: too-many.',
      }),
      topologyKeys: bound.meta({
        description: 'Different topology keys in all pods; above: too-many.',
      }),
    }),
  })
  .meta({ id: 'Version' })

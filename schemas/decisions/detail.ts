import * as z from 'zod'
import { PodReference } from '../snapshots/pod-reference.ts'
import { DEVICE_CONSTRAINT, DEVICE_POOL, DEVICE_REQUEST } from './device-detail.ts'

const label = z.string()
const nodeHas = z.string().nullable().meta({
  description: "The value of the node's label; null: it has none of that name.",
})
const driver = z.string().meta({
  description: 'A CSI driver, or a volume plugin of Kubernetes itself (kubernetes.io/aws-ebs).',
})
const claim = z.string().meta({ description: 'namespace/name of a PersistentVolumeClaim.' })
const resourceClaim = z.string().meta({ description: 'namespace/name of a ResourceClaim.' })
const amount = z.string().meta({
  description: 'As in a manifest: cores or thousandths (1500m), bytes, pieces.',
})

const Taint = z
  .strictObject({ key: z.string(), value: z.string(), effect: z.string() })
  .meta({ id: 'Taint' })

const NodeRequirement = z
  .strictObject({ key: z.string(), operator: z.string(), values: z.array(z.string()) })
  .meta({ id: 'NodeRequirement' })

const NodeTerm = z
  .strictObject({
    matchExpressions: z.array(NodeRequirement),
    matchFields: z.array(NodeRequirement),
  })
  .meta({ id: 'NodeTerm' })

const LabelSelector = z
  .array(
    z.strictObject({
      key: z.string(),
      operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
      values: z.array(z.string()),
    }),
  )
  .nullable()
  .meta({
    id: 'LabelRequirements',
    description: 'All of them must hold; null selects nothing, and none selects everything.',
  })

const PodAffinityTerm = z
  .strictObject({
    topologyKey: z.string(),
    selector: LabelSelector,
    namespaces: z.array(z.string()).meta({
      description: "The pod's own where the term names none and has no namespace selector.",
    }),
    namespaceSelector: LabelSelector,
  })
  .meta({ id: 'PodAffinityTerm' })

const inDomain = {
  topologyKey: z.string(),
  domain: z.string().nullable().meta({ description: 'null: the node lacks the label.' }),
}

const conflictingPods = z.array(PodReference).meta({ description: 'Some of them.' })

const exclusiveDisk = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('gcePersistentDisk'),
    name: z.string(),
    pdName: z.string(),
    readOnly: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('awsElasticBlockStore'),
    name: z.string(),
    volumeId: z.string(),
  }),
  z.strictObject({
    kind: z.literal('rbd'),
    name: z.string(),
    monitors: z.array(z.string()),
    pool: z.string(),
    image: z.string(),
    readOnly: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('iscsi'),
    name: z.string(),
    iqn: z.string(),
    readOnly: z.boolean(),
  }),
])

const reason = z.string().optional().meta({
  description:
    "Which of the node's reasons it is behind. Left out by plugins that give one at a time.",
})

/** One kind of detail, under an id of its own in the document. */
function detail<Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  description: string,
  fields: Shape,
) {
  const id = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Detail`
  return z.strictObject({ kind: z.literal(kind), reason, ...fields }).meta({ id, description })
}

/** The facts behind one reason why a node is rejected; src/scheduler/framework/detail.ts has the type. */
export const Detail = z
  .discriminatedUnion('kind', [
    detail('resource', 'The node has too little of a resource free.', {
      resource: z.string(),
      requested: amount,
      free: amount,
      allocatable: amount,
    }),
    detail('taint', 'A taint that the pod does not tolerate.', { taint: Taint }),
    detail('unschedulable', 'The node is cordoned (spec.unschedulable).', {
      toleratedBy: Taint.nullable().meta({
        description: 'Pods that tolerate this taint may go there; null: none may.',
      }),
    }),
    detail('nodeCondition', 'A condition in the status of the node.', {
      condition: z.string(),
      status: z.string(),
      wanted: z.string().nullable().meta({
        description: 'The only status that is accepted; null: any other.',
      }),
    }),
    detail('nodeSelector', "A label of the pod's nodeSelector.", {
      nodeSelector: z.strictObject({ key: z.string(), value: z.string() }),
      nodeHas,
    }),
    detail('nodeAffinityTerm', 'A term of the required node affinity; any one would do.', {
      term: NodeTerm,
      malformed: z.string().nullable().meta({ description: 'Why it can match no node at all.' }),
      nodeHas: z.array(z.strictObject({ key: z.string(), value: z.string().nullable() })),
    }),
    detail('addedAffinity', "The configuration's addedAffinity; any one of its terms would do.", {
      addedAffinity: z.array(NodeTerm),
    }),
    detail('labelPresence', 'A label that nodes must have, or must not.', {
      label,
      wanted: z.enum(['present', 'absent']),
    }),
    detail('serviceAffinity', "A label on which the pods of the pod's service must agree.", {
      label,
      value: z.string(),
      nodeHas,
    }),
    detail('missingFeature', 'A feature that the pod needs and the node does not declare.', {
      missingFeature: z.string(),
    }),
    detail('hostPort', 'A port of the node that another pod holds.', {
      conflictsWith: z.strictObject({
        pod: PodReference,
        port: z.strictObject({ ip: z.string(), protocol: z.string(), port: z.number() }),
      }),
    }),
    detail('podAffinity', 'A required affinity term that no pod of the domain matches.', {
      term: PodAffinityTerm,
      ...inDomain,
      matchingPods: z.int().min(0),
    }),
    detail('podAntiAffinity', 'A required anti-affinity term that pods of the domain match.', {
      term: PodAffinityTerm,
      ...inDomain,
      conflictsWith: conflictingPods,
    }),
    detail('existingAntiAffinity', 'Pods of the domain whose anti-affinity the pod matches.', {
      ...inDomain,
      conflictsWith: conflictingPods,
    }),
    detail('topologySpread', 'A spread constraint that one more pod in the domain would break.', {
      topologyKey: z.string(),
      domain: z.string(),
      count: z.int().meta({ description: 'Matching pods in the domain.' }),
      minimum: z.int().meta({ description: 'Matching pods in the emptiest domain.' }),
      skew: z.int().meta({ description: 'With this pod.' }),
      maxSkew: z.int(),
    }),
    detail('topologyLabel', 'The node lacks the label of a spread constraint.', {
      topologyKey: z.string(),
    }),
    detail('disk', 'A disk that another pod on the node mounts.', {
      conflictsWith: z.strictObject({ pod: PodReference, volume: exclusiveDisk }),
    }),
    detail('exclusiveClaim', 'A ReadWriteOncePod claim that another pod uses.', {
      claim,
      conflictsWith: z.strictObject({ pod: PodReference }),
    }),
    detail('volumeLimit', 'The node cannot attach as many volumes.', {
      driver,
      requested: z.int().meta({ description: 'Volumes that the pod would add.' }),
      used: z.int(),
      limit: z.number(),
    }),
    detail('csiDriver', 'The node lacks a driver that asks to be installed where it is used.', {
      driver,
      installed: z.boolean(),
    }),
    detail('volumeZone', 'A volume that can be used in its zone or region only.', {
      volume: z.string(),
      label,
      values: z.array(z.string()).meta({ description: 'Where the volume is.' }),
      nodeHas,
    }),
    detail('boundVolume', 'A claim is bound to a volume that the node cannot reach.', {
      claim,
      volume: z.string(),
      nodeAffinity: z.array(NodeTerm).nullable().meta({
        description: "The volume's own; any one of the terms would do.",
      }),
    }),
    detail('missingVolume', 'A claim is bound to a volume that does not exist.', {
      claim,
      volume: z.string(),
    }),
    detail('unboundClaim', 'No volume can be found or made for a claim.', {
      claim,
      storageClass: z.string(),
      requestedBytes: z.number().nullable(),
      selectedNode: z.string().nullable().meta({
        description: 'The node that was chosen for it when another pod was placed.',
      }),
      largestCapacityBytes: z.number().nullable().meta({
        description: 'The largest that is published for the class; null: none is.',
      }),
    }),
    detail('resourceClaim', 'The devices of a claim cannot be used on the node.', {
      resourceClaim,
      nodeSelector: z.array(NodeTerm).nullable().meta({
        description: 'Where they are, if the node is elsewhere.',
      }),
      bindingFailed: z.boolean().meta({ description: 'A device could not be made ready.' }),
      missingFeature: z.string().nullable(),
    }),
    detail('staleResourceClaim', 'The claim of an earlier attempt is in the way of a new one.', {
      resourceClaim,
    }),
    detail('deviceRequest', 'Too few devices there meet a request of a claim.', DEVICE_REQUEST),
    detail(
      'deviceConstraint',
      'Enough devices would do one by one, but not together.',
      DEVICE_CONSTRAINT,
    ),
    detail('circuit', 'Pods of several owners failed on the node (plugin CircuitBreaker).', {
      state: z.enum(['open', 'halfOpen']),
      owners: z.int().meta({ description: 'Distinct owners whose pods failed there.' }),
      failures: z.int(),
      coolsAt: z.iso.datetime().nullable().meta({
        description: 'When it may be tried again; null: a pod of this request tries it.',
      }),
    }),
    detail('devicePool', 'A pool of devices offers nothing there.', DEVICE_POOL),
  ])
  .meta({ id: 'Detail', description: 'The facts behind a rejection; `kind` says which fields.' })

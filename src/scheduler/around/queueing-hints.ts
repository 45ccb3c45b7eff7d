/** An event that a plugin wants to be told of, and when it takes it for a reason to try again. */
export interface QueueingHint {
  readonly resource: string
  readonly actions: readonly string[]
  readonly when: string
}

interface RegisteredHint extends QueueingHint {
  /** The first minor version that registers it, where not all do. */
  readonly since?: number
}

const NODE_ADDED = 'a node joins'
const CLAIM_OF_POD = "the claim is one of the pod's own"

/**
 * EventsToRegister of the plugins that can reject a pod, with their QueueingHintFns in words. The
 * resources are named as 1.37 names them; before, both kinds of pod were `Pod`.
 */
const HINTS: ReadonlyMap<string, readonly RegisteredHint[]> = new Map([
  [
    'NodeResourcesFit',
    [
      hint('AssignedPod', ['Delete'], 'any pod on a node is deleted'),
      hint(
        'Node',
        ['Add', 'UpdateNodeAllocatable'],
        'the node, were it empty, has enough for the pod, and is new or has more of what the pod asks',
      ),
      since(
        33,
        'AssignedPod',
        ['UpdatePodScaleDown'],
        'a pod on a node asks less of what this one asks',
      ),
      since(33, 'TargetPod', ['UpdatePodScaleDown'], 'this pod asks less'),
      since(
        36,
        'DeviceClass',
        ['Add', 'Update'],
        'the class stands for an extended resource that the pod asks',
      ),
    ],
  ],
  [
    'NodeAffinity',
    [
      hint(
        'Node',
        ['Add', 'UpdateNodeLabel'],
        "the node matches the pod's node selector and required affinity, and did not before",
      ),
    ],
  ],
  ['NodeName', [hint('Node', ['Add'], NODE_ADDED)]],
  [
    'NodePorts',
    [
      hint('AssignedPod', ['Delete'], 'the deleted pod held a host port that this one asks'),
      hint('Node', ['Add'], NODE_ADDED),
    ],
  ],
  [
    'NodeUnschedulable',
    [
      hint(
        'Node',
        ['Add', 'UpdateNodeTaint'],
        'the node is new and not cordoned, or is uncordoned',
      ),
      hint('TargetPod', ['UpdatePodToleration'], 'this pod now tolerates a cordon'),
    ],
  ],
  [
    'TaintToleration',
    [
      hint(
        'Node',
        ['Add', 'UpdateNodeTaint'],
        "the pod tolerates the node's taints, and did not before",
      ),
      hint('TargetPod', ['UpdatePodToleration'], "this pod's tolerations change"),
    ],
  ],
  [
    'InterPodAffinity',
    [
      hint(
        'AssignedPod',
        ['Add', 'UpdatePodLabel', 'Delete'],
        "a pod comes to match the pod's required affinity, or one goes that its anti-affinity matched or " +
          'whose anti-affinity matched it',
      ),
      hint('TargetPod', ['UpdatePodLabel'], "this pod's labels change"),
      hint(
        'Node',
        ['Add', 'UpdateNodeLabel'],
        "the node's labels under a topology key of a term are new or others",
      ),
    ],
  ],
  [
    'PodTopologySpread',
    [
      hint(
        'AssignedPod',
        ['Add', 'UpdatePodLabel', 'Delete'],
        "a pod that one of the pod's constraints counts comes, goes or changes its labels",
      ),
      hint(
        'TargetPod',
        ['UpdatePodToleration', 'UpdatePodLabel'],
        "this pod's labels or tolerations change what its constraints count",
      ),
      hint(
        'Node',
        ['Add', 'Delete', 'UpdateNodeLabel', 'UpdateNodeTaint'],
        'a node with all topology keys of the constraints comes, goes or changes',
      ),
    ],
  ],
  [
    'VolumeBinding',
    [
      hint('StorageClass', ['Add', 'Update'], 'the class is new, or its allowed topologies change'),
      hint('PersistentVolumeClaim', ['Add', 'Update'], CLAIM_OF_POD),
      hint('PersistentVolume', ['Add', 'Update'], 'any volume'),
      hint('Node', ['Add', 'UpdateNodeLabel'], 'any node'),
      hint('CSINode', ['Add', 'Update'], 'it is new, or other plugins are migrated'),
      hint(
        'CSIDriver',
        ['Update'],
        'the driver of an inline volume no longer looks at storage capacity',
      ),
      hint('CSIStorageCapacity', ['Add', 'Update'], 'it is new, or holds larger volumes'),
    ],
  ],
  [
    'VolumeZone',
    [
      hint('StorageClass', ['Add'], 'the class binds when a pod first asks'),
      hint('Node', ['Add', 'UpdateNodeLabel'], 'any node'),
      hint('PersistentVolumeClaim', ['Add', 'Update'], CLAIM_OF_POD),
      hint('PersistentVolume', ['Add', 'Update'], 'it is new, or its topology changes'),
    ],
  ],
  [
    'VolumeRestrictions',
    [
      hint(
        'AssignedPod',
        ['Delete'],
        'the deleted pod of this namespace held a disk or claim that this one wants',
      ),
      hint('Node', ['Add'], NODE_ADDED),
      hint('PersistentVolumeClaim', ['Add'], CLAIM_OF_POD),
    ],
  ],
  [
    'NodeVolumeLimits',
    [
      hint('CSINode', ['Add'], 'any'),
      since(33, 'CSINode', ['Update'], 'a driver may attach more volumes'),
      hint('AssignedPod', ['Delete'], 'the deleted pod had volumes of a CSI driver'),
      hint('PersistentVolumeClaim', ['Add'], CLAIM_OF_POD),
      hint('VolumeAttachment', ['Delete'], "a volume is detached that could be one of the pod's"),
    ],
  ],
  [
    'DynamicResources',
    [
      hint('Node', ['Add', 'UpdateNodeLabel', 'UpdateNodeAllocatable'], 'any node'),
      hint(
        'ResourceClaim',
        ['Add', 'Update'],
        "an allocation is given up, or a claim of the pod's own changes",
      ),
      since(37, 'ResourceClaim', ['Delete'], 'an allocated claim is deleted'),
      hint('TargetPod', ['UpdatePodGeneratedResourceClaim'], "the pod's generated claims are made"),
      hint('DeviceClass', ['Add', 'Update'], 'any'),
      hint('ResourceSlice', ['Add', 'Update'], 'any'),
    ],
  ],
  [
    'NodeDeclaredFeatures',
    [
      hint(
        'Node',
        ['Add', 'UpdateNodeDeclaredFeature'],
        'the node is new, or declares other features',
      ),
      hint('TargetPod', ['Update'], 'this pod needs other features'),
    ],
  ],
  [
    'SchedulingGates',
    [
      hint(
        'TargetPod',
        ['UpdatePodSchedulingGatesEliminated'],
        'the last gate of this pod is taken away',
      ),
    ],
  ],
])

function hint(resource: string, actions: readonly string[], when: string): RegisteredHint {
  return { resource, actions, when }
}

function since(
  minor: number,
  resource: string,
  actions: readonly string[],
  when: string,
): RegisteredHint {
  return { resource, actions, when, since: minor }
}

/** The events for which a plugin of a release has a pod tried again that it rejected. */
export function hintsOf(plugin: string, minor: number): readonly QueueingHint[] {
  return registeredIn(minor, plugin).map(({ resource, actions, when }) => ({
    resource,
    actions,
    when,
  }))
}

function registeredIn(minor: number, plugin: string): readonly RegisteredHint[] {
  const hints = HINTS.get(plugin) ?? []
  return hints.filter(({ since: first = 0 }) => first <= minor)
}

/** Something that happens in a cluster, as hints name it. */
export interface QueueingEvent {
  readonly resource: string
  readonly action: string
}

/** Whether one of the plugins that rejected a pod is told of an event; whether it then helps is not asked. */
export function isWokenBy(
  { resource, action }: QueueingEvent,
  plugins: readonly string[],
  minor: number,
): boolean {
  return plugins.some((plugin) =>
    registeredIn(minor, plugin).some(
      (one) => one.resource === resource && one.actions.includes(action),
    ),
  )
}

/**
 * The classic releases move every pod that waits, whatever it waits for, on events of these kinds;
 * 1.10 has no such queue at all.
 */
export const CLASSIC_EVENTS: readonly QueueingHint[] = [
  {
    resource: 'Node',
    actions: ['Add', 'Update'],
    when: 'it is new, or its allocatable, labels, taints, conditions or cordon change',
  },
  {
    resource: 'AssignedPod',
    actions: ['Add', 'Update'],
    when: 'only pods whose required affinity it matches are tried again',
  },
  { resource: 'AssignedPod', actions: ['Delete'], when: 'any pod on a node is deleted' },
  { resource: 'PersistentVolume', actions: ['Add', 'Update'], when: 'any' },
  { resource: 'PersistentVolumeClaim', actions: ['Add', 'Update'], when: 'any' },
  { resource: 'Service', actions: ['Add', 'Update', 'Delete'], when: 'any' },
]

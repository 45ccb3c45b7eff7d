import type { PluginFactory } from './context.ts'
import { checkNodeCondition } from './predicates/check-node-condition.ts'
import { checkNodeDiskPressure } from './predicates/check-node-disk-pressure.ts'
import { checkNodeMemoryPressure } from './predicates/check-node-memory-pressure.ts'
import { checkNodePidPressure } from './predicates/check-node-pid-pressure.ts'
import { checkNodeUnschedulable } from './predicates/check-node-unschedulable.ts'
import { checkVolumeBinding } from './predicates/check-volume-binding.ts'
import { generalPredicates } from './predicates/general-predicates.ts'
import { hostName } from './predicates/host-name.ts'
import { matchInterPodAffinity } from './predicates/match-inter-pod-affinity.ts'
import { matchNodeSelector } from './predicates/match-node-selector.ts'
import { maxAzureDiskVolumeCount } from './predicates/max-azure-disk-volume-count.ts'
import { maxCsiVolumeCount } from './predicates/max-csi-volume-count.ts'
import { maxEbsVolumeCount } from './predicates/max-ebs-volume-count.ts'
import { maxGcePdVolumeCount } from './predicates/max-gce-pd-volume-count.ts'
import { noDiskConflict } from './predicates/no-disk-conflict.ts'
import { noVolumeZoneConflict } from './predicates/no-volume-zone-conflict.ts'
import { podFitsHostPorts } from './predicates/pod-fits-host-ports.ts'
import { podFitsResources } from './predicates/pod-fits-resources.ts'
import { podToleratesNodeNoExecuteTaints } from './predicates/pod-tolerates-node-no-execute-taints.ts'
import { podToleratesNodeTaints } from './predicates/pod-tolerates-node-taints.ts'
import type { ClassicReleaseName } from './profiles/releases.ts'

type Releases = readonly ClassicReleaseName[]

/** What a release knows a predicate as. */
export interface PredicateDefinition {
  readonly name: string
  /** Null: it exists only with an argument of a policy. */
  readonly make: PluginFactory | null
  /** Releases in which a policy may name it. */
  readonly registeredIn: Releases
  readonly defaultIn: Releases
  /** Releases in which no policy can switch it off. */
  readonly mandatoryIn: Releases
  /** Releases whose fixed order of evaluation has it: a name that is not in it is never run. */
  readonly orderedIn: Releases
  /** Other names that articles use for it. */
  readonly alsoCalled: readonly string[]
  readonly summary: string
}

const NONE: Releases = []
const ALL: Releases = ['classic-1.10', 'classic-1.11', 'classic-1.12']
const BEFORE_TAINTS: Releases = ['classic-1.10', 'classic-1.11']

function define(
  name: string,
  make: PluginFactory | null,
  summary: string,
  rest: Partial<PredicateDefinition> = {},
): PredicateDefinition {
  const defaults = {
    registeredIn: ALL,
    defaultIn: NONE,
    mandatoryIn: NONE,
    orderedIn: ALL,
    alsoCalled: [],
  }
  return { ...defaults, ...rest, name, make, summary }
}

/** Every predicate of the three releases, in the order in which they are evaluated. */
export const PREDICATES: readonly PredicateDefinition[] = [
  define(
    'CheckNodeCondition',
    checkNodeCondition,
    'The node is ready, has disk space and network, and is not cordoned.',
    { registeredIn: BEFORE_TAINTS, defaultIn: BEFORE_TAINTS, mandatoryIn: BEFORE_TAINTS },
  ),
  define('CheckNodeUnschedulable', checkNodeUnschedulable, 'The node is not cordoned.', {
    registeredIn: ['classic-1.12'],
    defaultIn: ['classic-1.12'],
    mandatoryIn: ['classic-1.12'],
  }),
  define(
    'GeneralPredicates',
    generalPredicates,
    'PodFitsResources, HostName, PodFitsHostPorts and MatchNodeSelector together, with all their reasons.',
    { defaultIn: ALL, alsoCalled: ['General'] },
  ),
  define('HostName', hostName, 'The node is the one that spec.nodeName names.'),
  define('PodFitsHostPorts', podFitsHostPorts, 'The host ports that the pod wants are free.'),
  define(
    'PodFitsPorts',
    podFitsHostPorts,
    'The old name of PodFitsHostPorts: accepted, never run.',
    {
      orderedIn: NONE,
    },
  ),
  define(
    'MatchNodeSelector',
    matchNodeSelector,
    "The node's labels meet nodeSelector and required node affinity.",
  ),
  define(
    'PodFitsResources',
    podFitsResources,
    'The node has room for one more pod and for what this one requests.',
  ),
  define(
    'NoDiskConflict',
    noDiskConflict,
    'No pod on the node has mounted the same GCE, EBS, RBD or iSCSI disk.',
    { defaultIn: ALL },
  ),
  define(
    'PodToleratesNodeTaints',
    podToleratesNodeTaints,
    'The pod tolerates all NoSchedule and NoExecute taints.',
    { defaultIn: ALL, mandatoryIn: ['classic-1.12'] },
  ),
  define(
    'PodToleratesNodeNoExecuteTaints',
    podToleratesNodeNoExecuteTaints,
    'The pod tolerates all NoExecute taints; no release registers it.',
    { registeredIn: NONE },
  ),
  define(
    'CheckNodeLabelPresence',
    null,
    'The node has all of some labels, or none of them (argument labelsPresence).',
    { registeredIn: NONE },
  ),
  define(
    'CheckServiceAffinity',
    null,
    'Some node labels have the values of the node where the first pod of the Service runs (argument serviceAffinity).',
    { registeredIn: NONE },
  ),
  define('MaxEBSVolumeCount', maxEbsVolumeCount, "At most 39 of Amazon's disks are attached.", {
    defaultIn: ALL,
  }),
  define('MaxGCEPDVolumeCount', maxGcePdVolumeCount, "At most 16 of Google's disks are attached.", {
    defaultIn: ALL,
  }),
  define(
    'MaxCSIVolumeCountPred',
    maxCsiVolumeCount,
    'No more volumes of a CSI driver are attached than the node says it can.',
    {
      registeredIn: ['classic-1.12'],
      defaultIn: ['classic-1.12'],
      orderedIn: ['classic-1.12'],
    },
  ),
  define(
    'MaxAzureDiskVolumeCount',
    maxAzureDiskVolumeCount,
    "At most 16 of Azure's disks are attached.",
    { defaultIn: ALL },
  ),
  define(
    'CheckVolumeBinding',
    checkVolumeBinding,
    "The volumes of the pod's claims are reachable, or some that are can be bound.",
    { defaultIn: ALL },
  ),
  define(
    'NoVolumeNodeConflict',
    checkVolumeBinding,
    'The predecessor of CheckVolumeBinding, gone since 1.9.',
    { registeredIn: NONE, orderedIn: NONE },
  ),
  define(
    'NoVolumeZoneConflict',
    noVolumeZoneConflict,
    "The node is in the zone and region of the pod's volumes.",
    { defaultIn: ALL },
  ),
  define(
    'CheckNodeMemoryPressure',
    checkNodeMemoryPressure,
    'The node is not short of memory; asked of BestEffort pods only.',
    { registeredIn: BEFORE_TAINTS, defaultIn: BEFORE_TAINTS },
  ),
  define('CheckNodePIDPressure', checkNodePidPressure, 'The node is not short of process ids.', {
    registeredIn: ['classic-1.11'],
    defaultIn: ['classic-1.11'],
    orderedIn: ['classic-1.11', 'classic-1.12'],
  }),
  define(
    'CheckNodeDiskPressure',
    checkNodeDiskPressure,
    'The node is not short of disk space or inodes.',
    { registeredIn: BEFORE_TAINTS, defaultIn: BEFORE_TAINTS },
  ),
  define(
    'MatchInterPodAffinity',
    matchInterPodAffinity,
    'Required affinity and anti-affinity between pods, both ways.',
    { defaultIn: ALL },
  ),
]

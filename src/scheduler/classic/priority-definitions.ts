import type { PluginFactory } from './context.ts'
import { balancedResourceAllocation } from './priorities/balanced-resource-allocation.ts'
import { equalPriority } from './priorities/equal-priority.ts'
import { imageLocalityPriority } from './priorities/image-locality-priority.ts'
import { interPodAffinityPriority } from './priorities/inter-pod-affinity-priority.ts'
import { leastRequestedPriority } from './priorities/least-requested-priority.ts'
import { mostRequestedPriority } from './priorities/most-requested-priority.ts'
import { nodeAffinityPriority } from './priorities/node-affinity-priority.ts'
import { nodePreferAvoidPodsPriority } from './priorities/node-prefer-avoid-pods-priority.ts'
import {
  DEFAULT_SHAPE,
  requestedToCapacityRatioPriority,
} from './priorities/requested-to-capacity-ratio-priority.ts'
import { resourceLimitsPriority } from './priorities/resource-limits-priority.ts'
import {
  selectorSpreadPriority,
  serviceSpreadingPriority,
} from './priorities/selector-spread-priority.ts'
import { taintTolerationPriority } from './priorities/taint-toleration-priority.ts'
import type { ClassicReleaseName } from './profiles/releases.ts'

type Releases = readonly ClassicReleaseName[]

/** What a release knows a priority as. */
export interface PriorityDefinition {
  readonly name: string
  /** Null: it exists only with an argument of a policy. */
  readonly make: PluginFactory | null
  readonly registeredIn: Releases
  readonly defaultIn: Releases
  /** Null: a policy must give one. */
  readonly weight: number | null
  /** Other names that articles use for it. */
  readonly alsoCalled: readonly string[]
  readonly summary: string
}

const NONE: Releases = []
const ALL: Releases = ['classic-1.10', 'classic-1.11', 'classic-1.12']

/** Outweighs all others together. */
const DECISIVE = 10_000

function define(
  name: string,
  make: PluginFactory | null,
  summary: string,
  rest: Partial<PriorityDefinition> = {},
): PriorityDefinition {
  const defaults = { registeredIn: ALL, defaultIn: NONE, weight: 1, alsoCalled: [] }
  return { ...defaults, ...rest, name, make, summary }
}

/** Every priority of the three releases. */
export const PRIORITIES: readonly PriorityDefinition[] = [
  define(
    'SelectorSpreadPriority',
    selectorSpreadPriority,
    'Few pods of the same Service, ReplicationController, ReplicaSet or StatefulSet on the node and in its zone.',
    { defaultIn: ALL, alsoCalled: ['SelectorSpreading'] },
  ),
  define(
    'InterPodAffinityPriority',
    interPodAffinityPriority,
    'Preferred affinity and anti-affinity between pods, both ways, by weight.',
    { defaultIn: ALL },
  ),
  define(
    'LeastRequestedPriority',
    leastRequestedPriority,
    'The part of cpu and memory that stays free.',
    { defaultIn: ALL },
  ),
  define(
    'BalancedResourceAllocation',
    balancedResourceAllocation,
    'Cpu and memory used to equal parts; made to go with LeastRequestedPriority.',
    { defaultIn: ALL },
  ),
  define(
    'NodePreferAvoidPodsPriority',
    nodePreferAvoidPodsPriority,
    "The node's annotation preferAvoidPods does not name the pod's controller.",
    { defaultIn: ALL, weight: DECISIVE },
  ),
  define('NodeAffinityPriority', nodeAffinityPriority, 'Preferred node affinity, by weight.', {
    defaultIn: ALL,
  }),
  define(
    'TaintTolerationPriority',
    taintTolerationPriority,
    'Few PreferNoSchedule taints that the pod does not tolerate.',
    { defaultIn: ALL },
  ),
  define(
    'ImageLocalityPriority',
    imageLocalityPriority,
    "The pod's images are there, by size; in 1.12 also by how many nodes have them.",
    { defaultIn: ['classic-1.12'] },
  ),
  define(
    'MostRequestedPriority',
    mostRequestedPriority,
    'The part of cpu and memory that is in use, to leave other nodes empty.',
  ),
  define(
    'RequestedToCapacityRatioPriority',
    requestedToCapacityRatioPriority(DEFAULT_SHAPE),
    'A line through points of utilization and score (argument requestedToCapacityRatioArguments).',
    { registeredIn: ['classic-1.11', 'classic-1.12'] },
  ),
  define(
    'ServiceSpreadingPriority',
    serviceSpreadingPriority,
    'SelectorSpreadPriority for Services alone, as in 1.0.',
  ),
  define('EqualPriority', equalPriority, 'The same for every node.'),
  define(
    'NodeLabelPriority',
    null,
    'The node has a label, or lacks it (argument labelPreference).',
    {
      registeredIn: NONE,
      weight: null,
      alsoCalled: ['NodeLabel', 'CalculateNodeLabelPriority'],
    },
  ),
  define(
    'ServiceAntiAffinityPriority',
    null,
    'Few pods of the Service on nodes with the same value of a label (argument serviceAntiAffinity).',
    { registeredIn: NONE, weight: null },
  ),
  define(
    'ResourceLimitsPriority',
    resourceLimitsPriority,
    "The node could serve the pod's limits; behind the gate ResourceLimitsPriorityFunction, which is off.",
    { registeredIn: NONE },
  ),
]

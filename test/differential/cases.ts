import fc from 'fast-check'
import type { Case } from '../conformance/corpus.ts'
import { clusterCase } from '../property/arbitraries.ts'

/** Each with the rules that cases of this kind bring into play besides those of single nodes. */
const KINDS = [
  {},
  { nominations: true },
  { volumes: true },
  { extras: true },
  { nominations: true, volumes: true, extras: true },
] as const

const SHAPE = [
  { utilization: 0, score: 0 },
  { utilization: 40, score: 9 },
  { utilization: 100, score: 3 },
]
const RESOURCES = [
  { name: 'cpu', weight: 3 },
  { name: 'example.com/gpu', weight: 1 },
]

const scoringStrategy = fc.constantFrom(
  { type: 'MostAllocated', resources: RESOURCES },
  { type: 'LeastAllocated', resources: [{ name: 'memory', weight: 2 }] },
  {
    type: 'RequestedToCapacityRatio',
    resources: RESOURCES,
    requestedToCapacityRatio: { shape: SHAPE },
  },
)

const defaultConstraint = fc.record({
  maxSkew: fc.integer({ min: 1, max: 3 }),
  topologyKey: fc.constantFrom('topology.kubernetes.io/zone', 'disk'),
  whenUnsatisfiable: fc.constantFrom('ScheduleAnyway', 'DoNotSchedule'),
})

const pluginConfig = fc.oneof(
  fc.record({
    name: fc.constant('NodeResourcesFit'),
    args: fc.record({ scoringStrategy }),
  }),
  fc.record({
    name: fc.constant('InterPodAffinity'),
    args: fc.record({
      hardPodAffinityWeight: fc.integer({ min: 0, max: 100 }),
      ignorePreferredTermsOfExistingPods: fc.boolean(),
    }),
  }),
  fc.record({
    name: fc.constant('PodTopologySpread'),
    args: fc.record({
      defaultingType: fc.constant('List'),
      defaultConstraints: fc.array(defaultConstraint, { minLength: 1, maxLength: 1 }),
    }),
  }),
  fc.record({
    name: fc.constant('NodeAffinity'),
    args: fc.constant({
      addedAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'Exists' }] }],
        },
      },
    }),
  }),
)

const scorer = fc.constantFrom(
  'TaintToleration',
  'NodeAffinity',
  'NodeResourcesBalancedAllocation',
  'ImageLocality',
  'InterPodAffinity',
  'PodTopologySpread',
)

const score = fc.oneof(
  fc.record({ disabled: scorer.map((name) => [{ name }]) }),
  fc.record({ name: scorer, weight: fc.integer({ min: 1, max: 9 }) }).map(({ name, weight }) => ({
    disabled: [{ name }],
    enabled: [{ name, weight }],
  })),
)

const config = fc
  .record({ pluginConfig: fc.array(pluginConfig, { maxLength: 1 }), plugins: fc.record({ score }) })
  .map((profile) => ({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    // As with no configuration at all, every node is looked at.
    percentageOfNodesToScore: 100,
    profiles: [{ schedulerName: 'default-scheduler', ...profile }],
  }))

/** New cases of one kind after another; half with a configuration of their own. */
export function casesOf(index: number): fc.Arbitrary<Case> {
  const cluster = clusterCase(KINDS[index % KINDS.length])
  const maybeConfig = fc.option(config, { nil: undefined, freq: 2 })
  return fc.tuple(cluster, maybeConfig).map(([{ snapshot, pods }, chosen]) => ({
    name: 'new',
    snapshot: { ...snapshot },
    pods: [...pods],
    ...(chosen !== undefined && { config: chosen }),
  }))
}

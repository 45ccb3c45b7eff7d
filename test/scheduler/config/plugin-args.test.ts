import { expect, it } from 'vitest'
import { faults, type ReleaseName, withArgs } from './configuration.ts'

interface Refusal {
  name: string
  plugin: string
  args: object
  want: string[]
  release?: ReleaseName
}

const AFFINITY = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

// What kube-scheduler said of these arguments: the path below them as a pointer, the text word for word.
const refusals: Refusal[] = [
  {
    name: 'a scoring strategy needs its type',
    plugin: 'NodeResourcesFit',
    args: { scoringStrategy: { resources: [{ name: 'cpu', weight: 1 }] } },
    want: [
      '/scoringStrategy/type Unsupported value: "": supported values: "LeastAllocated", ' +
        '"MostAllocated", "RequestedToCapacityRatio"',
    ],
  },
  {
    name: 'RequestedToCapacityRatio needs its parameters',
    plugin: 'NodeResourcesFit',
    args: { scoringStrategy: { type: 'RequestedToCapacityRatio' } },
    want: [
      '/scoringStrategy/requestedToCapacityRatio Required value: ' +
        'must be specified when type is RequestedToCapacityRatio',
    ],
  },
  {
    name: 'another strategy takes no such parameters',
    plugin: 'NodeResourcesFit',
    args: { scoringStrategy: { type: 'MostAllocated', requestedToCapacityRatio: { shape: [] } } },
    want: [
      '/scoringStrategy/requestedToCapacityRatio Forbidden: ' +
        'must be nil when type is not RequestedToCapacityRatio',
    ],
  },
  {
    name: 'resources weigh 1 to 100',
    plugin: 'NodeResourcesFit',
    args: {
      scoringStrategy: {
        type: 'LeastAllocated',
        resources: [
          { name: 'cpu', weight: 101 },
          { name: 'memory', weight: -1 },
        ],
      },
    },
    want: [
      '/scoringStrategy/resources/0/weight Invalid value: 101: resource weight of cpu not in valid range (0, 100]',
      '/scoringStrategy/resources/1/weight Invalid value: -1: resource weight of memory not in valid range (0, 100]',
    ],
  },
  {
    name: 'a shape rises, and stays in its ranges',
    plugin: 'NodeResourcesFit',
    args: {
      scoringStrategy: {
        type: 'RequestedToCapacityRatio',
        requestedToCapacityRatio: {
          shape: [
            { utilization: 50, score: 11 },
            { utilization: 50, score: -1 },
            { utilization: 101, score: 3 },
          ],
        },
      },
    },
    want: [
      '1/utilization Invalid value: 50: values must be sorted in increasing order',
      '0/score Invalid value: 11: not in valid range [0, 10]',
      '1/score Invalid value: -1: not in valid range [0, 10]',
      '2/utilization Invalid value: 101: not in valid range [0, 100]',
    ].map((line) => `/scoringStrategy/requestedToCapacityRatio/shape/${line}`),
  },
  {
    name: 'balanced resources are named once and weigh 1',
    plugin: 'NodeResourcesBalancedAllocation',
    args: { resources: [{ name: 'cpu', weight: 2 }, { name: 'cpu' }] },
    want: [
      '/resources/0/weight Invalid value: 2: must be 1',
      '/resources/1/name Duplicate value: "cpu"',
    ],
  },
  {
    name: 'hard affinity weighs 0 to 100',
    plugin: 'InterPodAffinity',
    args: { hardPodAffinityWeight: 101 },
    want: ['/hardPodAffinityWeight Invalid value: 101: not in valid range [0, 100]'],
  },
  {
    name: 'preemption looks at some candidates',
    plugin: 'DefaultPreemption',
    args: { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 },
    want: [
      '/minCandidateNodesPercentage Invalid value: 0: cannot be zero at the same time as minCandidateNodesAbsolute',
      '/minCandidateNodesAbsolute Invalid value: 0: cannot be zero at the same time as minCandidateNodesPercentage',
    ],
  },
  {
    name: 'counts of candidates have their ranges',
    plugin: 'DefaultPreemption',
    args: { minCandidateNodesPercentage: 101, minCandidateNodesAbsolute: -1 },
    want: [
      '/minCandidateNodesPercentage Invalid value: 101: not in valid range [0, 100]',
      '/minCandidateNodesAbsolute Invalid value: -1: not in valid range [0, inf)',
    ],
  },
  {
    name: 'default constraints are whole, and different',
    plugin: 'PodTopologySpread',
    args: {
      defaultingType: 'List',
      defaultConstraints: [
        { maxSkew: 0 },
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'Foo', labelSelector: {} },
        { maxSkew: 1, topologyKey: 'x', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 2, topologyKey: 'x', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    want: [
      '0/maxSkew Invalid value: 0: not in valid range (0, inf)',
      '0/topologyKey Required value: can not be empty',
      '0/whenUnsatisfiable Required value: can not be empty',
      '1/whenUnsatisfiable Unsupported value: "Foo": supported values: "DoNotSchedule", "ScheduleAnyway"',
      '1/labelSelector Forbidden: constraint must not define a selector, as they deduced for each pod',
      '3 Duplicate value: "{x, DoNotSchedule}"',
    ].map((line) => `/defaultConstraints/${line}`),
  },
  {
    name: 'a list of constraints needs the type List',
    plugin: 'PodTopologySpread',
    args: {
      defaultConstraints: [{ maxSkew: 1, topologyKey: 'x', whenUnsatisfiable: 'DoNotSchedule' }],
    },
    want: ['/defaultingType Invalid value: "System": when .defaultConstraints are not empty'],
  },
  {
    name: 'an unknown type of defaults is named',
    plugin: 'PodTopologySpread',
    args: { defaultingType: 'Foo' },
    want: ['/defaultingType Unsupported value: "Foo": supported values: "System", "List"'],
  },
  {
    name: 'added affinity is a node selector that parses',
    plugin: 'NodeAffinity',
    args: {
      addedAffinity: {
        [AFFINITY]: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'a', operator: 'In' },
                { key: 'a', operator: 'Foo' },
              ],
            },
            { matchFields: [{ key: 'metadata.name', operator: 'Exists' }] },
          ],
        },
        [PREFERRED]: [
          { weight: 0, preference: { matchExpressions: [{ key: 'a', operator: 'Foo' }] } },
          {
            weight: 1,
            preference: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['x'] }] },
          },
        ],
      },
    },
    want: [
      `${AFFINITY}/nodeSelectorTerms/0/matchExpressions/0/values Invalid value: null: ` +
        "for 'in', 'notin' operators, values set can't be empty",
      `${AFFINITY}/nodeSelectorTerms/0/matchExpressions/1/operator Unsupported value: "Foo": ` +
        'supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"',
      `${AFFINITY}/nodeSelectorTerms/1/matchFields/0/operator Unsupported value: "Exists": ` +
        'supported values: "In", "NotIn"',
      `${PREFERRED}/1/preference/matchExpressions/0/values/0 Invalid value: "x": ` +
        "for 'Gt', 'Lt' operators, the value must be an integer",
    ].map((line) => `/addedAffinity/${line}`),
  },
  {
    name: 'time limits are not negative',
    plugin: 'DynamicResources',
    args: { filterTimeout: '-1s', bindingTimeout: '1ms' },
    want: [
      '/filterTimeout Invalid value: "-1s": must be zero or positive',
      '/bindingTimeout Invalid value: "1ms": must be at least 1 second',
    ],
  },
  {
    name: 'values of several parts are shown as Go has them up to 1.33',
    release: 'kubernetes-1.33',
    plugin: 'NodeAffinity',
    args: {
      addedAffinity: {
        [AFFINITY]: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'a', operator: 'In' },
                { key: 'a', operator: 'NotIn', values: [] },
                { key: 'a', operator: 'Exists', values: ['x', 'y'] },
              ],
            },
          ],
        },
      },
    },
    want: [
      "0/values Invalid value: []string(nil): for 'in', 'notin' operators, values set can't be empty",
      "1/values Invalid value: []string{}: for 'in', 'notin' operators, values set can't be empty",
      '2/values Invalid value: []string{"x", "y"}: values set must be empty for exists and does not exist',
    ].map((line) => `/addedAffinity/${AFFINITY}/nodeSelectorTerms/0/matchExpressions/${line}`),
  },
  {
    name: 'arguments without a type are taken as they are up to 1.33',
    release: 'kubernetes-1.33',
    plugin: 'DynamicResources',
    args: { filterTimeout: '-1s', anything: 1 },
    want: [],
  },
  {
    name: 'a binding timeout is no field in 1.34',
    release: 'kubernetes-1.34',
    plugin: 'DynamicResources',
    args: { filterTimeout: '-90s', bindingTimeout: '10s' },
    want: ['/bindingTimeout unknown field "bindingTimeout"'],
  },
  {
    name: 'a time is shown as Go writes it',
    release: 'kubernetes-1.34',
    plugin: 'DynamicResources',
    args: { filterTimeout: '-90m' },
    want: ['/filterTimeout Invalid value: "-1h30m0s": must be zero or positive'],
  },
  {
    name: 'a shape is told to rise in the words of the release',
    release: 'kubernetes-1.33',
    plugin: 'NodeResourcesFit',
    args: {
      scoringStrategy: {
        type: 'RequestedToCapacityRatio',
        resources: [{ name: 'cpu', weight: 1 }],
        requestedToCapacityRatio: {
          shape: [
            { utilization: 50, score: 1 },
            { utilization: 10, score: 2 },
          ],
        },
      },
    },
    want: [
      '/scoringStrategy/requestedToCapacityRatio/shape/1/utilization Invalid value: 10: ' +
        'utilization values must be sorted in increasing order',
    ],
  },
  {
    name: 'a binding timeout is refused in 1.35',
    release: 'kubernetes-1.35',
    plugin: 'DynamicResources',
    args: { bindingTimeout: '10s' },
    want: [
      '/bindingTimeout Forbidden: DRADeviceBindingConditions or DRAResourceClaimDeviceStatus ' +
        'feature gate is disabled',
    ],
  },
  {
    name: 'a shape of storage is validated where storage scores',
    plugin: 'VolumeBinding',
    args: { bindTimeoutSeconds: -1, shape: [{ utilization: 0, score: 11 }] },
    want: [
      '/bindTimeoutSeconds Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value',
      '/shape/0/score Invalid value: 11: not in valid range [0, 10]',
    ],
  },
  {
    name: 'a shape of storage is refused with the gate of its time',
    release: 'kubernetes-1.32',
    plugin: 'VolumeBinding',
    args: { shape: [{ utilization: 0, score: 10 }] },
    want: [
      '/shape Invalid value: []config.UtilizationShapePoint{config.UtilizationShapePoint' +
        '{Utilization:0, Score:10}}: unexpected field `shape`, remove it or turn on the feature ' +
        'gate VolumeCapacityPriority',
    ],
  },
  {
    name: 'a shape of storage is refused where storage does not score',
    release: 'kubernetes-1.36',
    plugin: 'VolumeBinding',
    args: { shape: [{ utilization: 0, score: 10 }] },
    want: [
      '/shape Invalid value: [{"Utilization":0,"Score":10}]: unexpected field `shape`, ' +
        'remove it or turn on the feature gate StorageCapacityScoring',
    ],
  },
]

it.each(refusals)('$plugin: $name', ({ plugin, args, want, release }) => {
  const at = '/profiles/0/pluginConfig/0/args'
  expect(faults(withArgs(plugin, args), release)).toEqual(want.map((line) => `${at}${line}`))
})

it('arguments of NodeResourcesFit are not looked at where it does not run', () => {
  const strategy = { scoringStrategy: { type: 'Foo' } }
  const fit = { name: 'NodeResourcesFit', args: strategy }
  const value = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [
      {
        plugins: { multiPoint: { disabled: [{ name: 'NodeResourcesFit' }] } },
        pluginConfig: [fit],
      },
    ],
  }
  expect(faults(value)).toEqual([])
})

it('a plugin without arguments, and one that is not in-tree, take anything', () => {
  expect(faults(withArgs('NodeName', { a: 1 }))).toEqual([])
  expect(faults(withArgs('MyPlugin', ['a']))).toEqual([])
})

import { expect, it } from 'vitest'
import { configuration, faults, withArgs, withPlugins, withProfile } from './configuration.ts'

const KSC = 'kubescheduler.config.k8s.io'
const NAME_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
  "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

// Each line is what kube-scheduler v1.37.1 said of that configuration: the path as a pointer, the text
// after it word for word. Types that Go refuses to decode are told in Berth's own words.
it.each([
  {
    name: 'a document of no kind is refused',
    value: { apiVersion: `${KSC}/v1` },
    want: [" Object 'Kind' is missing"],
  },
  {
    name: 'a document of no version is refused',
    value: { kind: 'KubeSchedulerConfiguration' },
    want: [" Object 'apiVersion' is missing"],
  },
  {
    name: 'a version that the release does not read is refused',
    value: { apiVersion: `${KSC}/v1beta3`, kind: 'KubeSchedulerConfiguration' },
    want: [` no kind "KubeSchedulerConfiguration" is registered for version "${KSC}/v1beta3"`],
  },
  {
    name: 'another kind is refused',
    value: { apiVersion: 'v1', kind: 'Pod' },
    want: [' no kind "Pod" is registered for version "v1"'],
  },
  {
    name: 'fields that no release has are all named, at their place',
    value: withProfile({
      foo: 1,
      plugins: { filter: { enabled: [{ name: 'NodeName', foo: 1 }] } },
    }),
    want: [
      '/profiles/0/plugins/filter/enabled/0/foo unknown field "profiles[0].plugins.filter.enabled[0].foo"',
      '/profiles/0/foo unknown field "profiles[0].foo"',
    ],
  },
  {
    name: 'unknown fields of arguments are named from the arguments',
    value: withArgs('NodeResourcesFit', { scoringStrategy: { foo: 1 }, bar: 2 }),
    want: [
      '/profiles/0/pluginConfig/0/args/scoringStrategy/foo unknown field "scoringStrategy.foo"',
      '/profiles/0/pluginConfig/0/args/bar unknown field "bar"',
    ],
  },
  {
    name: 'names of JavaScript are unknown fields like any other',
    value: configuration(JSON.parse('{"__proto__":{"parallelism":1},"constructor":1}')),
    want: ['/__proto__ unknown field "__proto__"', '/constructor unknown field "constructor"'],
  },
  {
    name: 'arguments of another plugin are refused',
    value: withArgs('NodeResourcesFit', { apiVersion: `${KSC}/v1`, kind: 'InterPodAffinityArgs' }),
    want: [
      '/profiles/0/pluginConfig/0/args args for plugin NodeResourcesFit were not of type ' +
        `NodeResourcesFitArgs.${KSC}, got InterPodAffinityArgs.${KSC}`,
    ],
  },
  {
    name: 'wrong types are named',
    value: configuration({ parallelism: 1.5, profiles: 'x' }),
    want: [
      '/parallelism expected an integer, got the number 1.5',
      '/profiles expected an array, got a string',
    ],
  },
  {
    name: 'a number beyond its type is refused',
    value: configuration({ parallelism: 99_999_999_999 }),
    want: ['/parallelism expected an int32, got the number 99999999999'],
  },
  {
    name: 'a duration of an unknown unit is refused',
    value: configuration({ extenders: [{ urlPrefix: 'http://x', httpTimeout: '5x' }] }),
    want: ['/extenders/0/httpTimeout time: unknown unit "x" in duration "5x"'],
  },
  {
    name: 'settings of the process are validated, all at once',
    value: configuration({
      parallelism: 0,
      percentageOfNodesToScore: 101,
      podInitialBackoffSeconds: 0,
      podMaxBackoffSeconds: -1,
      clientConnection: { burst: -1 },
    }),
    want: [
      '/clientConnection/burst Invalid value: -1: must be non-negative',
      '/parallelism Invalid value: 0: should be an integer value greater than zero',
      '/podInitialBackoffSeconds Invalid value: 0: must be greater than 0',
      '/podMaxBackoffSeconds Invalid value: -1: must be greater than or equal to PodInitialBackoffSeconds',
      '/percentageOfNodesToScore Invalid value: 101: not in valid range [0-100]',
    ],
  },
  {
    name: 'leader election must leave time to renew, and use leases',
    value: configuration({
      leaderElection: { leaseDuration: '1s', renewDeadline: '2s', resourceLock: 'endpoints' },
    }),
    want: [
      '/leaderElection/leaseDuration Invalid value: "2s": must be greater than `RenewDeadline`',
      '/leaderElection/resourceLock Invalid value: "endpoints": resourceLock value must be "leases"',
    ],
  },
  {
    name: 'one of several profiles has no name',
    value: configuration({ profiles: [{}, { schedulerName: 'a' }] }),
    want: ['/profiles/0/schedulerName Required value'],
  },
  {
    name: 'two profiles have one name',
    value: configuration({ profiles: [{ schedulerName: 'a' }, { schedulerName: 'a' }] }),
    want: ['/profiles/1/schedulerName Duplicate value: {}'],
  },
  {
    name: 'a plugin is configured twice',
    value: withProfile({ pluginConfig: [{ name: 'Foo' }, { name: 'Foo' }] }),
    want: ['/profiles/0/pluginConfig/1 Duplicate value: "Foo"'],
  },
  {
    name: 'a plugin that was in-tree once is not taken for out-of-tree',
    value: withPlugins({ filter: { enabled: [{ name: 'EBSLimits' }] } }),
    want: [
      '/profiles/0/plugins/filter/enabled/0 Invalid value: "EBSLimits": was invalid in version "v1" ' +
        `(KubeSchedulerConfiguration is version "${KSC}/v1")`,
    ],
  },
  {
    name: 'extenders are validated',
    value: configuration({
      extenders: [
        { urlPrefix: 'x', prioritizeVerb: 'p', bindVerb: 'b', managedResources: [{ name: 'cpu' }] },
        { urlPrefix: 'y', bindVerb: 'b', managedResources: [{ name: 'a.b/c' }, { name: 'a.b/c' }] },
      ],
    }),
    want: [
      '/extenders/0/weight Invalid value: 0: must have a positive weight applied to it',
      '/extenders/0/managedResources/0/name Invalid value: "cpu": is an invalid extended resource name',
      '/extenders/1/managedResources/1/name Invalid value: "a.b/c": duplicate extender managed resource name',
      '/extenders Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
    ],
  },
  {
    name: 'profiles must share their queue',
    value: configuration({
      profiles: [
        { schedulerName: 'a' },
        {
          schedulerName: 'b',
          plugins: { queueSort: { enabled: [{ name: 'X' }], disabled: [{ name: '*' }] } },
        },
      ],
    }),
    want: [
      '/profiles/1/plugins/queueSort Invalid value: {"Enabled":[{"Name":"X","Weight":0}],' +
        '"Disabled":[{"Name":"*","Weight":0}]}: must be the same for all profiles',
    ],
  },
  {
    name: 'names of ignored resources are names',
    value: withArgs('NodeResourcesFit', {
      ignoredResources: ['a b'],
      ignoredResourceGroups: ['a/b'],
    }),
    want: [
      `/profiles/0/pluginConfig/0/args/ignoredResources/0 Invalid value: "a b": ${NAME_RULE}`,
      '/profiles/0/pluginConfig/0/args/ignoredResourceGroups/0 Invalid value: "a/b": ' +
        "resource group name can't contain '/'",
    ],
  },
])('$name', ({ value, want }) => {
  expect(faults(value)).toEqual(want)
})

// What is read only where the framework starts; the text is the end of its message.
it.each([
  {
    name: 'a plugin stands where it cannot run',
    plugins: { filter: { enabled: [{ name: 'ImageLocality' }] } },
    want: ['/filter/enabled/0 plugin "ImageLocality" does not extend FilterPlugin plugin'],
  },
  {
    name: 'a plugin stands twice at one extension point',
    plugins: { filter: { enabled: [{ name: 'NodeName' }, { name: 'NodeName' }] } },
    want: ['/filter/enabled/1 plugin "NodeName" already registered as "FilterPlugin"'],
  },
  {
    name: 'a plugin stands twice in multiPoint',
    plugins: { multiPoint: { enabled: [{ name: 'NodePorts' }, { name: 'NodePorts' }] } },
    want: ['/multiPoint/enabled/0 plugin "NodePorts" already registered as "PreFilterPlugin"'],
  },
  {
    name: 'nothing sorts the queue, and nothing binds',
    plugins: { queueSort: { disabled: [{ name: '*' }] }, bind: { disabled: [{ name: '*' }] } },
    want: [
      '/queueSort only one queue sort plugin required for profile with scheduler name ' +
        '"default-scheduler", but got 0',
      '/bind at least one bind plugin is needed for profile with scheduler name "default-scheduler"',
    ],
  },
  {
    name: 'a negative weight overflows the total',
    plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight: -5 }] } },
    want: ['/score total score of Score plugins could overflow'],
  },
])('the scheduler does not start when $name', ({ plugins, want }) => {
  const at = '/profiles/0/plugins'
  expect(faults(withPlugins(plugins))).toEqual(want.map((line) => `${at}${line}`))
})

it('a plugin that runs in a newer release only is refused where it does not', () => {
  const value = withPlugins({ preFilter: { enabled: [{ name: 'NodeName' }] } })
  expect(faults(value)).toEqual([])
  expect(faults(value, 'kubernetes-1.36')).toEqual([
    '/profiles/0/plugins/preFilter/enabled/0 plugin "NodeName" does not extend PreFilterPlugin plugin',
  ])
})

it('at most fifty faults are told', () => {
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, 1]))
  expect(faults(configuration(fields))).toHaveLength(50)
})

it('up to 1.33 validation has other words, and shows values as Go has them', () => {
  const enabled = (name: string) => ({ queueSort: { enabled: [{ name }] } })
  const value = configuration({
    leaderElection: { leaseDuration: '90s', renewDeadline: '100s' },
    profiles: [
      { schedulerName: 'a', plugins: enabled('PrioritySort') },
      { schedulerName: 'b', plugins: enabled('X') },
    ],
  })
  expect(faults(value, 'kubernetes-1.33')).toEqual(
    expect.arrayContaining([
      '/leaderElection/leaseDuration Invalid value: 1m40s: LeaseDuration must be greater than RenewDeadline',
      '/profiles/1/plugins/queueSort Invalid value: config.PluginSet{Enabled:[]config.Plugin' +
        '{config.Plugin{Name:"X", Weight:0}}, Disabled:[]config.Plugin(nil)}: queueSort must be the ' +
        'same for all profiles',
    ]),
  )
})

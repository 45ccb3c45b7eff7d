import { expect, it } from 'vitest'
import type { Profile } from '../../../src/scheduler/framework/profile.ts'
import { configuration, read, withPlugins } from './configuration.ts'

const FILTERS =
  'NodeName NodeUnschedulable TaintToleration NodeAffinity NodePorts NodeResourcesFit ' +
  'VolumeRestrictions NodeVolumeLimits VolumeBinding VolumeZone PodTopologySpread ' +
  'InterPodAffinity DynamicResources NodeDeclaredFeatures'
const SCORES =
  'TaintToleration:3 NodeAffinity:2 NodeResourcesFit:1 VolumeBinding:1 PodTopologySpread:2 ' +
  'InterPodAffinity:2 DynamicResources:2 NodeResourcesBalancedAllocation:1 ImageLocality:1'

function profileOf(value: object): Profile {
  const result = read(value)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  const [profile] = result.value.profiles.values()
  if (profile === undefined) throw new Error('no profile')
  return profile
}

const names = (plugins: readonly { name: string }[]) => plugins.map(({ name }) => name).join(' ')
const scores = ({ score }: Profile) =>
  score.map(({ plugin, weight }) => `${plugin.name}:${weight}`).join(' ')

// The lists that kube-scheduler v1.37.1 prints of itself.
it.each([
  { name: 'nothing is said', plugins: {}, filters: FILTERS, weights: SCORES },
  {
    name: 'an extension point enables a default plugin again, it comes first',
    plugins: { filter: { enabled: [{ name: 'InterPodAffinity' }] } },
    filters: `InterPodAffinity ${FILTERS.replace(' InterPodAffinity', '')}`,
    weights: SCORES,
  },
  {
    name: 'an extension point disables a plugin and enables it, it comes last',
    plugins: {
      score: {
        disabled: [{ name: 'NodeResourcesFit' }],
        enabled: [{ name: 'NodeResourcesFit', weight: 5 }],
      },
    },
    filters: FILTERS,
    weights: `${SCORES.replace(' NodeResourcesFit:1', '')} NodeResourcesFit:5`,
  },
  {
    name: 'multiPoint weighs a default plugin, it keeps its place',
    plugins: { multiPoint: { enabled: [{ name: 'NodeAffinity', weight: 7 }] } },
    filters: FILTERS,
    weights: SCORES.replace('NodeAffinity:2', 'NodeAffinity:7'),
  },
  {
    name: 'an extension point and multiPoint weigh a plugin, the former has its way',
    plugins: {
      multiPoint: { enabled: [{ name: 'ImageLocality', weight: 7 }] },
      score: { enabled: [{ name: 'ImageLocality' }] },
    },
    filters: FILTERS,
    weights: `ImageLocality:1 ${SCORES.replace(' ImageLocality:1', '')}`,
  },
  {
    name: 'multiPoint disables all, only what it enables is left',
    plugins: {
      multiPoint: {
        disabled: [{ name: '*' }],
        enabled: ['DefaultBinder', 'PrioritySort', 'TaintToleration', 'NodeName'].map((name) => ({
          name,
        })),
      },
    },
    filters: 'TaintToleration NodeName',
    weights: 'TaintToleration:1',
  },
  {
    name: 'an extension point disables all, only what it enables is left there',
    plugins: { filter: { disabled: [{ name: '*' }], enabled: [{ name: 'NodePorts' }] } },
    filters: 'NodePorts',
    weights: SCORES,
  },
])('when $name', ({ plugins, filters, weights }) => {
  const profile = profileOf(withPlugins(plugins))
  expect(names(profile.filter)).toBe(filters)
  expect(scores(profile)).toBe(weights)
})

it('the profile has its percentage, else that of the configuration, else the adaptive one', () => {
  const profiles = [
    { schedulerName: 'own', percentageOfNodesToScore: 30 },
    { schedulerName: 'none' },
  ]
  const percentages = (value: object) => {
    const result = read(value)
    return result.ok
      ? [...result.value.profiles.values()].map((one) => one.percentageOfNodesToScore)
      : []
  }
  expect(percentages(configuration({ profiles, percentageOfNodesToScore: 50 }))).toEqual([30, 50])
  expect(percentages(configuration({ profiles }))).toEqual([30, 0])
  expect(percentages(configuration())).toEqual([0])
})

it('what is not modelled is named', () => {
  const result = read(
    configuration({
      percentageOfPlacementsToScore: 5,
      parallelism: 4,
      profiles: [
        {
          plugins: {
            multiPoint: { enabled: [{ name: 'GangScheduling' }, { name: 'Coscheduling' }] },
            placementFeasible: { enabled: [{ name: 'X' }] },
            placementScore: { enabled: [{ name: 'Packer' }] },
          },
        },
      ],
      extenders: [{ urlPrefix: 'https://ext/v1', filterVerb: 'filter', bindVerb: 'bind' }],
    }),
  )
  expect(result).toMatchObject({
    ok: true,
    value: {
      notEvaluated: [
        { what: 'plugin Coscheduling', reason: 'not in-tree in v1.37.1: decided without it' },
        { what: 'plugin GangScheduling', reason: 'its feature gate is off by default in v1.37.1' },
        {
          what: '/config/profiles/0/plugins/placementScore',
          reason: 'concerns groups of pods, which are not scheduled as such: Packer',
        },
        {
          what: '/config/percentageOfPlacementsToScore',
          reason: 'a field of a newer release, unknown to v1.37.1: ignored',
        },
        {
          what: '/config/profiles/0/plugins/placementFeasible',
          reason: 'a field of a newer release, unknown to v1.37.1: ignored',
        },
      ],
    },
  })
})

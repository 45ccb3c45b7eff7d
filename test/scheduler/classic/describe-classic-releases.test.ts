import { describe, expect, it } from 'vitest'
import { ProfileList } from '../../../schemas/decisions/profile-list.ts'
import { createApp } from '../../../src/app.ts'

const response = await createApp().request('/v1/profiles')
const { profiles } = ProfileList.parse(await response.json())
const pluginsOf = (name: string) => profiles.find((one) => one.name === name)?.plugins ?? []
const known = (name: string) =>
  pluginsOf(name).flatMap(({ name: own, aliases = [] }) => [own, ...aliases])

/** As the founding articles write them, misspellings apart. */
const IN_ARTICLES = [
  ['PodFitsResources', 'PodFitsHostPorts', 'PodFitsPorts', 'HostName', 'MatchNodeSelector'],
  ['NoVolumeZoneConflict', 'MatchInterPodAffinity', 'NoDiskConflict', 'PodToleratesNodeTaints'],
  ['PodToleratesNodeNoExecuteTaints', 'CheckNodeMemoryPressure', 'CheckNodeDiskPressure'],
  ['CheckNodePIDPressure', 'NoVolumeNodeConflict', 'CheckNodeCondition', 'General'],
  ['GeneralPredicates', 'CheckServiceAffinity', 'CheckNodeLabelPresence', 'MaxEBSVolumeCount'],
  ['MaxGCEPDVolumeCount', 'MaxAzureDiskVolumeCount', 'CheckVolumeBinding'],
  ['LeastRequestedPriority', 'BalancedResourceAllocation', 'CalculateNodeLabelPriority'],
  ['NodeLabel', 'NodeLabelPriority', 'SelectorSpreadPriority', 'SelectorSpreading'],
  ['InterPodAffinityPriority', 'NodePreferAvoidPodsPriority', 'NodeAffinityPriority'],
  ['TaintTolerationPriority', 'MostRequestedPriority', 'ImageLocalityPriority'],
].flat()

describe.each(['classic-1.10', 'classic-1.11', 'classic-1.12'])('GET /v1/profiles, %s', (name) => {
  it('has every predicate and priority of the articles under its own name', () => {
    expect(known(name)).toEqual(expect.arrayContaining(IN_ARTICLES))
  })

  it('tells predicates from priorities, and gives each priority a weight', () => {
    for (const { points, weight } of pluginsOf(name)) {
      expect(points).toEqual([weight === null ? 'predicate' : 'priority'])
    }
  })
})

it('names the defaults of each release', () => {
  const defaults = (name: string) =>
    pluginsOf(name)
      .filter((plugin) => plugin.default)
      .map((plugin) => plugin.name)
  expect(defaults('classic-1.11')).toHaveLength(20)
  expect(defaults('classic-1.11')).toContain('CheckNodePIDPressure')
  expect(defaults('classic-1.10')).not.toContain('CheckNodePIDPressure')
  expect(defaults('classic-1.12')).toContain('ImageLocalityPriority')
  expect(defaults('classic-1.12')).not.toContain('CheckNodeCondition')
})

it('has NodePreferAvoidPodsPriority outweigh all others', () => {
  const weights = pluginsOf('classic-1.11').map(({ name, weight }) => [name, weight])
  expect(weights).toContainEqual(['NodePreferAvoidPodsPriority', 10_000])
})

import { expect, it } from 'vitest'
import { ProfileList } from '../../../schemas/decisions/profile-list.ts'
import { createApp } from '../../../src/app.ts'
import { PROFILE_NAMES } from '../../../src/scheduler/profiles/resolve-profile.ts'

const response = await createApp().request('/v1/profiles')
const { profiles } = ProfileList.parse(await response.json())
const find = (name: string) => profiles.find((profile) => profile.name === name)

it('lists every profile that a request can name, one of them the default', () => {
  expect(profiles.map(({ name }) => name)).toEqual(PROFILE_NAMES)
  expect(profiles.filter((profile) => profile.default).map(({ name }) => name)).toEqual([
    'kubernetes-1.37',
  ])
})

it('says in one line what each plugin does', () => {
  for (const { plugins } of profiles) {
    for (const { name, description } of plugins) {
      expect(description, name).toMatch(/^[A-Z].{15,}\.$/)
    }
  }
})

it('tells weights and extension points, in the order in which plugins run', () => {
  const scores = (find('kubernetes-1.37')?.plugins ?? []).filter(({ weight }) => weight !== null)
  expect(scores.map(({ name, weight }) => [name, weight])).toEqual([
    ['TaintToleration', 3],
    ['NodeAffinity', 2],
    ['NodeResourcesFit', 1],
    ['VolumeBinding', 1],
    ['PodTopologySpread', 2],
    ['InterPodAffinity', 2],
    ['DynamicResources', 2],
    ['NodeResourcesBalancedAllocation', 1],
    ['ImageLocality', 1],
  ])
  expect(scores[0]?.points).toEqual(['preFilter', 'filter', 'preScore', 'score'])
})

it('distinguishes the releases', () => {
  const modern = profiles.filter(({ name }) => name.startsWith('kubernetes-'))
  expect(modern).toHaveLength(6)
  expect(new Set(modern.map((one) => JSON.stringify(one.differences))).size).toBe(6)
  const gated = find('kubernetes-1.35')?.plugins.find(({ name }) => name === 'NodeDeclaredFeatures')
  expect(gated?.default).toBe(false)
})

it('says which releases draw one of several best nodes at random', () => {
  const drawing = profiles.filter(({ differences }) => differences[0]?.includes('at random'))
  expect(drawing.map(({ name }) => name)).toEqual([
    'kubernetes-1.32',
    'kubernetes-1.33',
    'kubernetes-1.34',
  ])
})

it('tells the plugins of each release', () => {
  const devices = (name: string) =>
    find(name)?.plugins.find((plugin) => plugin.name === 'DynamicResources')
  expect(devices('kubernetes-1.33')).toMatchObject({ default: false, weight: null })
  expect(devices('kubernetes-1.34')).toMatchObject({ default: true, weight: null })
  expect(devices('kubernetes-1.35')).toMatchObject({ default: true, weight: 2 })
})

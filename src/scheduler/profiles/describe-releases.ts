import type { PluginRegistration } from '../framework/plugin-registration.ts'
import type { PluginDescription, ProfileDescription } from './profile-description.ts'
import type { Release } from './releases/release.ts'
import { NEWEST_RELEASE, RELEASES } from './releases/releases.ts'

/** Every modern release with its plugins, weights and what distinguishes it. */
export function describeReleases(): readonly ProfileDescription[] {
  return RELEASES.map(describeRelease)
}

export function describeRelease(release: Release): ProfileDescription {
  return {
    name: release.name,
    version: release.version,
    default: release === NEWEST_RELEASE,
    config: 'KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1)',
    differences: differencesOf(release),
    plugins: [
      ...release.plugins.map((plugin) => describePlugin(plugin, true)),
      ...release.otherPlugins.map((plugin) => describePlugin(plugin, false)),
    ],
  }
}

function describePlugin(plugin: PluginRegistration, isDefault: boolean): PluginDescription {
  const { name, points, weight = 1, summary, isGated = false } = plugin
  return {
    name,
    default: isDefault,
    weight: points.includes('score') ? weight : null,
    points,
    description: isGated ? `${summary} Its feature gate is off: it does nothing.` : summary,
  }
}

function differencesOf({ rules, accounting, plugins }: Release): string[] {
  const resizes = {
    ignored: 'A container that is being resized counts with the request of its spec',
    'per-container': 'A container that is being resized counts with the larger of both requests',
    'whole-pod': 'A pod that is being resized counts as a whole with the larger of both sums',
  }
  const { resize, podLevelResize, podLevelResources, sidecarPorts } = accounting
  return [
    rules.drawsTies
      ? 'Of several best nodes it draws one at random: each of `tied` is the answer, `node` is the one that kubernetes-1.35 would take'
      : 'Of several best nodes it takes the same one each time',
    `First filter: ${plugins.find(({ points }) => points.includes('filter'))?.name}`,
    `Requests of the whole pod count: ${podLevelResources ? 'yes' : 'no'}`,
    `${resizes[resize]}; ${podLevelResize ? 'also' : 'not'} for requests of the whole pod`,
    `Host ports of sidecars count: ${sidecarPorts ? 'yes' : 'no'}`,
    ...plugins.flatMap(({ notes = [] }) => notes),
    ...(rules.saysPreemption === 'always'
      ? ['A preemption that was found is told in the message']
      : []),
  ]
}

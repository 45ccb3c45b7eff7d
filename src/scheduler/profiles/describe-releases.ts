import { defaultMultiPoint } from './default-profile.ts'
import { PLUGIN_SUMMARIES } from './plugin-summaries.ts'
import type { PluginDescription, ProfileDescription } from './profile-description.ts'
import { extensionPoints, REGISTRY } from './registry.ts'
import { RELEASES, type Release } from './releases.ts'
import { DEFAULT_PROFILE_NAME } from './resolve-profile.ts'

/** Every modern release with its plugins, weights and what distinguishes it. */
export function describeReleases(): readonly ProfileDescription[] {
  return RELEASES.map((release) => ({
    name: release.name,
    version: release.version,
    default: release.name === DEFAULT_PROFILE_NAME,
    config: 'KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1)',
    differences: differencesOf(release),
    plugins: pluginsOf(release),
  }))
}

function pluginsOf(release: Release): PluginDescription[] {
  const enabled = defaultMultiPoint(release)
  const names = enabled.map(({ name }) => name)
  const others = [...REGISTRY.keys()].filter((name) => !names.includes(name))
  return [...names, ...others].map((name) => {
    const points = extensionPoints(release, name) ?? []
    const weight = enabled.find((plugin) => plugin.name === name)?.weight ?? 0
    return {
      name,
      default: names.includes(name),
      weight: points.includes('score') ? Math.max(1, weight) : null,
      points,
      description: PLUGIN_SUMMARIES.get(name) ?? '',
    }
  })
}

function differencesOf(release: Release): string[] {
  const { rules } = release
  const resizes = {
    'per-container': 'A container that is being resized counts with the larger of both requests',
    'whole-pod': 'A pod that is being resized counts as a whole with the larger of both sums',
  }
  const balances = {
    balance: 'NodeResourcesBalancedAllocation scores how balanced the node is with the pod',
    improvement: 'NodeResourcesBalancedAllocation scores what the pod changes of the balance',
  }
  const images = {
    ignored: 'ImageLocality sees images of containers only',
    summed: 'ImageLocality adds image volumes to the sum, not to the threshold',
    counted: 'ImageLocality counts image volumes like images of containers',
  }
  const { resize, podLevelResize } = release.accounting
  return [
    `First filter: ${release.nodeNameFirst ? 'NodeName' : 'NodeUnschedulable'}`,
    `${resizes[resize]}; ${podLevelResize ? 'also' : 'not'} for requests of the whole pod`,
    balances[release.balancedAllocation],
    images[release.imageVolumes],
    is(release.nodeDeclaredFeatures, 'NodeDeclaredFeatures runs'),
    is(release.bindMountOptions, 'Mount options are a feature that a node must declare'),
    is(release.storageCapacityScoring, 'VolumeBinding scores free storage capacity'),
    is(release.volumeLimitScaling, 'NodeVolumeLimits wants the CSI driver on the node'),
    is(release.devices.extendedResources, 'Extended resources may be served by device classes'),
    is(!release.keepsNamespaceSelector, 'A namespaceSelector is unrolled once, before the nodes'),
    is(!rules.saysNoNewClaims, 'The message starts its preemption part with "preemption:"'),
    is(rules.saysPreemption === 'always', 'A preemption that was found is told in the message'),
  ]
}

function is(holds: boolean, sentence: string): string {
  return `${sentence}: ${holds ? 'yes' : 'no'}`
}

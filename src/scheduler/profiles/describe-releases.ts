import { PLUGIN_SUMMARIES } from './plugin-summaries.ts'
import type { PluginDescription, ProfileDescription } from './profile-description.ts'
import { extensionPoints } from './registry.ts'
import type { Release } from './releases/release.ts'
import { NEWEST_RELEASE, RELEASES } from './releases/releases.ts'

/** Every modern release with its plugins, weights and what distinguishes it. */
export function describeReleases(): readonly ProfileDescription[] {
  return RELEASES.map((release) => ({
    name: release.name,
    version: release.version,
    default: release === NEWEST_RELEASE,
    config: 'KubeSchedulerConfiguration (kubescheduler.config.k8s.io/v1)',
    differences: differencesOf(release),
    plugins: pluginsOf(release),
  }))
}

function pluginsOf(release: Release): PluginDescription[] {
  const enabled = release.defaultPlugins
  const names = enabled.map(({ name }) => name)
  const others = release.otherPlugins
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
  const { rules, accounting, balancedAllocation, volumeBinding, devices } = release
  const names = release.defaultPlugins.map(({ name }) => name)
  const resizes = {
    ignored: 'A container that is being resized counts with the request of its spec',
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
  const taints = {
    'first-taint': 'TaintToleration names the first taint that the pod does not tolerate',
    'any-taint': 'TaintToleration names no taint',
  }
  const counters = {
    'by-topology-key': 'Spread constraints of one topology key count pods together',
    'by-constraint': 'Each spread constraint counts pods for itself',
  }
  const { resize, podLevelResize } = accounting
  return [
    rules.drawsTies
      ? 'Of several best nodes it draws one at random: each of `tied` is the answer, `node` is the one that kubernetes-1.35 would take'
      : 'Of several best nodes it takes the same one each time',
    `First filter: ${names.find((name) => extensionPoints(release, name)?.includes('filter'))}`,
    is(accounting.podLevelResources, 'Requests of the whole pod count'),
    `${resizes[resize]}; ${podLevelResize ? 'also' : 'not'} for requests of the whole pod`,
    is(accounting.sidecarPorts, 'Host ports of sidecars count'),
    taints[release.taintReason],
    is(release.judgesNodeSize, 'A node too small for a request is no candidate for preemption'),
    balances[balancedAllocation.formula],
    is(balancedAllocation.scoresBestEffort, 'It scores pods without requests'),
    images[release.imageVolumes],
    counters[release.spreadCounters],
    is(names.includes('NodeDeclaredFeatures'), 'NodeDeclaredFeatures runs'),
    is(release.bindMountOptions, 'Mount options are a feature that a node must declare'),
    is(volumeBinding.attributesClasses, 'Claims and volumes may name a VolumeAttributesClass'),
    is(volumeBinding.storageCapacityScoring, 'VolumeBinding scores free storage capacity'),
    is(release.volumeLimitScaling, 'NodeVolumeLimits wants the CSI driver on the node'),
    is(names.includes('DynamicResources'), 'Devices are allocated to claims'),
    is(devices.extendedResources, 'Extended resources may be served by device classes'),
    is(!release.keepsNamespaceSelector, 'A namespaceSelector is unrolled once, before the nodes'),
    is(!rules.saysNoNewClaims, 'The message starts its preemption part with "preemption:"'),
    is(rules.saysPreemption === 'always', 'A preemption that was found is told in the message'),
  ]
}

function is(holds: boolean, sentence: string): string {
  return `${sentence}: ${holds ? 'yes' : 'no'}`
}

import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import { filtering, type Plugin, READS_NO_IDENTITY, SKIP } from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'
import { StaticFilter } from '../framework/static-filter.ts'

const NAME = 'NodeDeclaredFeatures'
const REASON = "node(s) didn't match Pod's required features"

/**
 * Keeps pods off nodes that do not declare the features that their spec needs.
 * `bindMountOptions`: whether options of a mount are such a feature.
 */
function nodeDeclaredFeatures(bindMountOptions: boolean): Plugin {
  return {
    name: NAME,
    readsOfIdentity: READS_NO_IDENTITY,
    followsRequests: true,
    prepareFilter({ cluster, pod, statuses }) {
      const needed = neededFeatures(pod.signature, bindMountOptions)
      if (needed.length === 0) return SKIP
      const { declaredFeatures } = cluster.nodes
      const missing = (node: number) =>
        needed.filter((feature) => !declaredFeatures[node].includes(feature))
      const lacks = Uint8Array.from(declaredFeatures, (_, node) => Number(missing(node).length > 0))
      const verdicts = [0, statuses.id('UnschedulableAndUnresolvable', REASON)]
      const details = (node: number) =>
        missing(node).map((feature) => ({
          kind: 'missingFeature' as const,
          missingFeature: feature,
        }))
      return filtering(new StaticFilter(lacks, verdicts, details))
    },
  }
}

/** Features that follow from a spec (component-helpers/nodedeclaredfeatures, InferForScheduling). */
function neededFeatures(pod: PodSignature, bindMountOptions: boolean): string[] {
  const features: string[] = []
  if (pod.restartsAllContainers) features.push('RestartAllContainersOnContainerExits')
  if (pod.hostNetwork && !pod.hostUsers) features.push('UserNamespacesHostNetworkSupport')
  if (bindMountOptions && pod.hasBindMountOptions) features.push('VolumeBindMountOptions')
  return features
}

export interface DeclaredFeaturesRules {
  /** The feature gate is on. */
  readonly isOn: boolean
  /** Mount options of a pod's volumes are a feature that its node must declare. */
  readonly bindMountOptions: boolean
}

export function nodeDeclaredFeaturesPlugin(rules: DeclaredFeaturesRules): PluginRegistration {
  const { isOn, bindMountOptions } = rules
  return {
    name: 'NodeDeclaredFeatures',
    summary: 'Refuses nodes that do not declare a feature that the pod needs.',
    notes: bindMountOptions ? ['Mount options are a feature that a node must declare'] : [],
    points: ['preFilter', 'filter'],
    isGated: !isOn,
    missingState: isOn
      ? { filter: 'error reading "PreFilterNodeDeclaredFeatures" from cycle-state: not found' }
      : {},
    implementation: withoutArgs(isOn ? nodeDeclaredFeatures(bindMountOptions) : { name: NAME }),
  }
}

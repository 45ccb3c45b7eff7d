import type { PodSignature } from '../../snapshot/pods/pod-signature.ts'
import { filtering, type Plugin, READS_NO_IDENTITY, SKIP } from '../framework/plugin.ts'
import { StaticFilter } from '../framework/static-filter.ts'

const REASON = "node(s) didn't match Pod's required features"

/**
 * Keeps pods off nodes that do not declare the features that their spec needs.
 * `bindMountOptions`: whether options of a mount are such a feature.
 */
export function nodeDeclaredFeatures(bindMountOptions: boolean): Plugin {
  return {
    name: 'NodeDeclaredFeatures',
    readsOfIdentity: READS_NO_IDENTITY,
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

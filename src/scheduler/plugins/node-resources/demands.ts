import type { Cluster } from '../../../snapshot/cluster.ts'
import { mayBeServed } from '../../../snapshot/devices/device-reader.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { ResourceColumn } from '../../../snapshot/pods/pods-on-nodes.ts'
import {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  MEMORY,
} from '../../../snapshot/resources/resource-names.ts'
import type { DeviceRules } from '../../devices/device-rules.ts'
import { byCodeUnit } from '../../framework/fit-error-message.ts'

/** What NodeResourcesFit counts of what a pod asks for. */
export interface DemandRules {
  readonly ignoredResources: ReadonlySet<string>
  readonly ignoredResourceGroups: ReadonlySet<string>
  /** Where devices may serve extended resources that a node does not offer; null: nowhere. */
  readonly deviceRules: DeviceRules | null
}

/** One resource that the pod asks for. */
export interface Demand {
  readonly name: string
  readonly amount: number
  readonly column: ResourceColumn
  readonly reason: string
  /** A node that has none of it leaves it to dynamic resource allocation. */
  readonly servedByDra: 'no' | 'yes' | 'unknown'
}

/** What the pod asks for, in upstream's order; scalars, which upstream takes at random, by name. */
export function demandsOf(
  cluster: Cluster,
  { request }: PodSignature,
  rules: DemandRules,
): Demand[] {
  const wanted: [string, number][] = [
    [CPU, request.cpuMilli],
    [MEMORY, request.memoryBytes],
    [EPHEMERAL_STORAGE, request.ephemeralStorageBytes],
    ...[...request.scalars].sort(([a], [b]) => byCodeUnit(a, b)),
  ]
  return wanted
    .filter(([name, amount]) => amount > 0 && !isIgnored(name, rules))
    .map(([name, amount]) => ({
      name,
      amount,
      column: cluster.pods.column(name),
      reason: `Insufficient ${name}`,
      servedByDra: rules.deviceRules === null ? 'no' : servedByDra(cluster, name),
    }))
}

function servedByDra(cluster: Cluster, resource: string): Demand['servedByDra'] {
  if (!mayBeServed(resource)) return 'no'
  if (cluster.isUnknown('deviceClasses')) return 'unknown'
  return cluster.devices.classOfResource(resource) === undefined ? 'no' : 'yes'
}

function isIgnored(name: string, rules: DemandRules): boolean {
  if (!isExtendedResource(name)) return false
  const group = name.slice(0, name.indexOf('/'))
  return rules.ignoredResources.has(name) || rules.ignoredResourceGroups.has(group)
}

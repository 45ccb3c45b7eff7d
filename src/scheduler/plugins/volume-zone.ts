import type { Nodes } from '../../snapshot/nodes/nodes.ts'
import {
  BETA_REGION,
  BETA_ZONE,
  REGION,
  ZONE,
  ZONE_SEPARATOR,
} from '../../snapshot/nodes/topology-labels.ts'
import type { PersistentVolume } from '../../snapshot/storage/persistent-volume.ts'
import type { Detail } from '../framework/detail.ts'
import {
  filtering,
  type Plugin,
  type PreFilterResult,
  type Preparation,
  rejecting,
  SKIP,
} from '../framework/plugin.ts'
import { type PluginRegistration, withoutArgs } from '../framework/plugin-registration.ts'
import { claimsNamespace, notFound } from '../framework/pod-claims.ts'
import { StaticFilter } from '../framework/static-filter.ts'

const REASON = 'node(s) had no available volume zone'
const PLACE_LABELS: readonly string[] = [BETA_ZONE, BETA_REGION, ZONE, REGION]
/** A node with only the newer label still meets a volume's older one. */
const NEWER_LABEL: ReadonlyMap<string, string> = new Map([
  [BETA_ZONE, ZONE],
  [BETA_REGION, REGION],
])

/** Where a bound volume is, by one label of its own. */
interface VolumePlace {
  readonly volume: string
  readonly label: string
  readonly values: ReadonlySet<string>
}

/** Keeps pods in the zones and regions of their bound volumes. */
const volumeZone: Plugin = {
  name: 'VolumeZone',
  readsOfIdentity: claimsNamespace,
  followsRequests: true,
  prepareFilter: prepare,
}

function prepare({ cluster, pod, statuses }: Preparation): PreFilterResult {
  const { volumes, nodes } = cluster
  const places: VolumePlace[] = []
  for (const volume of pod.signature.volumes) {
    if (volume.kind !== 'claim') continue
    const { claimName } = volume
    if (claimName === '') return unresolvable('PersistentVolumeClaim had no name')
    const claim = volumes.claim(pod.signature.namespace, claimName)
    if (claim === undefined) return unresolvable(notFound('persistentvolumeclaim', claimName))
    if (claim.volumeName === '') {
      const rejection = rejectionOfUnbound(cluster, claim.className)
      if (rejection !== null) return unresolvable(rejection)
      continue
    }
    const bound = volumes.volume(claim.volumeName)
    if (bound === undefined) return unresolvable(notFound('persistentvolume', claim.volumeName))
    places.push(...placesOf(bound))
  }
  if (places.length === 0) return SKIP
  const elsewhere = Uint8Array.from(nodes.names, (_, node) =>
    Number(firstMiss(nodes, node, places) !== undefined),
  )
  const verdicts = [0, statuses.id('UnschedulableAndUnresolvable', REASON)]
  return filtering(new StaticFilter(elsewhere, verdicts, (node) => explain(nodes, node, places)))
}

function unresolvable(reason: string): PreFilterResult {
  return rejecting('UnschedulableAndUnresolvable', reason)
}

/** Only a claim that waits for its pod may be without a volume. */
function rejectionOfUnbound({ volumes }: Preparation['cluster'], className: string): string | null {
  if (className === '') return 'PersistentVolumeClaim had no pv name and storageClass name'
  const storageClass = volumes.storageClass(className)
  if (storageClass === undefined) return notFound('storageclass.storage.k8s.io', className)
  if (storageClass.bindingMode === null) {
    return `VolumeBindingMode not set for StorageClass "${className}"`
  }
  return storageClass.bindingMode === 'WaitForFirstConsumer' ? null : 'PersistentVolume had no name'
}

function placesOf(volume: PersistentVolume): VolumePlace[] {
  return PLACE_LABELS.flatMap((label) => {
    const value = volume.labels.get(label)
    const values = value?.split(ZONE_SEPARATOR).map((one) => one.trim()) ?? []
    // A label with an empty part cannot be read, and is ignored.
    if (values.length === 0 || values.includes('')) return []
    return [{ volume: volume.name, label, values: new Set(values) }]
  })
}

/** A node without any such label is in a cluster of one zone. */
function firstMiss(
  nodes: Nodes,
  node: number,
  places: readonly VolumePlace[],
): VolumePlace | undefined {
  if (PLACE_LABELS.every((label) => nodes.label(node, label) === undefined)) return undefined
  return places.find((path) => {
    const value = labelOf(nodes, node, path.label)
    return value === undefined || !path.values.has(value)
  })
}

function labelOf(nodes: Nodes, node: number, label: string): string | undefined {
  return nodes.label(node, label) ?? nodes.label(node, NEWER_LABEL.get(label) ?? label)
}

function explain(nodes: Nodes, node: number, places: readonly VolumePlace[]): Detail[] {
  const miss = firstMiss(nodes, node, places)
  if (miss === undefined) return []
  const { volume, label, values } = miss
  const nodeHas = labelOf(nodes, node, label) ?? null
  return [{ kind: 'volumeZone', volume, label, values: [...values], nodeHas }]
}

export const volumeZonePlugin: PluginRegistration = {
  name: 'VolumeZone',
  summary: "Refuses nodes outside the zones and regions of the pod's volumes.",
  points: ['preFilter', 'filter'],
  implementation: withoutArgs(volumeZone),
}

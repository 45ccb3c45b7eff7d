import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import { BETA_REGION, BETA_ZONE, ZONE_SEPARATOR } from '../../../snapshot/nodes/topology-labels.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { Detail } from '../../framework/detail.ts'
import { SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import { NO_VOLUME_ZONE } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

const KEYS: readonly string[] = [BETA_ZONE, BETA_REGION]

/** Keeps pods in the zone and region of the volumes that their claims are bound to. */
export const noVolumeZoneConflict: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster, pod, statuses }) {
    const found = claimedVolumes(cluster, pod, release)
    if (found.length === 0) return SKIP
    const { nodes } = cluster
    const verdicts = [0, rejectionId(statuses, release, NO_VOLUME_ZONE)]
    const kinds = Int32Array.from(nodes.names, (_, node) => {
      if (!hasZone(nodes, node)) return 0
      // In the order of the pod's volumes: the first that fails, or cannot be judged, decides.
      const first = found.find((one) => typeof one === 'string' || isElsewhere(nodes, node, one))
      if (first === undefined) return 0
      return typeof first === 'string' ? verdicts.push(statuses.id('Error', first)) - 1 : 1
    })
    const filter = new StaticFilter(kinds, verdicts, (node) => detailsOf(nodes, node, found))
    return { kind: 'filter', filter, perPod: true }
  },
})

/** The pod's bound volumes, and errors where one is missing; claims that wait for a node are passed over. */
function claimedVolumes(
  { volumes }: Cluster,
  { signature: pod }: Pod,
  release: ClassicRelease,
): (PersistentVolume | string)[] {
  return pod.volumes.flatMap((volume) => {
    if (volume.kind !== 'claim') return []
    const claim = volumes.claim(pod.namespace, volume.claimName)
    if (claim === undefined) return [`persistentvolumeclaim "${volume.claimName}" not found`]
    if (claim.volumeName !== '') {
      return [
        volumes.volume(claim.volumeName) ?? `persistentvolume "${claim.volumeName}" not found`,
      ]
    }
    const storageClass = volumes.storageClass(claim.className)
    if (storageClass?.bindingMode === 'WaitForFirstConsumer') return []
    if (storageClass?.bindingMode === null && release.needsBindingMode) {
      return [`VolumeBindingMode not set for StorageClass "${claim.className}"`]
    }
    return [`PersistentVolumeClaim is not bound: "${claim.name}"`]
  })
}

function hasZone(nodes: Nodes, node: number): boolean {
  return KEYS.some((key) => nodes.label(node, key) !== undefined)
}

function isElsewhere(nodes: Nodes, node: number, { labels }: PersistentVolume): boolean {
  return KEYS.some((key) => {
    const zones = zonesOf(labels.get(key))
    return zones !== null && !zones.includes(nodes.label(node, key) ?? '')
  })
}

/** A volume may be in several zones; a list with an empty name in it is not looked at. */
function zonesOf(label: string | undefined): string[] | null {
  if (label === undefined) return null
  const zones = label.split(ZONE_SEPARATOR).map((zone) => zone.trim())
  return zones.includes('') ? null : zones
}

function detailsOf(
  nodes: Nodes,
  node: number,
  found: readonly (PersistentVolume | string)[],
): Detail[] {
  return found.flatMap((volume): Detail[] => {
    if (typeof volume === 'string') return []
    return KEYS.flatMap((key): Detail[] => {
      const zones = zonesOf(volume.labels.get(key))
      const nodeHas = nodes.label(node, key) ?? null
      if (zones === null || zones.includes(nodeHas ?? '')) return []
      return [{ kind: 'volumeZone', volume: volume.name, label: key, values: zones, nodeHas }]
    })
  })
}

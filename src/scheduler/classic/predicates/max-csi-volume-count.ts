import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { type NodeFilter, SKIP } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'
import { csiLimitKey } from '../csi-limit-key.ts'
import { VOLUME_COUNT } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off nodes that would have more volumes of a CSI driver than they say they can (1.12). */
export const maxCsiVolumeCount: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster, pod, statuses }) {
    const wanted = handlesOf(cluster, pod.signature)
    if (wanted.size === 0) return SKIP
    const filter = new CsiFilter(cluster, wanted, rejectionId(statuses, release, VOLUME_COUNT))
    return { kind: 'filter', filter, perPod: true }
  },
})

/** Handles of the CSI volumes that a pod uses through bound claims, and their drivers. */
function handlesOf({ volumes }: Cluster, pod: PodSignature): Map<string, string> {
  const handles = new Map<string, string>()
  for (const volume of pod.volumes) {
    if (volume.kind !== 'claim') continue
    const claim = volumes.claim(pod.namespace, volume.claimName)
    const source = volumes.volume(claim?.volumeName ?? '')?.source
    if (source?.kind === 'csi') handles.set(source.handle, source.driver)
  }
  return handles
}

class CsiFilter implements NodeFilter {
  readonly dependsOn = 'node'
  private readonly cluster: Cluster
  private readonly onNode: readonly (readonly Pod[])[]
  private readonly wanted: ReadonlyMap<string, string>
  private readonly limits: ReadonlyMap<string, Float64Array>
  private readonly rejection: number
  private readonly byClass: (ReadonlyMap<string, string> | undefined)[] = []

  constructor(cluster: Cluster, wanted: ReadonlyMap<string, string>, rejection: number) {
    this.cluster = cluster
    this.onNode = cluster.pods.onNode
    this.wanted = wanted
    this.rejection = rejection
    this.limits = new Map(
      [...wanted.values()].map((driver) => [
        driver,
        cluster.nodes.scalarColumn(csiLimitKey(driver), Number.POSITIVE_INFINITY),
      ]),
    )
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.exceeded(node).length > 0) verdict[node] = this.rejection
    }
  }

  private exceeded(node: number): Detail[] {
    const attached = new Map<string, string>()
    for (const pod of this.onNode[node]) {
      for (const [handle, driver] of this.handles(pod.signature)) attached.set(handle, driver)
    }
    const added = [...this.wanted].filter(([handle]) => !attached.has(handle))
    return [...this.limits].flatMap(([driver, limits]): Detail[] => {
      const count = (pairs: Iterable<[string, string]>) =>
        [...pairs].filter(([, one]) => one === driver).length
      const requested = count(added)
      const used = count(attached)
      const limit = limits[node]
      return requested > 0 && used + requested > limit
        ? [{ kind: 'volumeLimit', driver, requested, used, limit }]
        : []
    })
  }

  private handles(pod: PodSignature): ReadonlyMap<string, string> {
    this.byClass[pod.id] ??= handlesOf(this.cluster, pod)
    return this.byClass[pod.id] ?? new Map()
  }

  details(node: number): Detail[] {
    return this.exceeded(node)
  }
}

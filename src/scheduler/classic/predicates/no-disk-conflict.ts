import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import { referTo } from '../../../snapshot/pods/pod-reference.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { filtering, type NodeFilter, SKIP } from '../../framework/plugin.ts'
import { disksConflict, isExclusiveDisk } from '../../plugins/volume-restrictions/disk-conflict.ts'
import type { PluginFactory } from '../context.ts'
import { NO_DISK } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods apart that would mount one GCE, EBS, RBD or iSCSI disk; only disks that pods name directly. */
export const noDiskConflict: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster, pod, statuses }) {
    if (!pod.signature.volumes.some(isExclusiveDisk)) return SKIP
    return filtering(
      new DiskFilter(cluster, pod.signature, rejectionId(statuses, release, NO_DISK)),
    )
  },
})

class DiskFilter implements NodeFilter {
  readonly dependsOn = 'node'
  readonly rejectsMoreWith = ['pods'] as const
  private readonly onNode: readonly (readonly Pod[])[]
  private readonly wanted: PodSignature
  private readonly rejection: number
  private readonly conflictsWith: (boolean | undefined)[] = []

  constructor({ pods }: Cluster, wanted: PodSignature, rejection: number) {
    this.onNode = pods.onNode
    this.wanted = wanted
    this.rejection = rejection
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      if (this.holderOn(node) !== undefined) verdict[node] = this.rejection
    }
  }

  private holderOn(node: number): Pod | undefined {
    for (const pod of this.onNode[node]) if (this.conflicts(pod.signature)) return pod
    return undefined
  }

  private conflicts(used: PodSignature): boolean {
    let known = this.conflictsWith[used.id]
    if (known === undefined) {
      known = this.wanted.volumes.some((one) =>
        used.volumes.some((other) => disksConflict(one, other)),
      )
      this.conflictsWith[used.id] = known
    }
    return known
  }

  details(node: number): Detail[] {
    const holder = this.holderOn(node)
    if (holder === undefined) return []
    return this.wanted.volumes
      .filter(isExclusiveDisk)
      .filter((one) => holder.signature.volumes.some((other) => disksConflict(one, other)))
      .slice(0, 1)
      .map((volume) => ({ kind: 'disk', conflictsWith: { pod: referTo(holder), volume } }))
  }
}

import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import type { PersistentVolume } from '../../../snapshot/storage/persistent-volume.ts'
import type { PodVolume } from '../../../snapshot/storage/pod-volume.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { type NodeFilter, SKIP } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'
import { VOLUME_COUNT } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

type VolumeSource = PodVolume | NonNullable<PersistentVolume['source']>

/** One kind of disk, and how many of it a node may have attached. */
export interface DiskKind {
  /** The plugin of Kubernetes that the disks belong to. */
  readonly driver: string
  /** Identifies a disk of this kind; null for other volumes. */
  readonly idOf: (source: VolumeSource) => string | null
  readonly limit: number
  /** 1.12: another limit for some instance types, by the label on the node. */
  readonly limitOfInstance?: (instanceType: string) => number
  /** 1.12: the resource by which a node names its own limit. */
  readonly limitKey: string
}

const INSTANCE_TYPE = 'beta.kubernetes.io/instance-type'

/** Keeps pods off nodes that would have more disks of a kind attached than they can. */
export function maxVolumeCount(kind: DiskKind): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareFilter({ cluster, pod, statuses }) {
      const counter = new VolumeIds(cluster, kind)
      const wanted = counter.of(pod.signature)
      if (wanted.size === 0) return SKIP
      const limits = release.limitsByNode
        ? limitsByNode(cluster, kind)
        : new Float64Array(cluster.nodes.count).fill(kind.limit)
      const rejection = rejectionId(statuses, release, VOLUME_COUNT)
      const filter = new CountFilter(cluster, kind.driver, counter, wanted, limits, rejection)
      return { kind: 'filter', filter, perPod: true }
    },
  })
}

function limitsByNode({ nodes }: Cluster, kind: DiskKind): Float64Array {
  const { valueId, values } = nodes.labelColumn(INSTANCE_TYPE)
  const own = nodes.scalarColumn(kind.limitKey, Number.NaN)
  return own.map((limit, node) => {
    if (!Number.isNaN(limit)) return limit
    return kind.limitOfInstance?.(values[valueId[node]]) ?? kind.limit
  })
}

/** The disks of one kind that a pod uses. A claim whose volume is unknown counts as one of every kind. */
class VolumeIds {
  private readonly cluster: Cluster
  private readonly kind: DiskKind
  private readonly byClass: (ReadonlySet<string> | undefined)[] = []

  constructor(cluster: Cluster, kind: DiskKind) {
    this.cluster = cluster
    this.kind = kind
  }

  of(pod: PodSignature): ReadonlySet<string> {
    this.byClass[pod.id] ??= this.collect(pod)
    return this.byClass[pod.id] ?? new Set()
  }

  private collect({ namespace, volumes }: PodSignature): Set<string> {
    const ids = new Set<string>()
    for (const volume of volumes) {
      const id =
        volume.kind === 'claim'
          ? this.idOfClaim(namespace, volume.claimName)
          : this.kind.idOf(volume)
      if (id !== null) ids.add(id)
    }
    return ids
  }

  private idOfClaim(namespace: string, name: string): string | null {
    const { volumes } = this.cluster
    const claim = volumes.claim(namespace, name)
    const volume = volumes.volume(claim?.volumeName ?? '')
    // The separator keeps claims apart from real disks.
    if (volume === undefined) return `claim ${namespace}/${name}`
    return volume.source === null ? null : this.kind.idOf(volume.source)
  }
}

class CountFilter implements NodeFilter {
  readonly dependsOn = 'node'
  private readonly onNode: readonly (readonly Pod[])[]
  private readonly driver: string
  private readonly ids: VolumeIds
  private readonly wanted: ReadonlySet<string>
  private readonly limits: Float64Array
  private readonly rejection: number

  constructor(
    { pods }: Cluster,
    driver: string,
    ids: VolumeIds,
    wanted: ReadonlySet<string>,
    limits: Float64Array,
    rejection: number,
  ) {
    this.onNode = pods.onNode
    this.driver = driver
    this.ids = ids
    this.wanted = wanted
    this.limits = limits
    this.rejection = rejection
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      // A disk that is there already and the pod's too counts once.
      const attached = this.attachedTo(node)
      for (const id of this.wanted) attached.add(id)
      if (attached.size > this.limits[node]) verdict[node] = this.rejection
    }
  }

  private attachedTo(node: number): Set<string> {
    const attached = new Set<string>()
    for (const pod of this.onNode[node]) {
      for (const id of this.ids.of(pod.signature)) attached.add(id)
    }
    return attached
  }

  details(node: number): Detail[] {
    const { driver } = this
    const used = this.attachedTo(node)
    const requested = [...this.wanted].filter((id) => !used.has(id)).length
    return [{ kind: 'volumeLimit', driver, requested, used: used.size, limit: this.limits[node] }]
  }
}

import type { Cluster } from '../../../snapshot/cluster.ts'
import type { Pod } from '../../../snapshot/pods/pod.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { selectorMatches, selectorOfMap } from '../../../snapshot/selectors/label-selector.ts'
import type { Detail } from '../../framework/detail.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { filtering, type NodeFilter } from '../../framework/plugin.ts'
import type { PluginStatuses } from '../../framework/status-table.ts'
import type { PluginFactory } from '../context.ts'
import type { ClassicRelease } from '../profiles/releases.ts'
import { SERVICE_AFFINITY } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Argument serviceAffinity of a policy. */
export interface ServiceAffinity {
  readonly labels: readonly string[]
}

/** Keeps the pods of a Service where some labels of the nodes have the values of the first pod's node. */
export function checkServiceAffinity({ labels }: ServiceAffinity): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareFilter({ cluster, pod, statuses }) {
      return filtering(new ServiceAffinityFilter(cluster, pod.signature, labels, release, statuses))
    },
  })
}

class ServiceAffinityFilter implements NodeFilter {
  readonly dependsOn = 'cluster'
  private readonly cluster: Cluster
  private readonly pod: PodSignature
  private readonly labels: readonly string[]
  private readonly hasService: boolean
  private readonly table: PluginStatuses
  private readonly rejection: number
  private readonly isLike: (boolean | undefined)[] = []
  /** Running pods of the namespace that have all the pod's labels; the first one decides. */
  private like: Pod[]

  constructor(
    cluster: Cluster,
    pod: PodSignature,
    labels: readonly string[],
    release: ClassicRelease,
    table: PluginStatuses,
  ) {
    this.cluster = cluster
    this.pod = pod
    this.labels = labels
    this.table = table
    this.rejection = rejectionId(table, release, SERVICE_AFFINITY)
    this.hasService = cluster
      .workloads('services')
      .some(
        ({ namespace, selector }) =>
          namespace === pod.namespace && selectorMatches(selector, pod.labels),
      )
    // Upstream's order is random; here it is that of the snapshot.
    this.like = cluster.pods.onNode
      .flat()
      .filter((running) => this.counts(running.signature))
      .sort((a, b) => a.index - b.index)
  }

  private counts(other: PodSignature): boolean {
    this.isLike[other.id] ??=
      other.namespace === this.pod.namespace &&
      selectorMatches(selectorOfMap(this.pod.labels), other.labels)
    return this.isLike[other.id] === true
  }

  podChanged(pod: Pod, _node: number, sign: 1 | -1): void {
    if (!this.counts(pod.signature)) return
    this.like = sign === 1 ? [...this.like, pod] : this.like.filter((one) => one !== pod)
  }

  addOrRemovePod(pod: Pod, node: number, sign: 1 | -1): void {
    this.podChanged(pod, node, sign)
  }

  checkpoint(): () => void {
    const saved = this.like
    return () => {
      this.like = saved
    }
  }

  filter(nodes: NodeList, verdict: Int32Array): void {
    const wanted = this.wanted()
    if (typeof wanted === 'string') {
      const error = this.table.id('Error', wanted)
      for (let index = 0; index < nodes.length; index++) verdict[nodes.at[index]] = error
      return
    }
    for (const [label, value] of wanted) {
      const { valueId, values } = this.cluster.nodes.labelColumn(label)
      const id = values.indexOf(value, 1)
      for (let index = 0; index < nodes.length; index++) {
        const node = nodes.at[index]
        if (valueId[node] !== id) verdict[node] = this.rejection
      }
    }
  }

  /** Label values from the pod's own nodeSelector, the missing ones from the first like pod's node. */
  private wanted(): Map<string, string> | string {
    const { labels, pod, like, cluster } = this
    const wanted = new Map<string, string>()
    for (const label of labels) {
      const value = pod.nodeSelector.get(label)
      if (value !== undefined) wanted.set(label, value)
    }
    const [first] = like
    if (labels.length <= wanted.size || !this.hasService || first === undefined) return wanted
    // A pod that is only nominated to a node has none to look at.
    if (first.node < 0) return 'node "" not found'
    for (const label of labels) {
      const value = cluster.nodes.label(first.node, label)
      if (value !== undefined && !wanted.has(label)) wanted.set(label, value)
    }
    return wanted
  }

  details(node: number): Detail[] {
    const wanted = this.wanted()
    if (typeof wanted === 'string') return []
    return [...wanted].flatMap(([label, value]) => {
      const nodeHas = this.cluster.nodes.label(node, label) ?? null
      return nodeHas === value ? [] : [{ kind: 'serviceAffinity', label, value, nodeHas }]
    })
  }
}

import type { Cluster } from '../../../snapshot/cluster.ts'
import type { LabelColumn } from '../../../snapshot/nodes/node-labels.ts'
import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { type LabelSelector, selectorMatches } from '../../../snapshot/selectors/label-selector.ts'
import type { NodeList } from '../../framework/node-list.ts'
import { scoring } from '../../framework/plugin.ts'
import type { PluginFactory } from '../context.ts'
import { MatchingPods } from './matching-pods.ts'
import { SCORE_MAX } from './scale.ts'

/** Spreads the pods of the first Service that selects them over the values of a node label. */
export function serviceAntiAffinityPriority(label: string): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareScore({ cluster, pod: { signature: pod } }) {
      // Upstream takes the first of a random order, Berth that of the snapshot.
      const service = cluster
        .workloads('services')
        .find(
          ({ namespace, selector }) =>
            namespace === pod.namespace && selectorMatches(selector, pod.labels),
        )
      const isMember = memberOf(pod, service?.selector ?? null, release.countsTerminating)
      return scoring(new ServiceScorer(cluster, isMember, cluster.nodes.labelColumn(label)))
    },
  })
}

function memberOf(pod: PodSignature, selector: LabelSelector, countsTerminating: boolean) {
  return (other: PodSignature) =>
    other.namespace === pod.namespace &&
    (countsTerminating || !other.terminating) &&
    selectorMatches(selector, other.labels)
}

class ServiceScorer extends MatchingPods {
  private readonly column: LabelColumn
  private readonly podsByValue: Float64Array

  constructor(cluster: Cluster, isMember: (pod: PodSignature) => boolean, column: LabelColumn) {
    super(cluster, isMember)
    this.column = column
    this.podsByValue = new Float64Array(column.values.length)
  }

  normalize(nodes: NodeList, raw: Float64Array, score: Float64Array): void {
    const { podsByValue } = this
    const { valueId } = this.column
    podsByValue.fill(0)
    let total = 0
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      total += raw[node]
      podsByValue[valueId[node]] += raw[node]
    }
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      const id = valueId[node]
      if (id === 0) score[node] = 0
      else if (total === 0) score[node] = SCORE_MAX
      else score[node] = Math.trunc(SCORE_MAX * ((total - podsByValue[id]) / total))
    }
  }
}

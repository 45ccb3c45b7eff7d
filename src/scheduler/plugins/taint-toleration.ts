import type { Nodes } from '../../snapshot/nodes.ts'
import type { PodClass } from '../../snapshot/pod-class.ts'
import { firstUntolerated, isTolerated, type Taint } from '../../snapshot/taint.ts'
import { normalizeReversed } from '../normalize.ts'
import { filtering, type NodeList, type NodeScorer, type Plugin, scoring } from '../plugin.ts'
import { StaticFilter } from './static-filter.ts'

const REASON = 'node(s) had untolerated taint(s)'

/** Keeps pods off nodes whose hard taints they do not tolerate, and prefers nodes with few soft ones. */
export const taintToleration: Plugin = {
  name: 'TaintToleration',
  prepareFilter({ cluster: { nodes }, pod, rejections }) {
    // Many nodes share a taint set, so each distinct set is judged once.
    const untolerated = nodes.taintSets.map((taints) =>
      firstUntolerated(taints, pod.class.tolerations),
    )
    const rejection = rejections.id('UnschedulableAndUnresolvable', REASON)
    const verdicts = untolerated.map((taint) => (taint === null ? 0 : rejection))
    return filtering(
      new StaticFilter(nodes.taintSetId, verdicts, (node) => [
        { taint: untolerated[nodes.taintSetId[node]] },
      ]),
    )
  },
  prepareScore: ({ cluster: { nodes }, pod }) => scoring(new SoftTaintScorer(nodes, pod.class)),
}

/** By taint set: how many of its PreferNoSchedule taints the pod does not tolerate. */
export function intolerableTaints(nodes: Nodes, pod: PodClass): Float64Array {
  const soft = pod.tolerations.filter(
    ({ effect }) => effect === '' || effect === 'PreferNoSchedule',
  )
  const isIntolerable = (taint: Taint) =>
    taint.effect === 'PreferNoSchedule' && !isTolerated(soft, taint)
  return Float64Array.from(nodes.taintSets, (taints) => taints.filter(isIntolerable).length)
}

class SoftTaintScorer implements NodeScorer {
  readonly reads = 'static'
  readonly normalize = normalizeReversed
  private readonly taintSetId: Int32Array
  private readonly intolerable: Float64Array

  constructor(nodes: Nodes, pod: PodClass) {
    this.taintSetId = nodes.taintSetId
    this.intolerable = intolerableTaints(nodes, pod)
  }

  score(nodes: NodeList, raw: Float64Array): boolean {
    const { taintSetId, intolerable } = this
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes.at[index]
      raw[node] = intolerable[taintSetId[node]]
    }
    return true
  }
}

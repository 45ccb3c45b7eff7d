import type { Cluster, Pod } from '../../snapshot/cluster.ts'
import type { Evaluation } from '../cached-cycle-state.ts'
import { FITS } from '../framework/status-table.ts'
import type { Nominations } from '../nominations.ts'
import { Trial } from '../preemption/dry-run.ts'
import { outsideId } from './filter-preparation.ts'
import type { FilterResult } from './filter-result.ts'

/**
 * The verdicts as upstream tells them of a pod that fits nowhere and was promised a node. That node is
 * tried first, before PreFilter's choice of nodes is looked at: so its own objection is told though
 * it is none of these, and the plugin that objects is named among those that chose the nodes.
 */
export function tellPromised(
  cluster: Cluster,
  evaluation: Evaluation,
  nominations: Nominations,
  pod: Pod,
  filter: FilterResult,
): FilterResult {
  const promised = cluster.nodes.rowOf.get(pod.nominatedNodeName)
  const { restrictedBy, rejections } = evaluation
  if (promised === undefined || restrictedBy.length === 0) return filter
  const trial = new Trial(cluster, filter.pass)
  const restore = trial.begin(promised)
  const objection = trial.verdictWith(nominations.respectedOn(promised, pod))
  restore()
  if (objection === FITS) return filter
  const outside = outsideId(rejections, [...restrictedBy, rejections.get(objection).plugin])
  const toldVerdict = filter.verdict.map((verdict) =>
    rejections.rank(verdict) < 0 ? outside : verdict,
  )
  toldVerdict[promised] = objection
  return { ...filter, toldVerdict }
}

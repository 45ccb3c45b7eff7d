import type { Cluster } from '../../snapshot/cluster.ts'
import type { Pod } from '../../snapshot/pods/pod.ts'
import type { CachedCycleState } from '../cached-cycle-state.ts'
import { FITS } from '../framework/status-table.ts'
import type { Nominations } from '../nominations.ts'
import { DryRun } from '../preemption/dry-run.ts'
import { outsidePreFilterNodes } from './filter-preparation.ts'
import type { FilterResult } from './filter-result.ts'
import type { FilterState } from './filter-state.ts'

/** The verdicts with the pods that are nominated to each node, which may need the room. */
export function verdictsBesideNominated(
  cluster: Cluster,
  pass: FilterState,
  nominations: readonly (readonly [number, readonly Pod[]])[],
): Int32Array {
  const verdict = pass.verdict.slice()
  const dryRun = new DryRun(cluster, pass)
  for (const [node, nominated] of nominations) {
    // PreFilter's choice of nodes stands, whoever is nominated where.
    if (pass.statuses.rank(verdict[node]) < 0) continue
    const restore = dryRun.begin(node)
    verdict[node] = dryRun.verdictWith(nominated)
    restore()
  }
  return verdict
}

/**
 * The verdicts as upstream tells them of a pod that fits nowhere and was nominated to a node. That node is
 * tried first, before PreFilter's choice of nodes is looked at: so its own rejection is told though
 * it is none of these, and the plugin that objects is named among those that chose the nodes.
 */
export function verdictsForNominatedPod(
  cluster: Cluster,
  cycleState: CachedCycleState,
  nominations: Nominations,
  pod: Pod,
  filter: FilterResult,
): FilterResult {
  const nominated = cluster.nodes.rowOf.get(pod.nominatedNodeName)
  const { restrictedBy, statuses } = cycleState
  if (nominated === undefined || restrictedBy.length === 0) return filter
  const dryRun = new DryRun(cluster, filter.pass)
  const restore = dryRun.begin(nominated)
  const rejection = dryRun.verdictWith(nominations.respectedOn(nominated, pod))
  restore()
  if (rejection === FITS) return filter
  const outside = outsidePreFilterNodes(statuses, [...restrictedBy, statuses.get(rejection).plugin])
  const reportedVerdict = filter.verdict.map((verdict) =>
    statuses.rank(verdict) < 0 ? outside : verdict,
  )
  reportedVerdict[nominated] = rejection
  return { ...filter, reportedVerdict }
}

import type { Pod } from '../../snapshot/cluster.ts'
import { FITS } from '../framework/status-table.ts'
import type { DryRun } from '../preemption/dry-run.ts'
import type { VictimResult, VictimSelection } from '../preemption/victims.ts'
import { sortVictims, type VictimUnit, victimsOn } from './group-victims.ts'

/**
 * Whom a pod would have to displace on one node where groups count: a group whose disruptionMode is
 * all leaves everywhere or not at all, and a pod of a group is as important as its group.
 */
export function selectAmongGroups(
  selection: VictimSelection,
  node: number,
  dryRun: DryRun,
  nominated: readonly Pod[],
): VictimResult {
  const { cluster, preemptor, nowMs } = selection
  const units = victimsOn(cluster, [node], preemptor.signature.priority, nowMs)
  if (units.length === 0) return { kind: 'none' }
  for (const { pods } of units) for (const pod of pods) dryRun.remove(pod)
  const verdict = dryRun.verdictWith(nominated)
  if (verdict !== FITS) return { kind: 'rejected', verdict }

  sortVictims(units)
  const violating = selection.violatingBudgets(units.flatMap(({ pods }) => pods))
  const isViolating = ({ pods }: VictimUnit) => pods.some((pod) => violating.has(pod))
  const violatingUnits = units.filter(isViolating)
  const others = units.filter((unit) => !isViolating(unit))
  const gone: VictimUnit[] = []
  for (const unit of [...violatingUnits, ...others]) {
    for (const pod of unit.pods) dryRun.add(pod)
    if (dryRun.verdictWith(nominated) === FITS) continue
    for (const pod of unit.pods) dryRun.remove(pod)
    gone.push(unit)
  }
  if (violatingUnits.length > 0 && others.length > 0) sortVictims(gone)
  const victims = gone
    .flatMap(({ pods }) => pods)
    .map((pod) => ({ pod, pdbViolated: violating.has(pod) }))
  const pdbViolations = victims.filter(({ pdbViolated }) => pdbViolated).length
  return { kind: 'victims', victims, pdbViolations }
}

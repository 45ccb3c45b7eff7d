import type { Pod } from '../../snapshot/pods/pod.ts'
import { FITS } from '../framework/status-table.ts'
import type { DryRun } from '../preemption/dry-run.ts'
import {
  notReturning,
  preempting,
  type SelectVictims,
  type VictimResult,
  type VictimSelection,
} from '../preemption/victims.ts'
import { holdsAny, RunningMembers, sortVictims, victimsOn } from './group-victims.ts'

/**
 * Whom a pod would have to displace where groups count: a group whose disruptionMode is all leaves
 * everywhere or not at all, and a pod of a group is as important as its group.
 */
export function selectAmongGroups(selection: VictimSelection): SelectVictims {
  const running = new RunningMembers(selection.cluster)
  return (node, dryRun, nominated) => selectOn(node, selection, running, dryRun, nominated)
}

function selectOn(
  node: number,
  selection: VictimSelection,
  running: RunningMembers,
  dryRun: DryRun,
  nominated: readonly Pod[],
): VictimResult {
  const { cluster, preemptor, nowMs } = selection
  const units = victimsOn(cluster, running, [node], preemptor.signature.priority, nowMs)
  if (units.length === 0) return { kind: 'none' }
  for (const { pods } of units) for (const pod of pods) dryRun.remove(pod)
  const verdict = dryRun.verdictWith(nominated)
  if (verdict !== FITS) return { kind: 'rejected', verdict }

  sortVictims(units)
  const violating = selection.violatingBudgets(units.flatMap(({ pods }) => pods))
  const { gone, isMixed } = notReturning(units, holdsAny(violating), ({ pods }) => {
    for (const pod of pods) dryRun.add(pod)
    if (dryRun.verdictWith(nominated) === FITS) return true
    for (const pod of pods) dryRun.remove(pod)
    return false
  })
  if (isMixed) sortVictims(gone)
  return preempting(
    gone.flatMap(({ pods }) => pods),
    violating,
  )
}

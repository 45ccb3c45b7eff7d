import type { Decision } from '../scheduler/decision.ts'
import type { FilterResult } from '../scheduler/filter/filter-result.ts'
import type { NodeList } from '../scheduler/framework/node-list.ts'
import { FITS } from '../scheduler/framework/status-table.ts'
import type { ScoreColumn } from '../scheduler/score/score-column.ts'
import type { ScoreState } from '../scheduler/score/score-state.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'

export function haveSameRows(a: Nodes, b: Nodes): boolean {
  return a.count === b.count && a.names.every((name, row) => name === b.names[row])
}

/**
 * Whether two decisions, of clusters with the same nodes in the same rows, surely differ in nothing that a
 * comparison tells. Nothing is made readable for that, so that of thousands of pods that fare alike
 * only the others cost what a view of every node costs. False where it takes a closer look.
 */
export function isSurelySame(a: Decision, b: Decision): boolean {
  if (a.outcome !== b.outcome || a.node !== b.node || a.assignedTo !== b.assignedTo) return false
  if (isIntricate(a) || isIntricate(b)) return false
  if (a.filter === null || b.filter === null) return a.filter === b.filter
  return isSameFilter(a.filter, b.filter) && areSameScores(a, b, a.filter.search.feasible)
}

/** Victims, nodes that were not searched and what is not known have rules of their own. */
function isIntricate({ outcome, open, preemption, nominatedTo, filter }: Decision): boolean {
  return (
    outcome === 'unknown' ||
    open !== null ||
    (nominatedTo ?? preemption?.node ?? -1) >= 0 ||
    (filter !== null && (filter.search.notSearched > 0 || filter.strangers !== undefined))
  )
}

function isSameFilter(a: FilterResult, b: FilterResult): boolean {
  let [lastA, lastB] = [FITS, FITS]
  for (let node = 0; node < a.verdict.length; node++) {
    const [ofA, ofB] = [a.verdict[node], b.verdict[node]]
    // Neighbours mostly fare alike.
    if (ofA === lastA && ofB === lastB) continue
    if (ofA === FITS || ofB === FITS ? ofA !== ofB : !isSameRejection(a, ofA, b, ofB)) return false
    lastA = ofA
    lastB = ofB
  }
  return true
}

/** Other words for the same facts count as a difference here. */
function isSameRejection(a: FilterResult, idOfA: number, b: FilterResult, idOfB: number): boolean {
  if (a.statuses.isUnknown(idOfA) || b.statuses.isUnknown(idOfB)) return false
  const [ofA, ofB] = [a.statuses.get(idOfA), b.statuses.get(idOfB)]
  return (
    ofA.plugin === ofB.plugin &&
    ofA.code === ofB.code &&
    ofA.reasons.length === ofB.reasons.length &&
    ofA.reasons.every((reason, index) => reason === ofB.reasons[index])
  )
}

function areSameScores(a: Decision, b: Decision, feasible: NodeList): boolean {
  if (a.scores === null || b.scores === null) return a.scores === b.scores
  const [ofA, ofB] = [columnsByPlugin(a.scores), columnsByPlugin(b.scores)]
  for (const plugin of new Set([...ofA.keys(), ...ofB.keys()])) {
    if (!areSameColumns(ofA.get(plugin), ofB.get(plugin), feasible)) return false
  }
  return true
}

function columnsByPlugin({ columns }: ScoreState): Map<string, ScoreColumn> {
  const scored = columns.filter(({ skipped }) => !skipped)
  return new Map(scored.map((column) => [column.plugin, column]))
}

/** A plugin that did not score gave zeros. */
function areSameColumns(
  a: ScoreColumn | undefined,
  b: ScoreColumn | undefined,
  { at, length }: NodeList,
): boolean {
  const weightOfA = a?.weight ?? 0
  const weightOfB = b?.weight ?? 0
  for (let index = 0; index < length; index++) {
    const node = at[index]
    const weightedByA = a === undefined ? 0 : a.score[node] * weightOfA
    const weightedByB = b === undefined ? 0 : b.score[node] * weightOfB
    if (weightedByA !== weightedByB) return false
  }
  return true
}

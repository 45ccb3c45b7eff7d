import type { Decision } from '../../scheduler/decision.ts'
import type { ScoreColumn } from '../../scheduler/score/score-column.ts'
import type { ScoreState } from '../../scheduler/score/score-state.ts'
import type { Nodes } from '../../snapshot/nodes/nodes.ts'

/** A node that the pod did not go to, against the one that it went to. */
export interface RunnerUp {
  readonly node: string
  readonly total: number
  readonly behindBy: number
  /** Plugins that tell the two apart: weighted points of this node minus those of the chosen one. */
  readonly differences: readonly { readonly plugin: string; readonly points: number }[]
  /** The smallest change of one weight that would make this node the only best one; null: none does. */
  readonly tippedBy: { readonly plugin: string; readonly from: number; readonly to: number } | null
}

const WEIGHT_MAX = 100

/** The best nodes after the chosen one; `wanted`: one more that somebody asks about. */
export function runnersUp(
  { filter, scores, node: chosen }: Decision,
  nodes: Nodes,
  most: number,
  wanted: string | null,
): RunnerUp[] {
  if (filter === null || scores === null || chosen < 0) return []
  const { feasible } = filter.search
  const rows = Array.from(feasible.at.subarray(0, feasible.length))
  const others = rows
    .filter((row) => row !== chosen)
    .sort((a, b) => scores.total[b] - scores.total[a])
  const shown = others.slice(0, most)
  const asked = wanted === null ? undefined : nodes.rowOf.get(wanted)
  if (asked !== undefined && others.includes(asked) && !shown.includes(asked)) shown.push(asked)
  return shown.map((row) => compare(scores, nodes, rows, chosen, row))
}

function compare(
  scores: ScoreState,
  nodes: Nodes,
  rows: readonly number[],
  chosen: number,
  row: number,
): RunnerUp {
  const active = scores.columns.filter(({ skipped }) => !skipped)
  const differences = active
    .map(({ plugin, score, weight }) => ({
      plugin,
      points: (score[row] - score[chosen]) * weight,
    }))
    .filter(({ points }) => points !== 0)
    .sort((a, b) => a.points - b.points)
  return {
    node: nodes.names[row],
    total: scores.total[row],
    behindBy: scores.total[chosen] - scores.total[row],
    differences,
    tippedBy: smallestTip(scores.total, active, rows, row),
  }
}

/** Totals are sums of score times weight, so that another weight's totals need no deciding again. */
function smallestTip(
  total: Float64Array,
  columns: readonly ScoreColumn[],
  rows: readonly number[],
  row: number,
): RunnerUp['tippedBy'] {
  let best: { plugin: string; from: number; to: number } | null = null
  for (const { plugin, score, weight: from } of columns) {
    const to = weightThatTips(total, score, from, rows, row)
    if (to === null) continue
    if (best === null || Math.abs(to - from) < Math.abs(best.to - best.from)) {
      best = { plugin, from, to }
    }
  }
  return best
}

/**
 * With a weight w the row leads another by lead + (w - from) * edge. Each other row bounds w from below
 * (edge above 0) or from above (below 0); the weight nearest to the present one within all bounds tips.
 */
function weightThatTips(
  total: Float64Array,
  score: Float64Array,
  from: number,
  rows: readonly number[],
  row: number,
): number | null {
  let [lowest, highest] = [1, WEIGHT_MAX]
  for (const other of rows) {
    if (other === row) continue
    const lead = total[row] - total[other]
    const edge = score[row] - score[other]
    if (edge === 0) {
      if (lead <= 0) return null
      continue
    }
    const bound = from - lead / edge
    if (edge > 0) lowest = Math.max(lowest, Math.floor(bound) + 1)
    else highest = Math.min(highest, Math.ceil(bound) - 1)
  }
  if (lowest > highest) return null
  return Math.min(highest, Math.max(lowest, from))
}

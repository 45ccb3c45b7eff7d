import type { Decision } from '../scheduler/decision.ts'
import type { ScoreState } from '../scheduler/score/score-state.ts'
import { topNodes } from '../scheduler/score/tie-break.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'
import type { NodeScoreView, PluginScoreView } from './decision-view.ts'

/** The scores of nodes that are feasible, or may be by plugin, best first, equal ones in the order of the search. */
export function viewScores(
  { filter, scores, open }: Decision,
  nodes: Nodes,
  most: number,
): NodeScoreView[] {
  if (filter === null || scores === null) return []
  const { at, length } = open?.possible ?? filter.search.feasible
  const { total } = scores
  const all = at.subarray(0, length)
  // An extender may name a node twice.
  const once = filter.strangers === undefined ? all : new Set(all)
  const best = Int32Array.from(once).sort((a, b) => total[b] - total[a])
  return Array.from(best.subarray(0, most), (node) => ({
    node: nodes.names[node],
    total: total[node],
    plugins: viewPlugins(scores, node),
  }))
}

/** All nodes with the top total. */
export function viewTied({ filter, scores, open }: Decision, nodes: Nodes): string[] {
  if (filter === null || scores === null || open !== null) return []
  return topNodes(filter.search.feasible, scores.total).map((node) => nodes.names[node])
}

// Plugin names come from the profile, so they may be keys of a plain object.
function viewPlugins({ columns }: ScoreState, node: number): { [plugin: string]: PluginScoreView } {
  const plugins: { [plugin: string]: PluginScoreView } = {}
  for (const { plugin, raw, score, weight, skipped } of columns) {
    if (skipped) continue
    const weighted = score[node] * weight
    plugins[plugin] = { raw: raw[node], score: score[node], weight, weighted }
  }
  return plugins
}

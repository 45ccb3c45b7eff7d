import type { Pod } from '../../snapshot/pods/pod.ts'
import type { ScoreFailure } from '../attempt-error.ts'
import type { FeasibleNodes } from '../filter/feasible-nodes.ts'
import type { FilterResult } from '../filter/filter-result.ts'
import type { CycleRules } from '../framework/cycle-rules.ts'
import { nameOfExtender } from '../framework/extender.ts'
import type { NodeList } from '../framework/node-list.ts'
import { StaticScorer } from '../framework/static-scorer.ts'
import type { WeightedScorer } from '../score/score-column.ts'
import type { ScoreState } from '../score/score-state.ts'
import { topNodes } from '../score/tie-break.ts'
import type { PodExtenders } from './pod-extenders.ts'
import { readPrioritizeReply } from './read-reply.ts'

/** What the extenders add to the scores of the feasible nodes. */
export interface ExtenderScores {
  readonly columns: readonly WeightedScorer[]
  /** One byte a node: some extender scored it. */
  readonly isScored: Uint8Array
}

/** Whatever scores nodes by the plugins of a profile, and by what is added to them. */
interface Scoring {
  scoreApart(
    pod: Pod,
    filter: FilterResult,
    given: { readonly isBare: boolean; readonly added: readonly WeightedScorer[] },
  ): ScoreState | ScoreFailure
}

interface Passed {
  readonly filter: FilterResult
  readonly isBare: boolean
  /** Nobody is asked about a node that is taken anyway. */
  readonly hasChoice: boolean
}

/** The scores by plugins and extenders of what the extenders let pass. */
export function scoreWithExtenders(
  extenders: PodExtenders,
  scoring: Scoring,
  { filter, isBare, hasChoice }: Passed,
): { scored: ScoreState | ScoreFailure; added: ExtenderScores | null } {
  const added = hasChoice ? scoreByExtenders(extenders, filter.search.feasible) : null
  const given = { isBare, added: added?.columns ?? [] }
  return { scored: scoring.scoreApart(extenders.pod, filter, given), added }
}

/**
 * Asks every extender that prioritizes (prioritizeNodes). One that fails adds nothing, and nodes that
 * it names and that are not feasible count for nothing; of a node that it names twice both scores do.
 */
function scoreByExtenders(extenders: PodExtenders, feasible: NodeList): ExtenderScores {
  const { cluster, rules } = extenders
  const { scoreScale } = rules
  const nodes = Array.from(feasible.at.subarray(0, feasible.length))
  const isScored = new Uint8Array(cluster.nodes.count)
  const columns: WeightedScorer[] = []
  for (const extender of extenders.all) {
    if (!extender.verbs.has('prioritize')) {
      // Upstream has it score every node with 0.
      isScored.fill(1)
      continue
    }
    const reply = extenders.ask(extender, 'prioritize', { nodes }, readPrioritizeReply)
    if (reply === null || !reply.ok) continue
    const column = new Float64Array(cluster.nodes.count)
    for (const { Host, Score } of reply.value) {
      const row = cluster.nodes.rowOf.get(Host)
      if (row === undefined) continue
      column[row] += Score * scoreScale
      isScored[row] = 1
    }
    const { weight } = extender
    columns.push({ plugin: nameOfExtender(extender), weight, scorer: new StaticScorer(column) })
  }
  return { columns, isScored }
}

/**
 * Of several best nodes kube-scheduler draws one that an extender scored, where there is such a one: its
 * Randomizer decides between equal totals. Here it is the first of them; null: nothing is drawn.
 */
export function drawnNode(
  { extenders: { drawsScored } }: CycleRules,
  feasible: FeasibleNodes,
  scores: ScoreState,
  added: ExtenderScores | null,
): number | null {
  if (!drawsScored || added === null) return null
  const scored = topNodes(feasible, scores.total).filter((node) => added.isScored[node] === 1)
  return scored[0] ?? null
}

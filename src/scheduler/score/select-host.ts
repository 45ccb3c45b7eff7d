import type { FeasibleNodes } from '../filter/feasible-nodes.ts'
import type { Selection } from '../framework/cycle-rules.ts'
import type { ScoreState } from './score-state.ts'
import { topNodes } from './tie-break.ts'

/** How one of several best nodes is chosen; `upstream` is what the release itself does. */
export type TieBreak =
  | { readonly kind: 'upstream' }
  | { readonly kind: 'name' }
  | { readonly kind: 'seeded'; readonly random: () => number }

/** What a choice between equals follows from. */
export interface SelectionContext {
  readonly tieBreak: TieBreak
  readonly selection: Selection
  /** Counts the choices made so far, where nodes are chosen in turn. */
  readonly turn: number
  readonly names: readonly string[]
}

/** The row of the chosen node; `feasible` is not empty. */
export function selectHost(
  { tieBreak, selection, turn, names }: SelectionContext,
  feasible: FeasibleNodes,
  scores: ScoreState,
): number {
  const isUpstream = tieBreak.kind === 'upstream'
  if (isUpstream && selection === 'heap') return scores.best(feasible)
  const top = topNodes(feasible, scores.total)
  if (isUpstream) {
    if (selection === 'turn-by-name') top.sort((a, b) => (names[a] < names[b] ? 1 : -1))
    return top[turn % top.length]
  }
  if (tieBreak.kind === 'seeded') return top[Math.floor(tieBreak.random() * top.length)]
  return top.reduce((best, node) => (names[node] < names[best] ? node : best))
}

/** mulberry32: the same seed gives the same choices on every platform. Values in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

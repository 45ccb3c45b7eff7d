import type { NodeList } from './plugin.ts'
import { bestInHeap, topNodes } from './tie-break.ts'

/** How one of several best nodes is chosen; `upstream` is what the release itself does. */
export type TieBreak =
  | { readonly kind: 'upstream' }
  | { readonly kind: 'name' }
  | { readonly kind: 'seeded'; readonly random: () => number }

/** The row of the chosen node; `feasible` is not empty. */
export function selectHost(
  tieBreak: TieBreak,
  feasible: NodeList,
  total: Float64Array,
  names: readonly string[],
): number {
  if (tieBreak.kind === 'upstream') return feasible.at[bestInHeap(feasible, total)]
  const top = topNodes(feasible, total)
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

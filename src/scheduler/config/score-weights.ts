import type { ExtensionPoint } from '../framework/extension-points.ts'
import type { NamedPlugin } from './plugin-sets.ts'

const SCORE_MAX = 100n
const TOTAL_MAX = 2n ** 63n - 1n

/** Which names may score, and what the configuration says of their weights, first come first. */
export interface WeightSources {
  readonly scores: (name: string, point: ExtensionPoint) => boolean
  readonly plugins: readonly NamedPlugin[]
}

/**
 * Weights of score plugins: the extension point's own word before multiPoint's, 0 stands for 1. Null
 * when the total could overflow, in int64 as upstream counts it: a negative weight does, too, unless
 * it is the last.
 */
export function scoreWeights({
  scores,
  plugins,
}: WeightSources): ReadonlyMap<string, number> | null {
  const weights = new Map<string, number>()
  let total = 0n
  for (const { name, weight } of plugins) {
    if (weights.has(name) || !scores(name, 'score')) continue
    const own = weight === 0 ? 1 : weight
    weights.set(name, own)
    const most = BigInt(own) * SCORE_MAX
    if (most > BigInt.asIntN(64, TOTAL_MAX - total)) return null
    total += most
  }
  return weights
}

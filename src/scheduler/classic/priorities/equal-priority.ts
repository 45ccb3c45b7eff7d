import { scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { PluginFactory } from '../context.ts'

/** Gives every node 1; what a scheduler without priorities uses. */
export const equalPriority: PluginFactory = (name) => ({
  name,
  prepareScore: ({ cluster }) =>
    scoring(new StaticScorer(new Float64Array(cluster.nodes.count).fill(1))),
})

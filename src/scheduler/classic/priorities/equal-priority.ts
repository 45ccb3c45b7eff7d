import { scoring } from '../../plugin.ts'
import type { Maker } from '../context.ts'
import { FixedColumn } from './fixed-column.ts'

/** Gives every node 1; what a scheduler without priorities uses. */
export const equalPriority: Maker = (name) => ({
  name,
  prepareScore: ({ cluster }) =>
    scoring(new FixedColumn(new Float64Array(cluster.nodes.count).fill(1))),
})

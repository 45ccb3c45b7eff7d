import { scoring } from '../../framework/plugin.ts'
import { StaticScorer } from '../../framework/static-scorer.ts'
import type { PluginFactory } from '../context.ts'
import { SCORE_MAX } from './scale.ts'

/** Argument labelPreference of a policy. */
export interface LabelPreference {
  readonly label: string
  readonly presence: boolean
}

/** Prefers nodes with a label, or those without it, whatever its value. */
export function nodeLabelPriority({ label, presence }: LabelPreference): PluginFactory {
  return (name) => ({
    name,
    prepareScore({ cluster: { nodes } }) {
      const { valueId } = nodes.labelColumn(label)
      const scores = Float64Array.from(valueId, (id) => ((id !== 0) === presence ? SCORE_MAX : 0))
      return scoring(new StaticScorer(scores))
    },
  })
}

import { filtering } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import { LABELS_PRESENCE } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Argument labelsPresence of a policy. */
export interface LabelsPresence {
  readonly labels: readonly string[]
  readonly presence: boolean
}

/** Keeps pods on nodes that have all of some labels, or none of them; values do not matter. */
export function checkNodeLabelPresence({ labels, presence }: LabelsPresence): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareFilter({ cluster: { nodes }, statuses }) {
      const columns = labels.map((label) => nodes.labelColumn(label).valueId)
      const isWrong = (node: number) => (column: Int32Array) => (column[node] !== 0) !== presence
      const kinds = Uint8Array.from(nodes.names, (_, node) => Number(columns.some(isWrong(node))))
      const verdicts = [0, rejectionId(statuses, release, LABELS_PRESENCE)]
      return filtering(
        new StaticFilter(kinds, verdicts, (node) =>
          labels
            .filter((_, index) => isWrong(node)(columns[index]))
            .map((label) => ({
              kind: 'labelPresence',
              label,
              wanted: presence ? 'present' : 'absent',
            })),
        ),
      )
    },
  })
}

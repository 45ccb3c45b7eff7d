import { isTolerated, type Taint } from '../../../snapshot/nodes/taint.ts'
import { filtering } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import { TAINTS } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off nodes with a taint of the effects that count, unless they tolerate it. */
export function nodeTaints(counts: (taint: Taint) => boolean): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareFilter({ cluster: { nodes }, pod, statuses }) {
      // Many nodes share a taint set, so each distinct set is judged once.
      const untolerated = nodes.taintSets.map(
        (taints) =>
          taints.find((taint) => counts(taint) && !isTolerated(pod.signature.tolerations, taint)) ??
          null,
      )
      const refused = rejectionId(statuses, release, TAINTS)
      const verdicts = untolerated.map((taint) => (taint === null ? 0 : refused))
      return filtering(
        new StaticFilter(nodes.taintSetId, verdicts, (node) => {
          const taint = untolerated[nodes.taintSetId[node]]
          return taint === null ? [] : [{ kind: 'taint', taint }]
        }),
      )
    },
  })
}

import type { PodSignature } from '../../../snapshot/pods/pod-signature.ts'
import { filtering, SKIP } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import { rejectionId } from '../rejection-id.ts'

/** Keeps pods off nodes that report a pressure; the last condition of the type counts, Unknown passes. */
export function nodePressure(
  type: string,
  reason: string,
  concerns: (pod: PodSignature) => boolean,
): PluginFactory {
  return (name, { release }) => ({
    name,
    prepareFilter({ cluster: { nodes }, pod, statuses }) {
      if (!concerns(pod.signature)) return SKIP
      const kinds = Uint8Array.from(nodes.conditions, (conditions) =>
        Number(conditions.findLast((one) => one.type === type)?.status === 'True'),
      )
      const verdicts = [0, rejectionId(statuses, release, reason)]
      return filtering(
        new StaticFilter(kinds, verdicts, () => [
          { kind: 'nodeCondition', condition: type, status: 'True', wanted: null },
        ]),
      )
    },
  })
}

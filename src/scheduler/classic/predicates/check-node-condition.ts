import type { Nodes } from '../../../snapshot/nodes/nodes.ts'
import type { Detail } from '../../framework/detail.ts'
import { filtering } from '../../framework/plugin.ts'
import { StaticFilter } from '../../framework/static-filter.ts'
import type { PluginFactory } from '../context.ts'
import { NETWORK_UNAVAILABLE, NOT_READY, OUT_OF_DISK, UNSCHEDULABLE } from '../reasons.ts'
import { rejectionId } from '../rejection-id.ts'

/** The status that a condition must have, if a node has the condition, and what is said otherwise. */
const CONDITIONS: ReadonlyMap<string, { readonly status: string; readonly reason: string }> =
  new Map([
    ['Ready', { status: 'True', reason: NOT_READY }],
    ['OutOfDisk', { status: 'False', reason: OUT_OF_DISK }],
    ['NetworkUnavailable', { status: 'False', reason: NETWORK_UNAVAILABLE }],
  ])

/** Keeps pods off nodes that are not ready, out of disk, without network, or cordoned; nothing tolerates that. */
export const checkNodeCondition: PluginFactory = (name, { release }) => ({
  name,
  prepareFilter({ cluster: { nodes }, statuses }) {
    const rows = Int32Array.from(nodes.names, (_, node) => node)
    const verdicts = rows.map((node) => {
      const reasons = reasonsOf(nodes, node)
      return reasons.length === 0 ? 0 : rejectionId(statuses, release, ...reasons)
    })
    return filtering(new StaticFilter(rows, verdicts, (node) => detailsOf(nodes, node)))
  },
})

function reasonsOf(nodes: Nodes, node: number): string[] {
  const reasons = nodes.conditions[node].flatMap(({ type, status }) => {
    const wanted = CONDITIONS.get(type)
    return wanted === undefined || wanted.status === status ? [] : [wanted.reason]
  })
  return nodes.unschedulable[node] === 1 ? [...reasons, UNSCHEDULABLE] : reasons
}

function detailsOf(nodes: Nodes, node: number): Detail[] {
  const conditions = nodes.conditions[node].flatMap(({ type, status }): Detail[] => {
    const wanted = CONDITIONS.get(type)
    if (wanted === undefined || wanted.status === status) return []
    const { reason } = wanted
    return [{ kind: 'nodeCondition', reason, condition: type, status, wanted: wanted.status }]
  })
  if (nodes.unschedulable[node] === 0) return conditions
  return [...conditions, { kind: 'unschedulable', reason: UNSCHEDULABLE, toleratedBy: null }]
}

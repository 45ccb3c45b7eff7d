import type { ClusterParts } from '../cluster-state.ts'
import type { SnapshotResource } from '../snapshot-resources.ts'
import { DisruptionBudgets } from '../workloads/disruption-budgets.ts'
import {
  type ObjectEdit,
  readBudget,
  readMapWorkload,
  readNamespaceLabels,
  readSelectorWorkload,
} from '../workloads/read-workload.ts'
import { editedList, editMap, isNamespaced } from './edited.ts'

/** Kinds that are edited each in a way of its own. */
type OwnWay = 'nodes' | 'pods'

/** What becomes of a cluster's parts when objects of one kind are edited; null: scheduling does not read it. */
export function editParts(
  parts: ClusterParts,
  kind: Exclude<SnapshotResource, OwnWay>,
  edits: readonly ObjectEdit[],
): Partial<ClusterParts> | null {
  const { workloads, podDisruptionBudgets } = parts
  switch (kind) {
    case 'namespaces': {
      const namespaces = new Map(parts.namespaces)
      editMap(namespaces, edits, ({ name }) => name, readNamespaceLabels)
      return { namespaces }
    }
    case 'services':
    case 'replicationControllers': {
      const edited = editedList(workloads[kind], edits, isNamespaced, readMapWorkload)
      return { workloads: { ...workloads, [kind]: edited } }
    }
    case 'replicaSets':
    case 'statefulSets': {
      const edited = editedList(workloads[kind], edits, isNamespaced, readSelectorWorkload)
      return { workloads: { ...workloads, [kind]: edited } }
    }
    case 'podDisruptionBudgets': {
      const edited = editedList(podDisruptionBudgets.all, edits, isNamespaced, readBudget)
      return { podDisruptionBudgets: new DisruptionBudgets(edited) }
    }
    case 'priorityClasses':
      return { priorityClasses: parts.priorityClasses.edited(edits) }
    case 'resourceClaims':
    case 'resourceSlices':
    case 'deviceClasses':
    case 'deviceTaintRules':
    case 'resourceClaimTemplates':
      return { devices: parts.devices.edited(kind, edits) }
    case 'podGroups':
      return { podGroups: parts.podGroups.edited(edits) }
    case 'workloads':
      return { workloadGroups: parts.workloadGroups.edited(edits) }
    case 'leases':
    case 'serviceAccounts':
    case 'limitRanges':
    case 'resourceQuotas':
    case 'runtimeClasses':
      return null
    default:
      return { volumes: parts.volumes.edited(kind, edits) }
  }
}

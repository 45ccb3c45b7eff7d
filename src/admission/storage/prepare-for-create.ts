import type { Reasons } from '../changes/journal.ts'
import { qosClassOf } from '../resources/qos-class.ts'
import type { Pod } from '../types/types.ts'
import { zero } from '../types/zero.ts'
import type { Warnings } from '../warnings/warnings.ts'
import { readAppArmorAnnotations } from './app-armor-annotations.ts'
import { dropDisabledFields } from './drop-disabled-fields.ts'
import { mergeLabelKeys } from './merge-label-keys.ts'
import { defaultPodLevelResources } from './pod-level-resources.ts'

/** podStrategy.PrepareForCreate: what the registry makes of a pod before it judges it. */
export function prepareForCreate(pod: Pod, warnings: Warnings, reasons: Reasons): void {
  pod.metadata.generation = 1n
  reasons.tell('/metadata/generation', 'the first generation of the spec')
  pod.status = { ...zero('PodStatus'), phase: 'Pending' }
  reasons.tell('/status', 'a new pod has no status but that it is pending')
  dropDisabledFields(pod, reasons)
  gateScheduling(pod, reasons)
  mergeLabelKeys(pod, reasons)
  readAppArmorAnnotations(pod, warnings, reasons)
  defaultPodLevelResources(pod.spec, reasons)
  pod.status.qosClass = qosClassOf(pod.spec)
  reasons.tell('/status/qosClass', 'computed from cpu and memory of the containers or the pod')
}

function gateScheduling({ spec, status }: Pod, reasons: Reasons): void {
  if ((spec.schedulingGates ?? []).length === 0) return
  const condition = {
    ...zero('PodCondition'),
    type: 'PodScheduled',
    status: 'False',
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
  status.conditions = [condition]
  reasons.tell('/status/conditions', 'the scheduler does not look at a pod that is gated')
}

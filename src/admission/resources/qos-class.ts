import { ZERO_QUANTITY } from '../../snapshot/quantity/quantity.ts'
import type { PodSpec, ResourceRequirements } from '../types/types.ts'
import { isPodLevelResource } from '../validation/containers/resource-names.ts'

export type QosClass = 'BestEffort' | 'Burstable' | 'Guaranteed'

const COUNTED = ['cpu', 'memory']

/** Resources of the pod as a whole that count: helper.IsPodLevelResourcesSet. */
export function hasPodLevelResources({ resources }: PodSpec): boolean {
  const names = [...(resources?.requests?.keys() ?? []), ...(resources?.limits?.keys() ?? [])]
  return names.some(isPodLevelResource)
}

/** ComputePodQOS: the pod's own resources decide if there are any, else those of its containers. */
export function qosClassOf(spec: PodSpec): QosClass {
  if (spec.resources !== undefined && hasPodLevelResources(spec)) return classOf(spec.resources)
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])]
  return common(containers.map(({ resources }) => classOf(resources)))
}

function classOf({ requests, limits }: ResourceRequirements): QosClass {
  return common(
    COUNTED.map((name) => {
      const request = requests?.get(name) ?? ZERO_QUANTITY
      const limit = limits?.get(name) ?? ZERO_QUANTITY
      if (request.compare(limit) !== 0) return 'Burstable'
      return request.isZero ? 'BestEffort' : 'Guaranteed'
    }),
  )
}

/** What all are, or Burstable. */
function common(classes: readonly QosClass[]): QosClass {
  const [first = 'BestEffort'] = classes
  return classes.every((one) => one === first) ? first : 'Burstable'
}

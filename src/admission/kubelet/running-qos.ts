import type { Pod } from '../../snapshot/pods/pod.ts'
import type { QosClass } from '../resources/qos-class.ts'

const COUNTED = ['cpu', 'memory']

/**
 * The class of a pod of the snapshot: as it stands there, else from what its containers ask for.
 */
export function qosOfRunning(pod: Pod, told: ReadonlyMap<string, string>): string {
  const { signature, name } = pod
  return told.get(`${signature.namespace}/${name}`) || computed(pod)
}

function computed({ signature }: Pod): QosClass {
  const { containers, initContainers } = signature.resources
  const classes = [...initContainers, ...containers].map(({ requests, limits }) =>
    common(
      COUNTED.map((name) => {
        const [request, limit] = [requests.get(name) ?? 0n, limits.get(name) ?? 0n]
        if (request !== limit) return 'Burstable'
        return request === 0n ? 'BestEffort' : 'Guaranteed'
      }),
    ),
  )
  return common(classes)
}

function common(classes: readonly QosClass[]): QosClass {
  const [first = 'BestEffort'] = classes
  return classes.every((one) => one === first) ? first : 'Burstable'
}

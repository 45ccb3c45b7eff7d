import { fieldOf, placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { named, plural, sortedOnce } from '../words.ts'

const check: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).filter(({ container }) =>
    container.ports?.some(({ hostPort }) => hostPort !== 0),
  )
  if (bad.length === 0) return null
  const used = bad.flatMap((placed) =>
    [...(placed.container.ports ?? []).entries()]
      .filter(([, { hostPort }]) => hostPort !== 0)
      .map(([index, { hostPort }]) => ({
        field: `${fieldOf(placed)}.ports[${index}].hostPort`,
        port: String(hostPort),
      })),
  )
  const ports = sortedOnce(used.map(({ port }) => port))
  const use = plural('uses', 'use', bad.length)
  return {
    reason: 'hostPort',
    detail: `${named(bad)} ${use} ${plural('hostPort', 'hostPorts', ports.length)} ${ports.join(', ')}`,
    fields: used.map(({ field }) => field),
    remedy: 'leave it out; a Service reaches the pod without it',
  }
}

export const HOST_PORTS: Check = {
  id: 'hostPorts',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

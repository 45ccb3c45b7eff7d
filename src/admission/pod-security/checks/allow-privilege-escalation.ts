import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named } from '../words.ts'

const anySystem: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).filter(
    ({ container }) => container.securityContext?.allowPrivilegeEscalation !== false,
  )
  if (bad.length === 0) return null
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${named(bad)} must set securityContext.allowPrivilegeEscalation=false`,
    fields: fieldsIn(bad, 'securityContext.allowPrivilegeEscalation'),
    remedy: 'set it to false',
  }
}

/** A pod of Windows may not even set it. */
const notWindows: CheckPod = (pod) => (pod.spec.os?.name === 'windows' ? null : anySystem(pod))

export const ALLOW_PRIVILEGE_ESCALATION: Check = {
  id: 'allowPrivilegeEscalation',
  level: 'restricted',
  versions: [
    { since: 8, check: anySystem },
    { since: 25, check: notWindows },
  ],
}

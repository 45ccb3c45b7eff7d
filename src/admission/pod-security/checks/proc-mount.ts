import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named, quoted, sortedOnce } from '../words.ts'

const always: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).filter(({ container }) => {
    return (container.securityContext?.procMount ?? 'Default') !== 'Default'
  })
  if (bad.length === 0) return null
  const types = sortedOnce(bad.map(({ container }) => container.securityContext?.procMount ?? ''))
  return {
    reason: 'procMount',
    detail: `${named(bad)} must not set securityContext.procMount to ${quoted(types)}`,
    fields: fieldsIn(bad, 'securityContext.procMount'),
    remedy: 'leave it out or set it to Default',
  }
}

/** A pod with users of its own may do as it likes. */
const ofHostUsers: CheckPod = (pod) => (pod.spec.hostUsers === false ? null : always(pod))

export const PROC_MOUNT: Check = {
  id: 'procMount',
  level: 'baseline',
  versions: [
    { since: 0, check: always },
    { since: 35, check: ofHostUsers },
  ],
}

/** What baseline relaxed in 1.35 still holds for restricted. */
export const PROC_MOUNT_RESTRICTED: Check = {
  id: 'procMount_restricted',
  level: 'restricted',
  versions: [{ since: 35, check: always }],
  overrides: 'procMount',
}

import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, setters } from '../words.ts'

const FIELD = 'securityContext.runAsUser'

const always: CheckPod = ({ spec }) => {
  const isPod = spec.securityContext?.runAsUser === 0n
  const bad = placedContainers(spec).filter(
    ({ container }) => container.securityContext?.runAsUser === 0n,
  )
  if (!isPod && bad.length === 0) return null
  return {
    reason: 'runAsUser=0',
    detail: `${setters(isPod, bad)} must not set runAsUser=0`,
    fields: [...(isPod ? [`spec.${FIELD}`] : []), ...fieldsIn(bad, FIELD)],
    remedy: 'leave it out or set another user',
  }
}

/** Root of a user namespace is nobody outside. */
const ofHostUsers: CheckPod = (pod) => (pod.spec.hostUsers === false ? null : always(pod))

export const RUN_AS_USER: Check = {
  id: 'runAsUser',
  level: 'restricted',
  versions: [
    { since: 23, check: always },
    { since: 35, check: ofHostUsers },
  ],
}

import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named } from '../words.ts'

const check: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).filter(
    ({ container }) => container.securityContext?.privileged === true,
  )
  if (bad.length === 0) return null
  return {
    reason: 'privileged',
    detail: `${named(bad)} must not set securityContext.privileged=true`,
    fields: fieldsIn(bad, 'securityContext.privileged'),
    remedy: 'leave it out or set it to false',
  }
}

export const PRIVILEGED: Check = {
  id: 'privileged',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

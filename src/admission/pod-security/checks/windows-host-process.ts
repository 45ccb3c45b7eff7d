import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, setters } from '../words.ts'

const FIELD = 'securityContext.windowsOptions.hostProcess'

const check: CheckPod = ({ spec }) => {
  const isPod = spec.securityContext?.windowsOptions?.hostProcess === true
  const bad = placedContainers(spec).filter(
    ({ container }) => container.securityContext?.windowsOptions?.hostProcess === true,
  )
  if (!isPod && bad.length === 0) return null
  return {
    reason: 'hostProcess',
    detail: `${setters(isPod, bad)} must not set ${FIELD}=true`,
    fields: [...(isPod ? [`spec.${FIELD}`] : []), ...fieldsIn(bad, FIELD)],
    remedy: 'leave it out or set it to false',
  }
}

export const WINDOWS_HOST_PROCESS: Check = {
  id: 'windowsHostProcess',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

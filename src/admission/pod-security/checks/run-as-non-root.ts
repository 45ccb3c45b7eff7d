import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named, setters } from '../words.ts'

const REASON = 'runAsNonRoot != true'
const FIELD = 'securityContext.runAsNonRoot'
const REMEDY = 'set it to true, for the pod or for each container'

const always: CheckPod = ({ spec }) => {
  const ofPod = spec.securityContext?.runAsNonRoot
  const containers = placedContainers(spec).map((placed) => ({
    placed,
    isSet: placed.container.securityContext?.runAsNonRoot,
  }))
  const explicit = containers.filter(({ isSet }) => isSet === false).map(({ placed }) => placed)
  if (ofPod === false || explicit.length > 0) {
    const fields = [...(ofPod === false ? [`spec.${FIELD}`] : []), ...fieldsIn(explicit, FIELD)]
    const detail = `${setters(ofPod === false, explicit)} must not set ${FIELD}=false`
    return { reason: REASON, detail, fields, remedy: REMEDY }
  }
  const implicit = containers.filter(({ isSet }) => isSet === undefined).map(({ placed }) => placed)
  if (ofPod === true || implicit.length === 0) return null
  const detail = `pod or ${named(implicit)} must set ${FIELD}=true`
  const fields = [`spec.${FIELD}`, ...fieldsIn(implicit, FIELD)]
  return { reason: REASON, detail, fields, remedy: REMEDY }
}

/** Root of a user namespace is nobody outside. */
const ofHostUsers: CheckPod = (pod) => (pod.spec.hostUsers === false ? null : always(pod))

export const RUN_AS_NON_ROOT: Check = {
  id: 'runAsNonRoot',
  level: 'restricted',
  versions: [
    { since: 0, check: always },
    { since: 35, check: ofHostUsers },
  ],
}

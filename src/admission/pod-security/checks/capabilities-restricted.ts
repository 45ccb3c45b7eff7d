import type { Container } from '../../types/types.ts'
import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named, quoted, sortedOnce } from '../words.ts'

const anySystem: CheckPod = ({ spec }) => {
  const all = placedContainers(spec)
  const keeping = all.filter(({ container }) => !dropsAll(container))
  const adding = all.filter(({ container }) => forbidden(container).length > 0)
  if (keeping.length === 0 && adding.length === 0) return null
  const details: string[] = []
  if (keeping.length > 0) {
    details.push(`${named(keeping)} must set securityContext.capabilities.drop=["ALL"]`)
  }
  if (adding.length > 0) {
    const capabilities = quoted(sortedOnce(adding.flatMap(({ container }) => forbidden(container))))
    const where = 'in securityContext.capabilities.add'
    details.push(`${named(adding)} must not include ${capabilities} ${where}`)
  }
  return {
    reason: 'unrestricted capabilities',
    detail: details.join('; '),
    fields: [
      ...fieldsIn(keeping, 'securityContext.capabilities.drop'),
      ...fieldsIn(adding, 'securityContext.capabilities.add'),
    ],
    remedy: 'drop ALL, and add none but NET_BIND_SERVICE',
  }
}

function dropsAll({ securityContext }: Container): boolean {
  return securityContext?.capabilities?.drop?.includes('ALL') === true
}

function forbidden({ securityContext }: Container): string[] {
  return (securityContext?.capabilities?.add ?? []).filter((one) => one !== 'NET_BIND_SERVICE')
}

/** A pod of Windows may not even set them. */
const notWindows: CheckPod = (pod) => (pod.spec.os?.name === 'windows' ? null : anySystem(pod))

export const CAPABILITIES_RESTRICTED: Check = {
  id: 'capabilities_restricted',
  level: 'restricted',
  versions: [
    { since: 22, check: anySystem },
    { since: 25, check: notWindows },
  ],
  overrides: 'capabilities_baseline',
}

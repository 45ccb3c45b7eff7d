import type { Container } from '../../types/types.ts'
import { placedContainers } from '../../types/visit-containers.ts'
import type { Check, CheckPod } from '../check.ts'
import { fieldsIn, named, quoted, sortedOnce } from '../words.ts'

const ALLOWED = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])

const check: CheckPod = ({ spec }) => {
  const bad = placedContainers(spec).filter(({ container }) => forbidden(container).length > 0)
  if (bad.length === 0) return null
  const capabilities = sortedOnce(bad.flatMap(({ container }) => forbidden(container)))
  return {
    reason: 'non-default capabilities',
    detail: `${named(bad)} must not include ${quoted(capabilities)} in securityContext.capabilities.add`,
    fields: fieldsIn(bad, 'securityContext.capabilities.add'),
    remedy: `add none but ${[...ALLOWED].join(', ')}`,
  }
}

function forbidden({ securityContext }: Container): string[] {
  return (securityContext?.capabilities?.add ?? []).filter((one) => !ALLOWED.has(one))
}

export const CAPABILITIES_BASELINE: Check = {
  id: 'capabilities_baseline',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

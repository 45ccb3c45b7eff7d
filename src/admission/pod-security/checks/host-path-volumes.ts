import type { Check, CheckPod } from '../check.ts'
import { plural, quoted } from '../words.ts'

const check: CheckPod = ({ spec }) => {
  const bad = [...(spec.volumes ?? []).entries()].filter(
    ([, { hostPath }]) => hostPath !== undefined,
  )
  if (bad.length === 0) return null
  const names = bad.map(([, { name }]) => name)
  return {
    reason: 'hostPath volumes',
    detail: `${plural('volume', 'volumes', names.length)} ${quoted(names)}`,
    fields: bad.map(([index]) => `spec.volumes[${index}].hostPath`),
    remedy: 'use another volume',
  }
}

export const HOST_PATH_VOLUMES: Check = {
  id: 'hostPathVolumes',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

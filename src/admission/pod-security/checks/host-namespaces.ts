import type { Check, CheckPod } from '../check.ts'

const FIELDS = ['hostNetwork', 'hostPID', 'hostIPC'] as const

const check: CheckPod = ({ spec }) => {
  const shared = FIELDS.filter((field) => spec[field])
  if (shared.length === 0) return null
  return {
    reason: 'host namespaces',
    detail: shared.map((field) => `${field}=true`).join(', '),
    fields: shared.map((field) => `spec.${field}`),
    remedy: 'leave it out or set it to false',
  }
}

export const HOST_NAMESPACES: Check = {
  id: 'hostNamespaces',
  level: 'baseline',
  versions: [{ since: 0, check }],
}

import type { Arrival } from '../arrival.ts'
import type { Toleration } from '../types/types.ts'

const TAINTS = [
  { key: 'node.kubernetes.io/not-ready', what: 'is not ready' },
  { key: 'node.kubernetes.io/unreachable', what: 'is unreachable' },
]
const SECONDS = 300n

/**
 * DefaultTolerationSeconds.Admit: five minutes on a failing node, unless the pod says otherwise.
 */
export function tolerateFailingNodes({ pod, reasons }: Arrival): void {
  const { spec } = pod
  const given = spec.tolerations ?? []
  const added: Toleration[] = []
  for (const { key, what } of TAINTS) {
    if (given.some((toleration) => isAbout(toleration, key))) continue
    const place = `/spec/tolerations/${given.length + added.length}`
    added.push({
      key,
      operator: 'Exists',
      value: '',
      effect: 'NoExecute',
      tolerationSeconds: SECONDS,
    })
    const reason = `a pod stays ${SECONDS} seconds on a node that ${what} unless it says otherwise`
    reasons.tell(place, reason)
  }
  if (added.length === 0) return
  spec.tolerations = [...given, ...added]
  if (given.length > 0) return
  const reason = `a pod stays ${SECONDS} seconds on a failing node unless it says otherwise`
  reasons.tell('/spec/tolerations', reason)
}

/** Value, operator and seconds are not looked at. */
function isAbout(toleration: Toleration, key: string): boolean {
  const { effect } = toleration
  return (
    (toleration.key === key || toleration.key === '') && (effect === 'NoExecute' || effect === '')
  )
}

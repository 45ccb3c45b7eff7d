import type { DeviceTaint, DeviceToleration } from '../../../snapshot/devices/device-taint.ts'

/** Effects that prevent allocation; None and unknown ones do not. */
const PREVENTING: readonly string[] = ['NoSchedule', 'NoExecute']

/** One byte a list of taints: 1 where some taint is not tolerated (taintPreventsAllocation). */
export function preventingTaints(
  lists: readonly (readonly DeviceTaint[])[],
  tolerations: readonly DeviceToleration[],
): Uint8Array {
  return Uint8Array.from(lists, (taints) =>
    Number(firstPreventing(taints, tolerations) !== undefined),
  )
}

export function firstPreventing(
  taints: readonly DeviceTaint[],
  tolerations: readonly DeviceToleration[],
): DeviceTaint | undefined {
  return taints.find(
    (taint) =>
      PREVENTING.includes(taint.effect) && !tolerations.some((one) => tolerates(one, taint)),
  )
}

/** ToleratesTaint; tolerationSeconds is not looked at. */
function tolerates(
  { key, operator, value, effect }: DeviceToleration,
  taint: DeviceTaint,
): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  if (operator === 'Exists') return true
  return (operator === '' || operator === 'Equal') && value === taint.value
}

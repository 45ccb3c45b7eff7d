import type { Toleration } from '../types/types.ts'

/** MergeTolerations: what another one covers is dropped; of equal ones the first stays. */
export function mergeTolerations(
  first: readonly Toleration[],
  second: readonly Toleration[],
): Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  for (const [index, toleration] of all.entries()) {
    if (merged.some((kept) => covers(kept, toleration))) continue
    const later = all.slice(index + 1)
    if (later.some((one) => !isEqual(one, toleration) && covers(one, toleration))) continue
    merged.push(toleration)
  }
  return merged
}

/** isSuperset. An operator that is left out is Equal on one side only. */
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (isEqual(wide, narrow)) return true
  const matchesKeys = wide.key === '' && wide.operator === 'Exists'
  if (narrow.key !== wide.key && !matchesKeys) return false
  if (narrow.effect !== wide.effect && wide.effect !== '') return false
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined) {
    const seconds = narrow.tolerationSeconds
    if (seconds === undefined || seconds > wide.tolerationSeconds) return false
  }
  if (wide.operator === 'Exists') return true
  const isEqualOperator = wide.operator === 'Equal' || wide.operator === ''
  return isEqualOperator && narrow.operator === 'Equal' && narrow.value === wide.value
}

function isEqual(a: Toleration, b: Toleration): boolean {
  return (
    a.key === b.key &&
    a.operator === b.operator &&
    a.value === b.value &&
    a.effect === b.effect &&
    a.tolerationSeconds === b.tolerationSeconds
  )
}

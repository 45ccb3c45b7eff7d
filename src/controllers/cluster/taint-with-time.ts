import type { Fields } from '../../snapshot/json/fields.ts'
import { readTaint, type Taint } from '../../snapshot/nodes/taint.ts'

/** A taint as it stands on a node. */
export interface TaintWithTime extends Taint {
  /** RFC 3339 as given. */
  readonly timeAdded: string | null
}

/** Reads `taints` of a Node's spec, or of anything else that has such a list. */
export function readTaintsWithTime(spec: Fields): TaintWithTime[] {
  return spec.objects('taints').map((taint) => {
    const isTime = taint.timeMs('timeAdded') !== undefined
    return { ...readTaint(taint), timeAdded: isTime ? (taint.string('timeAdded') ?? null) : null }
  })
}

/** Taint.MatchTaint: the same taint has the same key and effect, whatever its value. */
export function isSameTaint(a: Taint, b: Taint): boolean {
  return a.key === b.key && a.effect === b.effect
}

export function hasTaint(taints: readonly Taint[], taint: Taint): boolean {
  return taints.some((one) => isSameTaint(one, taint))
}

/** taintutils.AddOrUpdateTaint: replaced where it stands, else added last. */
export function withTaint(
  taints: readonly TaintWithTime[],
  taint: TaintWithTime,
): readonly TaintWithTime[] {
  if (!hasTaint(taints, taint)) return [...taints, taint]
  return taints.map((one) => (isSameTaint(one, taint) ? taint : one))
}

export function withoutTaint(
  taints: readonly TaintWithTime[],
  taint: Taint,
): readonly TaintWithTime[] {
  return taints.filter((one) => !isSameTaint(one, taint))
}

export function areEqualTaints(a: readonly TaintWithTime[], b: readonly TaintWithTime[]): boolean {
  return a.length === b.length && a.every((taint, index) => isEqualTaint(taint, b[index]))
}

export function isEqualTaint(a: TaintWithTime, b: TaintWithTime): boolean {
  return isSameTaint(a, b) && a.value === b.value && a.timeAdded === b.timeAdded
}

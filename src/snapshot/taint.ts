import type { Fields } from './fields.ts'

export interface Taint {
  readonly key: string
  readonly value: string
  readonly effect: string
}

/** What a cordon (spec.unschedulable) counts as. */
export const UNSCHEDULABLE_TAINT: Taint = {
  key: 'node.kubernetes.io/unschedulable',
  value: '',
  effect: 'NoSchedule',
}

export interface Toleration {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly effect: string
}

export function readTaints(spec: Fields): Taint[] {
  return spec.objects('taints').map((taint) => ({
    key: taint.string('key') ?? '',
    value: taint.string('value') ?? '',
    effect: taint.string('effect') ?? '',
  }))
}

export function readTolerations(spec: Fields): Toleration[] {
  return spec.objects('tolerations').map((toleration) => ({
    key: toleration.string('key') ?? '',
    operator: toleration.string('operator') ?? '',
    value: toleration.string('value') ?? '',
    effect: toleration.string('effect') ?? '',
  }))
}

/**
 * Whether one toleration covers a taint (k8s.io/api/core/v1 Toleration.ToleratesTaint): an empty
 * effect or key covers any; Lt and Gt need a gate that is off in every release modelled here.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== '' && toleration.effect !== taint.effect) return false
  if (toleration.key !== '' && toleration.key !== taint.key) return false
  if (toleration.operator === 'Exists') return true
  const comparesValue = toleration.operator === '' || toleration.operator === 'Equal'
  return comparesValue && toleration.value === taint.value
}

export function isTolerated(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((toleration) => tolerates(toleration, taint))
}

/** NoSchedule and NoExecute keep pods away; PreferNoSchedule only costs score. */
export function isHard(taint: Taint): boolean {
  return taint.effect === 'NoSchedule' || taint.effect === 'NoExecute'
}

/** The first hard taint that nothing tolerates, or null. */
export function firstUntolerated(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): Taint | null {
  return taints.find((taint) => isHard(taint) && !isTolerated(tolerations, taint)) ?? null
}

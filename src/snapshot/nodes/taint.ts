import type { Fields } from '../json/fields.ts'

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
  return spec.objects('taints').map(readTaint)
}

export function readTaint(taint: Fields): Taint {
  return {
    key: taint.string('key') ?? '',
    value: taint.string('value') ?? '',
    effect: taint.string('effect') ?? '',
  }
}

export function readTolerations(spec: Fields): Toleration[] {
  return spec.objects('tolerations').map(readToleration)
}

export function readToleration(toleration: Fields): Toleration {
  return {
    key: toleration.string('key') ?? '',
    operator: toleration.string('operator') ?? '',
    value: toleration.string('value') ?? '',
    effect: toleration.string('effect') ?? '',
  }
}

/**
 * Whether one toleration covers a taint (k8s.io/api/core/v1 Toleration.ToleratesTaint): an empty
 * effect or key covers any; Lt and Gt need a gate that is off in every release modelled here.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect !== '' && toleration.effect !== taint.effect) return false
  if (toleration.key !== '' && toleration.key !== taint.key) return false
  if (toleration.operator === 'Exists') return true
  return comparesValue(toleration.operator) && toleration.value === taint.value
}

/** Lists up to this length are searched faster than they are hashed. */
const SEARCHED_MAX = 16

/** What long lists cover, as long as the lists are in use. */
const coverages = new WeakMap<readonly Toleration[], ReadonlySet<string>>()

/** Whether any toleration covers a taint. A long list, which must not change, is hashed once. */
export function isTolerated(tolerations: readonly Toleration[], taint: Taint): boolean {
  if (tolerations.length <= SEARCHED_MAX) return tolerations.some((one) => tolerates(one, taint))
  let coverage = coverages.get(tolerations)
  if (coverage === undefined) {
    coverage = coverageOf(tolerations)
    coverages.set(tolerations, coverage)
  }
  for (const effect of ['', taint.effect]) {
    for (const key of ['', taint.key]) {
      for (const value of [ANY_VALUE, taint.value]) {
        if (coverage.has(JSON.stringify([effect, key, value]))) return true
      }
    }
  }
  return false
}

const ANY_VALUE = null

function coverageOf(tolerations: readonly Toleration[]): ReadonlySet<string> {
  const coverage = new Set<string>()
  for (const { key, operator, value, effect } of tolerations) {
    if (operator === 'Exists') coverage.add(JSON.stringify([effect, key, ANY_VALUE]))
    else if (comparesValue(operator)) coverage.add(JSON.stringify([effect, key, value]))
  }
  return coverage
}

function comparesValue(operator: string): boolean {
  return operator === '' || operator === 'Equal'
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

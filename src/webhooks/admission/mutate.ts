import type { Toleration } from '../../../schemas/snapshots/toleration.ts'
import { isObject, type JsonObject } from '../../snapshot/json/fields.ts'
import { listAt, objectAt } from '../../snapshot/json/raw-object.ts'
import type { AdmissionSettings } from './settings.ts'

/** One step of a JSON Patch (RFC 6902). */
export type PatchStep =
  | { readonly op: 'add'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** What the API server names a pod's scheduler that names none, before any webhook sees it. */
export const DEFAULT_SCHEDULER_NAME = 'default-scheduler'

/** Fills what a new pod leaves open, as configured; what it says itself stays. */
export function fillPod(
  pod: JsonObject,
  { schedulerName, priorityClassName, tolerations }: AdmissionSettings,
): PatchStep[] {
  const spec = objectAt(pod, 'spec')
  const steps: PatchStep[] = []
  const named = spec['schedulerName'] ?? DEFAULT_SCHEDULER_NAME
  if (schedulerName !== '' && named === DEFAULT_SCHEDULER_NAME && schedulerName !== named) {
    steps.push({ op: 'add', path: '/spec/schedulerName', value: schedulerName })
  }
  if (priorityClassName !== '' && !spec['priorityClassName']) {
    steps.push({ op: 'add', path: '/spec/priorityClassName', value: priorityClassName })
    // What the API server derived from no class would be refused beside one; it derives them again.
    for (const derived of ['priority', 'preemptionPolicy']) {
      if (spec[derived] !== undefined) steps.push({ op: 'remove', path: `/spec/${derived}` })
    }
  }
  const given = listAt(spec, 'tolerations')
  const missing = tolerations.filter((one) => !given.some((other) => isSame(one, other)))
  if (missing.length === 0) return steps
  if (!Array.isArray(spec['tolerations'])) {
    return [...steps, { op: 'add', path: '/spec/tolerations', value: missing }]
  }
  const added = missing.map((value) => ({ op: 'add', path: '/spec/tolerations/-', value }) as const)
  return [...steps, ...added]
}

const FIELDS = ['key', 'operator', 'value', 'effect'] as const

/** They tolerate the same taints, for however long. */
function isSame(one: Toleration, other: unknown): boolean {
  if (!isObject(other)) return false
  const usual = { key: '', operator: 'Equal', value: '', effect: '' }
  return FIELDS.every((field) => (one[field] || usual[field]) === (other[field] || usual[field]))
}

import type { Fields } from '../json/fields.ts'
import { namespacedName } from './read-workload.ts'

/** Pods that are scheduled together (scheduling.k8s.io PodGroup). */
export interface PodGroup {
  readonly namespace: string
  readonly name: string
  /** 0 where it names none, whatever its PriorityClass says. */
  readonly priority: number
  /** How many pods must run; null: a basic group, which is no gang. */
  readonly minCount: number | null
  /** Its pods leave together or not at all (disruptionMode). */
  readonly isDisruptedWhole: boolean
}

export function readPodGroup(object: Fields): PodGroup {
  const spec = object.object('spec')
  const gang = spec?.object('schedulingPolicy')?.object('gang')
  return {
    ...namespacedName(object),
    priority: spec?.int32('priority') ?? 0,
    minCount: gang === undefined ? null : (gang.int32('minCount') ?? 0),
    isDisruptedWhole: isDisruptedWhole(spec),
  }
}

/** 1.36 has a word for it, 1.37 an object. */
function isDisruptedWhole(spec: Fields | undefined): boolean {
  if (typeof spec?.value['disruptionMode'] === 'string') {
    return spec.string('disruptionMode') === 'PodGroup'
  }
  return spec?.object('disruptionMode')?.has('all') ?? false
}

export function podGroupKey(namespace: string, name: string): string {
  return `${namespace}/${name}`
}

/** Of a pod's own words for its group: the empty text for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

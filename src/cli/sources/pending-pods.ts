import { DEFAULT_SCHEDULER_NAME } from '../../snapshot/api-defaults.ts'
import { isObject } from '../../snapshot/json/fields.ts'
import { textAt } from '../../snapshot/json/raw-object.ts'
import { findObjects } from './find-objects.ts'
import type { Sourced } from './sources.ts'

/**
 * The pods of a snapshot that wait for one of these schedulers, in the order in which its queue gives
 * them out (PrioritySort): highest priority first, then oldest.
 */
export function pendingPods(
  snapshot: readonly Sourced[],
  schedulerNames: ReadonlySet<string>,
): Sourced[] {
  const mine = waitingPods(snapshot).filter(({ value }) => schedulerNames.has(schedulerOf(value)))
  const valueOfClass = classValues(snapshot)
  const queue = mine.map((source) => ({
    source,
    priority: priorityOf(source.value, valueOfClass),
    created: textAt(source.value, 'metadata', 'creationTimestamp'),
  }))
  queue.sort((a, b) => b.priority - a.priority || compare(a.created, b.created))
  return queue.map(({ source }) => source)
}

/** Pods without a node that have not finished, whoever is to schedule them. */
export function waitingPods(snapshot: readonly Sourced[]): Sourced[] {
  return snapshot
    .flatMap((part) => findObjects(part, 'pods'))
    .filter(({ value }) => textAt(value, 'spec', 'nodeName') === '' && !hasFinished(value))
}

/** On a node, and not finished. */
export function isRunning(pod: unknown): boolean {
  return textAt(pod, 'spec', 'nodeName') !== '' && !hasFinished(pod)
}

function hasFinished(pod: unknown): boolean {
  const phase = textAt(pod, 'status', 'phase')
  return phase === 'Succeeded' || phase === 'Failed'
}

export function schedulerOf(pod: unknown): string {
  return textAt(pod, 'spec', 'schedulerName') || DEFAULT_SCHEDULER_NAME
}

/** Pods that came from a cluster carry their priority; of hand-written ones the class tells it. */
function priorityOf(pod: unknown, valueOfClass: ReadonlyMap<string, number>): number {
  const spec = isObject(pod) && isObject(pod['spec']) ? pod['spec'] : {}
  const { priority } = spec as { priority?: unknown } // any object has it
  if (typeof priority === 'number') return priority
  return valueOfClass.get(textAt(pod, 'spec', 'priorityClassName')) ?? 0
}

function classValues(snapshot: readonly Sourced[]): Map<string, number> {
  const classes = snapshot.flatMap((part) => findObjects(part, 'priorityClasses'))
  return new Map(
    classes.map(({ value }) => [
      textAt(value, 'metadata', 'name'),
      isObject(value) && typeof value['value'] === 'number' ? value['value'] : 0,
    ]),
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

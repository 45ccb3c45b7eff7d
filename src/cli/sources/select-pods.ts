import { err, ok, type Result } from '../../result.ts'
import { namespacedKey, textAt } from '../../snapshot/json/raw-object.ts'
import { countOf } from '../text/counts.ts'
import { groupBy } from '../text/group-by.ts'
import { findObjects } from './find-objects.ts'
import { isRunning, pendingPods, schedulerOf, waitingPods } from './pending-pods.ts'
import type { Sourced } from './sources.ts'

/** Where pods to decide may come from. */
export interface PodChoice {
  readonly snapshot: readonly Sourced[]
  /** Pods of manifests; empty: the pods of the snapshot. */
  readonly manifests: readonly Sourced[]
  /** Names of schedulers whose pods are decided unasked. */
  readonly schedulerNames: ReadonlySet<string>
  /** Only these, by namespace/name. */
  readonly only: readonly string[]
}

/** Pods to decide, and what is to be told of them and of those that are not. */
export interface PodSelection {
  readonly pods: readonly Sourced[]
  readonly remarks: readonly string[]
}

/** The pods to decide, in this order: as the manifests have them, else as the queue would. */
export function selectPods(choice: PodChoice): Result<PodSelection, readonly string[]> {
  const { snapshot, schedulerNames, only } = choice
  const pods = podsOf(choice)
  if (!pods.ok) return pods
  const isQueue = choice.manifests.length === 0 && only.length === 0
  const remarks = isQueue
    ? notAsked(snapshot, schedulerNames)
    : replaced(snapshot, choice.manifests.length > 0 ? pods.value : [])
  return ok({ pods: pods.value, remarks })
}

function podsOf(choice: PodChoice): Result<readonly Sourced[], readonly string[]> {
  const { snapshot, manifests, only } = choice
  if (manifests.length > 0) return named(manifests, only)
  if (only.length === 0) return ok(pendingPods(snapshot, choice.schedulerNames))
  return named(
    snapshot.flatMap((part) => findObjects(part, 'pods')),
    only,
  )
}

/** Pods that wait for schedulers that nobody asked. */
function notAsked(snapshot: readonly Sourced[], asked: ReadonlySet<string>): string[] {
  const waiting = groupBy(waitingPods(snapshot), ({ value }) => schedulerOf(value))
  return [...waiting]
    .filter(([name]) => !asked.has(name))
    .map(([name, { length }]) => {
      return `${countOf(length, 'pod')} of scheduler ${name}, which is not asked`
    })
}

/** Pods of the snapshot that run, and do not count there since they are to be decided. */
function replaced(snapshot: readonly Sourced[], pods: readonly Sourced[]): string[] {
  const decided = new Set(pods.map(({ value }) => namespacedKey(value)))
  return snapshot
    .flatMap((part) => findObjects(part, 'pods'))
    .filter(({ value }) => decided.has(namespacedKey(value)) && isRunning(value))
    .map(({ value }) => {
      const node = textAt(value, 'spec', 'nodeName')
      return `${namespacedKey(value)} runs on ${node} in the snapshot; it is decided anew, and does not count there`
    })
}

function named(
  pods: readonly Sourced[],
  only: readonly string[],
): Result<readonly Sourced[], readonly string[]> {
  if (only.length === 0) return ok(pods)
  const byName = new Map(pods.map((pod) => [namespacedKey(pod.value), pod]))
  const missing = only.filter((name) => !byName.has(name))
  if (missing.length > 0) return err(missing.map((name) => notFound(name, byName)))
  return ok(only.flatMap((name) => byName.get(name) ?? []))
}

function notFound(name: string, byName: ReadonlyMap<string, Sourced>): string {
  const bare = name.slice(name.indexOf('/'))
  const alike = [...byName.keys()].filter((one) => one.endsWith(bare))
  return `--pod: there is no pod ${name}${alike.length === 0 ? '' : `, but ${alike.join(', ')}`}`
}

import { err, ok, type Result } from '../result.ts'
import { isObject } from '../snapshot/json/fields.ts'
import { namespacedKey } from '../snapshot/json/raw-object.ts'
import { findObjects } from './find-objects.ts'
import { pendingPods } from './pending-pods.ts'
import { membersOf, namePlace, type Sourced } from './sources.ts'

/** Where pods to decide may come from. */
export interface PodChoice {
  readonly snapshot: readonly Sourced[]
  /** Manifests; empty: the pods of the snapshot. */
  readonly manifests: readonly Sourced[]
  /** Names of schedulers whose pods are decided unasked. */
  readonly schedulerNames: ReadonlySet<string>
  /** Only these, by namespace/name. */
  readonly only: readonly string[]
}

/** The pods to decide, in this order: as the manifests have them, else as the queue would. */
export function selectPods(choice: PodChoice): Result<readonly Sourced[], readonly string[]> {
  const { snapshot, manifests, only } = choice
  if (manifests.length > 0) {
    const pods = podsIn(manifests)
    return pods.ok ? named(pods.value, only) : pods
  }
  if (only.length === 0) return ok(pendingPods(snapshot, choice.schedulerNames))
  return named(
    snapshot.flatMap((part) => findObjects(part, 'pods')),
    only,
  )
}

/** Every object of a manifest must be a pod: what would be left out silently is named instead. */
function podsIn(manifests: readonly Sourced[]): Result<readonly Sourced[], readonly string[]> {
  const pods = manifests.flatMap(flatten)
  const others = pods.filter(({ value }) => kindOf(value) !== 'Pod')
  if (others.length === 0) return ok(pods)
  return err(others.map((one) => `${namePlace(one, '')}: ${whatInstead(one.value)}`))
}

function flatten(source: Sourced): Sourced[] {
  const { value } = source
  if (Array.isArray(value)) return membersOf(source, value, '').flatMap(flatten)
  if (!isObject(value)) return [source]
  const kind = kindOf(value)
  if (kind !== 'List' && kind !== 'PodList') return [source]
  const items = membersOf(source, value['items'], '/items')
  return kind === 'List' ? items.flatMap(flatten) : items.map(asPod)
}

/** The items of a PodList need not name their kind. */
function asPod(source: Sourced): Sourced {
  const { value } = source
  return isObject(value) && value['kind'] === undefined
    ? { ...source, value: { kind: 'Pod', ...value } }
    : source
}

function kindOf(value: unknown): unknown {
  return isObject(value) ? value['kind'] : undefined
}

function whatInstead(value: unknown): string {
  const kind = kindOf(value)
  return typeof kind === 'string' ? `a ${kind} is no Pod` : 'this is no Pod: it has no kind'
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

import { err, ok, type Result } from '../../result.ts'
import { namespacedKey, objectOf } from '../../snapshot/json/raw-object.ts'
import { didYouMean } from '../read-words.ts'
import { findObjects } from './find-objects.ts'
import type { Sourced } from './sources.ts'

/** In the manifests first, then in the snapshot; a name alone may be in any namespace if only one has it. */
export function findPod(
  given: string,
  ofManifests: readonly Sourced[],
  snapshot: readonly Sourced[],
): Result<unknown, readonly string[]> {
  const name = given.includes('/') ? given : `default/${given}`
  const pods = [...ofManifests, ...snapshot.flatMap((part) => findObjects(part, 'pods'))]
  const exact = pods.find(({ value }) => namespacedKey(value) === name)
  if (exact !== undefined) return ok(objectOf(exact.value))
  const bare = name.slice(name.indexOf('/'))
  const alike = pods.filter(({ value }) => namespacedKey(value).endsWith(bare))
  const [only] = alike
  if (only !== undefined && alike.length === 1 && !given.includes('/'))
    return ok(objectOf(only.value))
  const full = pods.map(({ value }) => namespacedKey(value))
  const names = given.includes('/') ? full : full.map((one) => one.slice(one.indexOf('/') + 1))
  const others = alike.map(({ value }) => namespacedKey(value)).join(', ')
  const hint = others === '' ? didYouMean(given, names) : `, but ${others}`
  return err([`there is no pod ${name}${hint}`])
}

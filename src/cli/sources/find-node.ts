import { err, ok, type Result } from '../../result.ts'
import { nameOf } from '../../snapshot/json/raw-object.ts'
import { didYouMean } from '../read-words.ts'
import { findObjects } from './find-objects.ts'
import type { Sourced } from './sources.ts'

/** By its name, or, as answers write it, without the end that begins with a dot, if only one is called so. */
export function findNode(
  given: string,
  snapshot: readonly Sourced[],
): Result<unknown, readonly string[]> {
  const nodes = snapshot.flatMap((part) => findObjects(part, 'nodes'))
  const exact = nodes.find(({ value }) => nameOf(value) === given)
  const alike = nodes.filter(({ value }) => nameOf(value).startsWith(`${given}.`))
  const [only] = exact === undefined && alike.length === 1 ? alike : [exact]
  if (only !== undefined) return ok(only.value)
  const names = nodes.map(({ value }) => nameOf(value))
  return err([`there is no node ${JSON.stringify(given)}${didYouMean(given, names)}`])
}

/** The whole names of nodes, each once; whatever is wrong with any of them is told at once. */
export function findNodeNames(
  given: readonly string[],
  snapshot: readonly Sourced[],
): Result<readonly string[], readonly string[]> {
  const found = given.map((name) => findNode(name, snapshot))
  const wrong = found.flatMap((one) => (one.ok ? [] : one.error))
  if (wrong.length > 0) return err(wrong)
  return ok([...new Set(found.flatMap((one) => (one.ok ? [nameOf(one.value)] : [])))])
}

import type { Pod } from '../snapshot/pods/pod.ts'
import type { FilterResult } from './filter/filter-result.ts'
import type { CycleRules } from './framework/cycle-rules.ts'
import type { Profile } from './framework/profile.ts'
import { FITS } from './framework/status-table.ts'

/** A plugin failed to score. */
export interface ScoreFailure {
  /** As the framework tells it. */
  readonly message: string
  /** In the plugin's own words, which is all that the classic releases tell. */
  readonly pluginError: string
}

/** The error that a filter met on some node that was looked at, which ends the attempt; or null. */
export function filterError(filter: FilterResult, { errors }: CycleRules): string | null {
  if (!filter.statuses.hasErrors) return null
  const counts = countErrors(filter)
  const [first] = counts.keys()
  if (first === undefined || errors === 'first') return first ?? null
  return aggregate(
    [...counts].map(([text, count]) => (count > 1 ? `${text} (repeated ${count} times)` : text)),
  )
}

/** Classic priorities report their error once a node. */
export function scoreError(
  { message, pluginError }: ScoreFailure,
  feasibleCount: number,
  { errors }: CycleRules,
): string {
  if (errors === 'first') return message
  return aggregate(Array.from({ length: feasibleCount }, () => pluginError))
}

/** Nodes by error text, in node order (upstream's is random). */
function countErrors({ search, verdict, statuses }: FilterResult): Map<string, number> {
  const counts = new Map<string, number>()
  for (let node = 0; node < verdict.length; node++) {
    if (verdict[node] === FITS || search.searched?.[node] === 0) continue
    const { code, reasons } = statuses.get(verdict[node])
    if (code !== 'Error') continue
    // What failed before the error (alwaysCheckAllPredicates) is no part of it.
    const text = reasons.at(-1) ?? ''
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** apimachinery util/errors: one error as it is, several as a list. */
function aggregate(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`
}

/** What keeps a pod from being bound that was given a node; null: nothing. */
export function bindingError(
  { reserve, reserveFailure }: Profile,
  pod: Pod,
  node: number,
): string | null {
  if (reserveFailure !== undefined) return reserveFailure
  for (const plugin of reserve) {
    const failure = plugin.bindingFailure?.(pod, node) ?? null
    if (failure !== null) return failure
  }
  return null
}

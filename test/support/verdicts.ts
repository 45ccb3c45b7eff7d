import type { DecisionView, FilterView } from '../../src/explain/decision-view.ts'

/** The filter part of a decision that was asked for in full. */
export function filterOf(decision: DecisionView | undefined): FilterView {
  const filter = decision?.filter
  if (filter === null || filter === undefined || !('rejected' in filter))
    throw new Error('no filter')
  return filter
}

/** Reasons by node that was refused. */
export function reasonsByNode(
  decision: DecisionView | undefined,
): Record<string, readonly string[]> {
  return Object.fromEntries(filterOf(decision).rejected.map(({ node, reasons }) => [node, reasons]))
}

/** `plugin code: reasons` of a pod that was refused as a whole, null when it was not. */
export function preFilterOf(decision: DecisionView): string | null {
  const { preFilter } = filterOf(decision)
  return preFilter && `${preFilter.plugin} ${preFilter.code}: ${preFilter.reasons.join(', ')}`
}

/** One plugin's weighted score by node. */
export function scoresBy(decision: DecisionView, plugin: string): Record<string, number | null> {
  return Object.fromEntries(
    (decision.scores ?? []).map(({ node, plugins }) => [node, plugins[plugin]?.weighted ?? null]),
  )
}

import type { Decision } from '../scheduler/decision.ts'
import type { FilterResult } from '../scheduler/filter/filter-result.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'
import type { DecisionView, FilterView } from './decision-view.ts'

/** What a pod's claims were given, or which may be freed for it; nothing for a pod without claims. */
export function viewClaims({
  outcome,
  node,
  filter,
  deallocations,
}: Decision): Pick<DecisionView, 'claims' | 'extendedResources' | 'deallocations'> {
  if (deallocations.length > 0) return { deallocations }
  const judge = filter?.pass.filters.find((one) => one.filter.placedClaims !== undefined)
  if (outcome !== 'scheduled' || judge === undefined) return {}
  const { claims = [], requestMappings = [] } = judge.filter.placedClaims?.(node) ?? {}
  return {
    ...(claims.length === 0 ? {} : { claims }),
    ...(requestMappings.length === 0 ? {} : { extendedResources: requestMappings }),
  }
}

/** What every feasible node would give to the pod's claims. */
export function viewAllocations(
  { pass, search: { feasible } }: FilterResult,
  { names }: Nodes,
): Pick<FilterView, 'allocations'> {
  const judge = pass.filters.find((one) => one.filter.allocations !== undefined)
  if (judge === undefined) return {}
  const found = Array.from({ length: feasible.length }, (_, position) => {
    const node = feasible.at[position]
    return [names[node], judge.filter.allocations?.(node) ?? []] as const
  })
  const given = found.filter(([, allocations]) => allocations.length > 0)
  return given.length === 0 ? {} : { allocations: Object.fromEntries(given) }
}

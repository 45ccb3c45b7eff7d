import type { Decision } from '../scheduler/decision.ts'
import type { FilterResult } from '../scheduler/filter/filter-result.ts'
import type { NodeList } from '../scheduler/framework/node-list.ts'
import { FITS, type Rejection } from '../scheduler/framework/status-table.ts'
import type { Nodes } from '../snapshot/nodes/nodes.ts'
import type {
  FilterSummary,
  FilterView,
  PreFilterView,
  SummaryLine,
  VerdictView,
} from './decision-view.ts'
import { viewAllocations } from './view-claims.ts'

/** What every filter said of every node, with the numbers behind each rejection. */
export function viewFilter({ preFilter, filter, open }: Decision, nodes: Nodes): FilterView {
  return {
    preFilter: viewPreFilter(preFilter),
    feasible: filter === null ? [] : namesOf(filter.search.feasible, nodes),
    ...(filter === null ? {} : viewAllocations(filter, nodes)),
    rejected: filter === null ? [] : viewRejected(filter, nodes),
    ...(open === null ? {} : { unknown: namesOf(open.nodes, nodes) }),
    notSearched: filter?.search.notSearched ?? 0,
    summary: filter === null ? [] : summarize(filter),
  }
}

/** The same in counts. */
export function viewFilterSummary({ preFilter, filter, open }: Decision): FilterSummary {
  return {
    preFilter: viewPreFilter(preFilter),
    feasibleNodes: filter?.search.feasible.length ?? 0,
    ...(open === null ? {} : { unknownNodes: open.nodes.length }),
    notSearched: filter?.search.notSearched ?? 0,
    summary: filter === null ? [] : summarize(filter),
  }
}

function viewPreFilter(rejection: Rejection | null): PreFilterView | null {
  if (rejection === null) return null
  const { plugin, code, reasons } = rejection
  return { plugin, code, reasons }
}

function namesOf({ at, length }: NodeList, { names }: Nodes): string[] {
  return Array.from({ length }, (_, position) => names[at[position]])
}

function viewRejected(filter: FilterResult, { count, names }: Nodes): VerdictView[] {
  const { verdict, statuses } = filter
  const rejected: VerdictView[] = []
  for (let node = 0; node < count; node++) {
    if (!isRejected(filter, node)) continue
    const { plugin, code, reasons } = statuses.get(verdict[node])
    const judge = filter.pass.filters.find((one) => one.rank === statuses.rank(verdict[node]))
    const details = judge?.filter.details?.(node) ?? []
    rejected.push({ node: names[node], plugin, code, reasons, details })
  }
  return rejected
}

function isRejected({ verdict, statuses, search }: FilterResult, node: number): boolean {
  if (verdict[node] === FITS || statuses.isUnknown(verdict[node])) return false
  return search.searched?.[node] !== 0
}

/** Nodes by reason: most nodes first, then in the plugins' order, then by reason. */
function summarize(filter: FilterResult): SummaryLine[] {
  const { verdict, statuses } = filter
  const nodesById = new Int32Array(statuses.size)
  for (let node = 0; node < verdict.length; node++) {
    if (isRejected(filter, node)) nodesById[verdict[node]]++
  }
  const lines = new Map<string, { rank: number; plugin: string; reason: string; nodes: number }>()
  for (let id = 1; id < nodesById.length; id++) {
    if (nodesById[id] === 0) continue
    const { plugin, reasons } = statuses.get(id)
    for (const reason of reasons) {
      const key = JSON.stringify([plugin, reason])
      const line = lines.get(key) ?? { rank: statuses.rank(id), plugin, reason, nodes: 0 }
      line.nodes += nodesById[id]
      lines.set(key, line)
    }
  }
  return [...lines.values()]
    .sort((a, b) => b.nodes - a.nodes || a.rank - b.rank || (a.reason < b.reason ? -1 : 1))
    .map(({ plugin, reason, nodes }) => ({ plugin, reason, nodes }))
}

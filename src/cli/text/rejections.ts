import type {
  FilterSummary,
  FilterView,
  SummaryLine,
  VerdictView,
} from '../../explain/decision-view.ts'
import type { Found } from './details/detail-text.ts'
import { tellDetails } from './details/tell-details.ts'
import type { NodeNames } from './node-names.ts'
import { hang, type Page } from './page.ts'

/** The nodes that were rejected, by reason: how many, why, by which plugin, and the numbers. */
export function rejectionLines(
  filter: FilterView | FilterSummary,
  names: NodeNames,
  page: Page,
): string[] {
  const { preFilter, summary } = filter
  if (preFilter !== null) {
    const text = `${preFilter.plugin} refused the pod as such; no node was looked at.`
    return hang('  ', text, page.columns)
  }
  const margin = String(Math.max(0, ...summary.map(({ nodes }) => nodes))).length
  return summary.flatMap((line) => {
    const count = String(line.nodes).padStart(margin)
    const details = 'rejected' in filter ? tellDetails(detailsOf(line, filter.rejected, names)) : []
    return [
      reasonLine(count, line, page),
      ...details.flatMap((text) => hang(' '.repeat(margin + 4), text, page.columns)),
    ]
  })
}

/** The plugin stands at the right, where there is room. */
function reasonLine(
  count: string,
  { reason, plugin }: SummaryLine,
  { columns, paint }: Page,
): string {
  const room = columns - count.length - 4 - reason.length - plugin.length
  const gap = Number.isFinite(room) ? Math.max(2, room) : 2
  return `  ${paint('strong', `${count}  ${reason}`)}${' '.repeat(gap)}${paint('dim', plugin)}`
}

function detailsOf(line: SummaryLine, rejected: readonly VerdictView[], names: NodeNames): Found[] {
  const found: Found[] = []
  for (const { node, plugin, reasons, details } of rejected) {
    if (plugin !== line.plugin || !reasons.includes(line.reason)) continue
    for (const detail of details) {
      // A plugin that gives several reasons at once says which of them a detail is behind.
      const { reason = line.reason } = detail
      if (reason === line.reason) found.push({ node: names.short(node), detail })
    }
  }
  return found
}

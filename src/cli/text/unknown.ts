import type { DecisionView } from '../../explain/decision-view.ts'
import type { Gap } from '../../scheduler/framework/gap.ts'
import { countOf, firstFew } from './counts.ts'
import { groupBy } from './group-by.ts'
import { hang, type Page } from './page.ts'

const PLUGINS_SHOWN = 4

/** What an answer rests on and was not seen, and how far it is known without that. */
export function unknownLines(decision: DecisionView, { columns }: Page): string[] {
  const { unknown = [] } = decision
  if (unknown.length === 0) return []
  const gaps = [...groupBy(unknown, ({ why }) => why)].map(([why, gaps]) => gapText(why, gaps))
  return [
    ...hang('  ', headText(decision), columns),
    ...gaps.flatMap((text) => hang('    ', text, columns)),
  ]
}

function headText({ outcome, filter }: DecisionView): string {
  if (outcome !== 'unknown') {
    return 'No node fits, whatever is there; what the scheduler would say, and what would help, rests on:'
  }
  return `${openText(filter)}that rests on what was not seen:`
}

function openText(filter: DecisionView['filter']): string {
  if (!filter) return ''
  const open = 'feasible' in filter ? filter.unknown?.length : filter.unknownNodes
  const feasible = 'feasible' in filter ? filter.feasible.length : filter.feasibleNodes
  const sure = feasible > 0 ? `${countOf(feasible, 'node')} can take it, ` : ''
  return `${sure}${countOf(open ?? 0, 'node')} may take it; `
}

/** `the snapshot has no storageClasses (VolumeBinding, VolumeZone)`. */
function gapText(why: string, gaps: readonly Gap[]): string {
  const plugins = [...new Set(gaps.map(({ plugin }) => plugin))]
  return `${why} (${firstFew(plugins, PLUGINS_SHOWN)})`
}

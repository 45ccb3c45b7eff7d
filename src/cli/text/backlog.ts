import { countOf } from './counts.ts'
import type { DecisionRow, Result } from './decision-row.ts'
import { groupBy } from './group-by.ts'
import { likeRows } from './like-rows.ts'
import { hang, type Page } from './page.ts'
import { type Cell, type Column, tableLines } from './table.ts'

/** Many decisions as one table: a line a pod, or a workload whose pods fare alike. */
export function* backlogLines(rows: readonly DecisionRow[], page: Page): Generator<string> {
  const table = likeRows(rows).map(({ pods, result, node, why }): Cell[] => [
    pods,
    resultCell(result),
    node,
    why,
  ])
  yield* tableLines(BACKLOG_COLUMNS, table, page)
}

const POD: Column = { title: 'POD', yields: 'middle' }
const RESULT: Column = { title: 'RESULT' }
const NODE: Column = { title: 'NODE', yields: 'middle' }

const BACKLOG_COLUMNS: readonly Column[] = [POD, RESULT, NODE, { title: 'WHY', yields: 'below' }]

/** Every pod on a line of its own, with all that fits on one and nothing cut off. */
export function* wideLines(rows: readonly DecisionRow[], page: Page): Generator<string> {
  const table = rows.map((row): Cell[] => [
    `${row.namespace}/${row.name}`,
    resultCell(row.result),
    row.node,
    row.feasible,
    row.score,
    String(row.priority),
    row.why,
    row.message === row.why ? '' : row.message,
  ])
  yield* tableLines(WIDE_COLUMNS, table, { ...page, columns: Number.POSITIVE_INFINITY })
}

const WIDE_COLUMNS: readonly Column[] = [
  POD,
  RESULT,
  NODE,
  { title: 'FEASIBLE', align: 'right' },
  { title: 'SCORE', align: 'right' },
  { title: 'PRIORITY', align: 'right' },
  { title: 'WHY' },
  { title: 'MESSAGE' },
]

function resultCell({ mark, word, tone }: Result): Cell {
  return { text: `${mark} ${word}`, tone }
}

/** Causes that several pods share, each told once. */
export function* causeLines(rows: readonly DecisionRow[], page: Page): Generator<string> {
  const waiting = rows.filter(({ reason }) => reason !== '')
  const causes = [...groupBy(waiting, ({ reason }) => reason)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const shared = causes.filter(([, pods]) => pods.length > 1)
  if (shared.length === 0) return
  const alone = causes.length - shared.length
  const parts = [
    ...shared.map(([reason, pods]) => `${pods.length} ${reason}`),
    ...(alone === 0 ? [] : [`${alone} for ${alone === 1 ? 'a cause' : 'causes'} of their own`]),
  ]
  yield* hang('', `${countOf(waiting.length, 'pod')} wait: ${parts.join(', ')}`, page.columns)
}

const TOTALS: readonly (readonly [word: string, one: string, more: string])[] = [
  ['fits', 'fits', 'fit'],
  ['evicts', 'evicts', 'evict'],
  ['none', 'does not fit', 'do not fit'],
  ['unknown', 'unknown', 'unknown'],
  ['held', 'held', 'held'],
  ['other', 'of another scheduler', 'of other schedulers'],
  ['runs', 'runs already', 'run already'],
  ['ends', 'is being deleted', 'are being deleted'],
  ['error', 'error', 'errors'],
]

/** `1 fits, 5 do not fit, 1 held`. */
export function totalText(rows: readonly DecisionRow[]): string {
  const counts = groupBy(rows, ({ result }) => result.word)
  return TOTALS.flatMap(([word, one, more]) => {
    const count = counts.get(word)?.length ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]
  }).join(', ')
}

import { useComputed, useSignal } from '@preact/signals'
import { FITS, UNKNOWN } from '../../../explain/board/board.ts'
import { amountText, resourceName } from '../../amounts.ts'
import { selectNode } from '../actions.ts'
import { shortName } from '../names.ts'
import * as state from '../state.ts'

const ROW_HEIGHT = 32
const VISIBLE_ROWS = 16
const MARGIN_ROWS = 8

type Column = 'name' | 'verdict' | 'total' | 'free' | 'group'

/** All that the map shows, as a table: every node has a row, of which those in view are there. */
export function NodeTable() {
  const by = useSignal<Order>({
    column: 'total',
    isUp: false,
  })
  const top = useSignal(0)
  const rows = useComputed(() => sorted(by.value.column, by.value.isUp))
  const found = state.answer.value
  if (found === null) return null
  const { board } = found
  const first = Math.max(0, Math.floor(top.value / ROW_HEIGHT) - MARGIN_ROWS)
  const shown = rows.value.slice(first, first + VISIBLE_ROWS + 2 * MARGIN_ROWS)
  const head = (column: Column, title: string) => (
    <th scope="col" aria-sort={sortOf(by.value, column)}>
      <button
        type="button"
        class="link"
        onClick={() => {
          by.value = {
            column,
            isUp: by.value.column === column ? !by.value.isUp : column === 'name',
          }
        }}
      >
        {title}
      </button>
    </th>
  )
  return (
    <section
      class="table-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label="All nodes"
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop
      }}
    >
      <table class="nodes" aria-rowcount={board.names.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {head('name', 'Node')}
            {head('verdict', 'Verdict')}
            {head('total', 'Points')}
            {head(
              'free',
              board.scarcest === null ? 'Free' : `Free ${resourceName(board.scarcest.resource)}`,
            )}
            {head('group', state.grouping.value?.label ?? 'Group')}
          </tr>
        </thead>
        <tbody>
          <Filler rows={first} />
          {shown.map((node, index) => (
            <tr key={board.names[node]} aria-rowindex={first + index + 2}>
              <th scope="row">
                <button type="button" class="link" onClick={() => selectNode(board.names[node])}>
                  {shortName(board.names[node])}
                </button>
              </th>
              <td>{verdictText(node)}</td>
              <td class="number">
                {board.verdict[node] === FITS ? Math.round(state.totals.value[node]) : ''}
              </td>
              <td class="number">
                {board.scarcest === null
                  ? ''
                  : amountText(board.scarcest.resource, board.free[node])}
              </td>
              <td>{groupText(node)}</td>
            </tr>
          ))}
          <Filler rows={rows.value.length - first - shown.length} />
        </tbody>
      </table>
    </section>
  )
}

interface Order {
  readonly column: Column
  readonly isUp: boolean
}

function sortOf(order: Order, column: Column): 'ascending' | 'descending' | 'none' {
  if (order.column !== column) return 'none'
  return order.isUp ? 'ascending' : 'descending'
}

/** Stands for rows that are out of view. */
function Filler({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null
  return (
    <tr class="filler">
      <td colSpan={5} style={{ height: `${rows * ROW_HEIGHT}px` }} />
    </tr>
  )
}

function verdictText(node: number): string {
  const found = state.answer.value
  if (found === null) return ''
  const { board, funnel } = found
  if (board.verdict[node] === FITS) {
    if (board.chosen === node) return 'fits, chosen'
    return board.isTied[node] === 1 ? 'fits, tied for the best' : 'fits'
  }
  if (board.verdict[node] === UNKNOWN) return 'cannot be told'
  const by = funnel.filter((_, index) => ((board.refusedBy[node] >>> index) & 1) === 1)
  return by.length === 0 ? 'not looked at' : by.map(({ plugin }) => plugin).join(', ')
}

function groupText(node: number): string {
  const grouping = state.grouping.value
  return grouping === null ? '' : (grouping.values[grouping.of[node]] ?? '')
}

function sorted(column: Column, isUp: boolean): number[] {
  const found = state.answer.value
  if (found === null) return []
  const { board } = found
  const totals = state.totals.value
  const compare: { readonly [name in Column]: (a: number, b: number) => number } = {
    name: (a, b) => (board.names[a] < board.names[b] ? -1 : 1),
    verdict: (a, b) => board.verdict[b] - board.verdict[a],
    total: (a, b) => totals[a] - totals[b] || board.verdict[b] - board.verdict[a],
    free: (a, b) => board.free[a] - board.free[b],
    group: (a, b) => (groupText(a) < groupText(b) ? -1 : Number(groupText(a) > groupText(b))),
  }
  const rows = board.names.map((_, node) => node)
  return rows.sort((a, b) => (isUp ? 1 : -1) * compare[column](a, b) || a - b)
}
